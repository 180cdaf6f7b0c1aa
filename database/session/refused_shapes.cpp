// Refuses a text without the grammar, if one of its shape was refused before.

#include <utility>

#include "database/session/session_state.h"
#include "executor/bind.h"
#include "parser/parser.h"
#include "planner/planner.h"
#include "planner/refused_plan.h"

namespace cellar {

std::optional<Diagnostic> SessionState::parse_running() {
  if (running_.stand_in.empty()) return faults_.parse(running_.text, running_.statement);
  running_.statement = std::make_shared<const Statement>(parse(running_.stand_in));
  return std::nullopt;
}

Progress SessionState::refuse_running(Diagnostic refusal) {
  if (running_.refusal == nullptr) throw Refusal(std::move(refusal));
  note_refusal(refusal);
  *running_.refusal = std::move(refusal);
  return Progress::refused;
}

void SessionState::keep_refused() {
  const bool by_planner =
      running_.statement && !running_.planned && !running_.prepared && running_.stand_in.empty();
  if (by_planner) faults_.keep(running_.text, std::exchange(running_.statement, nullptr));
}

Reply SessionState::attempt(std::string_view text) {
  std::optional<Diagnostic> refusal;
  running_ = {};
  running_.text = text;
  running_.refusal = &refusal;
  try {
    ResultPointer result = run_to_end();
    running_.refusal = nullptr;
    if (refusal) return Refusal(std::move(*refusal));
    return Result(std::move(result));
  } catch (Refusal& thrown) {
    running_.refusal = nullptr;
    return std::move(thrown);
  }
}

}  // namespace cellar
