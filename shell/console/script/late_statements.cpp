// The statements of a script whose writes a cluster answers late. All of them belong to the innermost script that is open.

#include <algorithm>

#include "shell/console/script/running_script.h"
#include "shell/console/script/script_runner.h"

namespace cellar {

void ScriptRunner::note_late(const ScriptStatement& statement) {
  const LateWrites* const writes = connection_.late_writes();
  if (writes == nullptr) return;
  late_.note(*writes, [&] {
    return LateStatement{std::string(statement.text), statement.line, statement.column};
  });
}

/// If the cluster is lost, and no write that was handed over since the first one that it has not taken must run twice, the
/// run goes on there. Otherwise each of them is reported, and the run goes on behind all of them.
void ScriptRunner::report_late(const Script& script) {
  LateWrites* const writes = connection_.late_writes();
  if (writes == nullptr) return;
  late_.take_notices(*writes, [&](const LateStatement& late, const LateNotice& earned) {
    runner_.give(earned, {late.text, late.line, late.column}, script.name);
  });
  late_.take_refusals(*writes, [&](const LateStatement& late, const LateRefusal& refused) {
    Outcome outcome = Outcome::refused;
    const bool is_repeated = goes_on_before_ && refused.write >= *goes_on_before_;
    if (!is_repeated) {
      const ScriptStatement statement{late.text, late.line, late.column};
      outcome = runner_.report(refused.refusal.diagnostic, statement, script.name);
    }
    if (outcome == Outcome::broken && refused.write > writes->last_unrepeatable()) {
      goes_on_before_ = refused.write;
      stopped_at_ = here();
      stopped_at_->lines.back().line = late.line;
      stopped_at_->lines.back().column = late.column;
    }
    note_outcome(outcome);
    settled_ = std::min(settled_, ran());  // it counted as run when it was handed over
  });
}

void ScriptRunner::await_late(const Script& script) {
  LateWrites* const writes = connection_.late_writes();
  if (writes == nullptr) return;
  writes->await_all();
  report_late(script);
}

void ScriptRunner::await_late() {
  if (!open_.empty()) await_late(*open_.back());
}

}  // namespace cellar
