#include "database/statement/statement_observation.h"

#include <utility>

#include "database/observe/explained_access.h"
#include "functions/timeuuid.h"
#include "types/uuid.h"

namespace cellar {

namespace {

/// Returns what EXPLAIN says of the way by which the statement reaches its rows; may be empty.
std::string access_of(SessionParts& session, const std::string& text, const std::string& keyspace) {
  try {
    const SchemaPointer schema = session.plans.schema_as_seen();
    return explained_access(text,
                            session.plans.context(*schema, keyspace, session.database->now_microseconds()));
  } catch (const Refusal&) {
    return "";
  }
}

}  // namespace

void begin_to_observe(SessionParts& session, std::string_view statement) {
  session.observer.reset();
  if (!session.settings.tracing) return;
  EvaluationContext context = session.database->evaluation_context();
  session.observer = std::make_unique<StatementObserver>();
  session.observer->begin_trace(uuid_text(timeuuid_of_now(context)), session.database->now_microseconds(),
                                statement, session.settings.keyspace, session.settings.language);
}

TracePointer end_trace(SessionParts& session, ResultState* result) {
  const StatementObserverPointer observer = std::move(session.observer);
  std::optional<RunningTrace> trace = observer ? observer->end_trace(result) : std::nullopt;
  if (!trace) return nullptr;
  return trace->end(trace->statement().empty() ? ""
                                               : access_of(session, trace->statement(), trace->keyspace()));
}

ResultPointer end_analysis(SessionParts& session, const Plan& plan, ResultPointer result) {
  Analysis analysis = session.observer->end_analysis();
  std::vector<Diagnostic> notices;
  if (result && write_in<ConditionalPlan>(plan.node) != nullptr) {
    analysis.note_condition(*result);
  } else if (result && result->columns != nullptr) {
    analysis.read_to_end(*result);
  }
  if (result) notices = result->notices_so_far();
  const Language language = language_of(analysis.explain(), session.settings.language);
  Explanation explanation = explain(analysis.explain(), plan, language);
  explanation.measures = analysis.measures();
  AnswerPlan answer = answer_of(explanation, analysis.explain().form);
  std::vector<ResultColumn> columns;
  for (const AnswerPlan::Column& column : answer.columns) columns.push_back({column.name, column.type});
  return std::make_unique<ResultState>(std::make_shared<const std::vector<ResultColumn>>(std::move(columns)),
                                       ComputedRows{std::move(answer.rows)}, std::move(notices));
}

}  // namespace cellar
