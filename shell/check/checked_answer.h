// Runs a statement of a checked script and compares its answer with the expected one.
//
// In:      a statement and a session; an expected answer.
// Out:     the whole answer; the first difference in words.
// Refused: nothing. A refusal is an answer; a text that is no expected answer differs from every answer.
//
// Sources: checked_answer.cpp; compare_answer.cpp for compare_answer and write_answer.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shell/check/script_form.h"
#include "shell/connection/connection.h"
#include "shell/console/console.h"
#include "shell/console/settings.h"

namespace cellar {

struct CheckedAnswer {
  bool has_rows = false;
  std::vector<ResultColumn> columns;
  std::vector<std::vector<Value>> rows;
  std::vector<std::string> text;  // lines that a command shows people
  std::vector<Diagnostic> notices;
  std::optional<Diagnostic> refusal;
  std::vector<Diagnostic> after_refusal;  // what refuses the mended statement
  Language language = Language::english;  // that the refusal is shown in
};

/// A console whose answers are read to their end. There is nobody to ask, and SOURCE is refused.
class CheckedConsole {
 public:
  /// All must outlive it.
  CheckedConsole(Connection& connection, ShellSettings& settings);

  /// Runs a statement or a command. Refusals are part of the answer. `annotations`: the comments before it
  /// (ScriptStatement::annotations).
  CheckedAnswer answer(const std::string& statement, std::string_view annotations = {});

 private:
  KeptOutput output_;
  Console console_;
};

/// Writes the answer as lines of a script, in the forms that `like` uses.
std::vector<std::string> write_answer(const CheckedAnswer& answer, const ExpectedAnswer& like,
                                      std::string_view statement, bool every_notice);

struct AnswerDifference {
  std::string expected;
  std::string got;
};
/// Returns nothing if the answer is as expected. With `every_notice`, notices that are not expected count as
/// differences.
std::optional<AnswerDifference> compare_answer(const CheckedAnswer& answer, const ExpectedAnswer& expected,
                                               std::string_view statement, bool every_notice);

}  // namespace cellar
