// Runs a statement of a checked script and compares its answer with the expected one.
//
// In:      a statement and a session; an expected answer.
// Out:     the whole answer; the first difference in words.
// Refused: nothing. A refusal is an answer; a text that is no expected answer differs from every answer.
//
// Sources: answer.cpp; compare_answer.cpp for compare_answer.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "database/database.h"
#include "shell/check/script_form.h"
#include "shell/console/settings.h"

namespace cellar {

struct Answer {
  bool has_rows = false;
  std::vector<ResultColumn> columns;
  std::vector<std::vector<Value>> rows;
  std::vector<std::string> text;  // lines that a command printed
  std::vector<Diagnostic> notices;
  std::optional<Diagnostic> refusal;
  std::vector<Diagnostic> after_refusal;  // what refuses the mended statement
  std::string fault;                      // an error that is not a refusal
  Language language = Language::english;  // that the refusal is shown in
};

/// Runs a statement of CQL or a command of the shell, which may change the settings. Refusals are part of the answer.
Answer answer_to(const Database& database, Session& session, ShellSettings& settings,
                 const std::string& statement);

/// Writes the answer as lines of a script, in the forms that `like` uses.
std::vector<std::string> write_answer(const Answer& answer, const ExpectedAnswer& like,
                                      std::string_view statement, bool every_notice);

struct AnswerDifference {
  std::string expected;
  std::string got;
};
/// Returns nothing if the answer is as expected. With `every_notice`, notices that are not expected count as
/// differences.
std::optional<AnswerDifference> compare_answer(const Answer& answer, const ExpectedAnswer& expected,
                                               std::string_view statement, bool every_notice);

}  // namespace cellar
