// What Cellar answers to a statement of a checked script, kept whole, and how it differs from what is
// expected.
//
// In:      a statement and a session; an expected answer.
// Out:     the answer; the first difference in words.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "database/database.h"
#include "shell/check/script_form.h"

namespace cellar {

struct Answer {
  bool has_rows = false;
  std::vector<ResultColumn> columns;
  std::vector<std::vector<Value>> rows;
  std::vector<std::string> text;  // a command's, line by line
  std::vector<Diagnostic> notices;
  std::optional<Diagnostic> refusal;
  std::string fault;  // the program failed in a way that no refusal names
};

/// Runs CQL or a command of the shell.
Answer answer_to(const Database& database, Session& session, const std::string& statement);

/// The answer as lines of a script. `like` tells which forms the script uses.
std::vector<std::string> write_answer(const Answer& answer, const ExpectedAnswer& like,
                                      std::string_view statement, bool every_notice);

struct AnswerDifference {
  std::string expected;
  std::string got;
};
/// Nothing where the answer is as expected. With `every_notice` those not expected differ, too.
std::optional<AnswerDifference> compare_answer(const Answer& answer, const ExpectedAnswer& expected,
                                               std::string_view statement, bool every_notice);

}  // namespace cellar
