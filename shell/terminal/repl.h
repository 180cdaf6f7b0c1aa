// The prompt: reads a statement, runs it, shows its answer, until the person leaves.
#pragma once

#include "database/database.h"
#include "shell/statement_runner.h"
#include "shell/terminal/line_editor.h"
#include "shell/terminal/output.h"

namespace cellar {

class Repl {
 public:
  Repl(const Session& session, StatementRunner& runner, LineEditor& editor, Output& output)
      : session_(session), runner_(runner), editor_(editor), output_(output) {}

  void run();

 private:
  std::string prompt(bool continuation) const;

  const Session& session_;
  StatementRunner& runner_;
  LineEditor& editor_;
  Output& output_;
};

}  // namespace cellar
