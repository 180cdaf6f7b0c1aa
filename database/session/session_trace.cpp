// The traces of a session's statements.

#include "database/observe/explained_access.h"
#include "database/session/session_state.h"
#include "functions/timeuuid.h"
#include "types/uuid.h"

namespace cellar {

void SessionState::begin_to_observe() {
  observer_.reset();
  if (!settings.tracing) return;
  if (running_.parts) join_parts();
  EvaluationContext context = database->evaluation_context();
  observer_ = std::make_unique<StatementObserver>();
  observer_->begin_trace(uuid_text(timeuuid_of_now(context)), running_.text);
}

TracePointer SessionState::end_trace(ResultState* result) {
  const StatementObserverPointer observer = std::move(observer_);
  std::optional<RunningTrace> trace = observer ? observer->end_trace(result) : std::nullopt;
  if (!trace) return nullptr;
  return trace->end(trace->statement().empty() ? "" : access_of(trace->statement()));
}

std::string SessionState::access_of(const std::string& text) {
  try {
    const SchemaPointer schema = plans_.schema_as_seen();
    return explained_access(text,
                            {*schema, settings.keyspace, settings.policy, database->now_microseconds()});
  } catch (const Refusal&) {
    return "";
  }
}

}  // namespace cellar
