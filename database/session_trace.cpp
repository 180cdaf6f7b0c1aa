// The traces of a session's statements.

#include "database/running_trace.h"
#include "database/session_state.h"
#include "functions/timeuuid.h"
#include "refusal/messages.h"
#include "types/uuid.h"

namespace cellar {

namespace {

std::string text_of(ValueView value) { return value ? std::string(*value) : std::string(); }

}  // namespace

void SessionState::begin_trace() {
  trace_.reset();
  if (!tracing) return;
  EvaluationContext context = database->evaluation_context();
  trace_ = std::make_unique<RunningTrace>(uuid_text(timeuuid_of_now(context)), running_.text);
}

void SessionState::trace_refusal(const Diagnostic& refusal) {
  if (!trace_) return;
  trace_->note("Refused: " + std::string(refusal.code()) + ", " + title_of(refusal));
  trace_->leave();
}

/// The steps of EXPLAIN that say how the statement reaches its rows, and what follows a write.
std::string SessionState::explained_access(const std::string& statement) {
  std::string access;
  ResultPointer result;
  try {
    result = execute("EXPLAIN " + statement);
  } catch (const Refusal&) {
    return {};  // EXPLAIN has nothing to say of definitions
  }
  if (!result) return {};
  while (const ResultRow* row = result->next()) {
    std::string step = text_of((*row)[0]);
    step.erase(0, step.find_first_not_of(' '));
    const std::string detail = text_of((*row)[1]);
    if (access.empty() && (step == "read" || step == "write")) access = detail;
    if (step == "index") access += ", through the index " + detail.substr(0, detail.find(' '));
    if (step == "changes") access += ", followed by " + detail;
  }
  return access;
}

TracePointer SessionState::end_trace(ResultState* result) {
  const std::unique_ptr<RunningTrace> trace = std::move(trace_);
  if (!trace) return nullptr;
  const bool was_read = result != nullptr && std::holds_alternative<SelectedRows>(result->source);
  if (was_read) trace->note_read(result->counters());
  trace->stop();
  const bool was_tracing = std::exchange(tracing, false);
  const std::string access = trace->statement().empty() ? "" : explained_access(trace->statement());
  tracing = was_tracing;
  return trace->end(access);
}

}  // namespace cellar
