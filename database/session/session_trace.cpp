// The traces of a session's statements.

#include "database/observe/running_trace.h"
#include "database/session/session_state.h"
#include "functions/timeuuid.h"
#include "parser/parser.h"
#include "planner/explain/explain.h"
#include "refusal/messages.h"
#include "types/uuid.h"

namespace cellar {

namespace {

bool can_be_explained(const Statement& statement) {
  return std::visit(
      []<typename Kind>(const Kind&) {
        return std::is_same_v<Kind, SelectStatement> || std::is_same_v<Kind, InsertStatement> ||
               std::is_same_v<Kind, UpdateStatement> || std::is_same_v<Kind, DeleteStatement> ||
               std::is_same_v<Kind, BatchStatement>;
      },
      statement.node);
}

}  // namespace

void SessionState::begin_trace() {
  trace_.reset();
  if (!tracing) return;
  if (running_.parts) join_parts();
  EvaluationContext context = database->evaluation_context();
  trace_ = std::make_unique<RunningTrace>(uuid_text(timeuuid_of_now(context)), running_.text);
}

void SessionState::trace_refusal(const Diagnostic& refusal) {
  if (!trace_) return;
  trace_->note("Refused: " + std::string(refusal.code()) + ", " + title_of(refusal));
  trace_->leave();
}

/// The steps of EXPLAIN that say how the statement reaches its rows, and what follows a write.
std::string SessionState::explained_access(const std::string& text) {
  std::string access;
  for (const std::vector<Value>& row : explained_steps(text)) {
    std::string step = row[0].value_or("");
    step.erase(0, step.find_first_not_of(' '));
    const std::string detail = row[1].value_or("");
    if (access.empty() && (step == "read" || step == "write")) access = detail;
    if (step == "index") access += ", through the index " + detail.substr(0, detail.find(' '));
    if (step == "changes") access += ", followed by " + detail;
  }
  return access;
}

/// The rows of EXPLAIN; none of a statement that it has nothing to say of.
std::vector<std::vector<Value>> SessionState::explained_steps(const std::string& text) {
  ExplainStatement asked;
  asked.text = text;
  try {
    asked.explained = std::make_shared<const Statement>(parse(text));
    if (!can_be_explained(*asked.explained)) return {};
    const SchemaPointer schema = schema_as_seen();
    Plan plan;
    return plan_explain(asked, {*schema, keyspace, policy, database->now_microseconds()}, plan).rows;
  } catch (const Refusal&) {
    return {};
  }
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
