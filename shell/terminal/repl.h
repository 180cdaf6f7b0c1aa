// The prompt: reads statements, runs them, shows their answers, until the person leaves.
//
// In:      what is typed, from the line editor.
// Out:     answers and refusals, on the output; what is typed, in the history.
// Refused: nothing: a refused statement is shown, and the prompt comes back.
#pragma once

#include <cstddef>
#include <string>

#include "parser/script/splitter.h"
#include "shell/connection/connection.h"
#include "shell/console/report/statement_runner.h"
#include "shell/console/settings.h"
#include "shell/editor/line_editor.h"
#include "shell/render/output.h"

namespace cellar {

class Repl {
 public:
  Repl(const Connection& connection, ShellSettings& settings, StatementRunner& runner, LineEditor& editor,
       Output& output)
      : connection_(connection), settings_(settings), runner_(runner), editor_(editor), output_(output) {}

  void run();

 private:
  std::string prompt() const;
  /// Returns false if the person leaves.
  bool run_typed(const TypedText& typed);
  void show_statement(std::string_view statement);
  void say(std::string_view text);

  const Connection& connection_;
  ShellSettings& settings_;
  StatementRunner& runner_;
  LineEditor& editor_;
  Output& output_;
  Splitter reader_;
};

}  // namespace cellar
