// Traces of statements, and EXPLAIN ANALYZE, which runs a statement and tells what it has cost.

#include <algorithm>
#include <utility>

#include "database/observe/explained_access.h"
#include "database/statement/statement_run.h"
#include "functions/timeuuid.h"
#include "refusal/render.h"
#include "types/uuid.h"

namespace cellar {

namespace {

bool is_refused(const CachedPlan& planned) {
  return std::ranges::any_of(planned.plan.notices,
                             [](const Diagnostic& notice) { return !is_notice(notice); });
}

}  // namespace

void StatementRun::begin_to_observe(std::string_view text) {
  observer_.reset();
  if (!settings_.tracing) return;
  EvaluationContext context = database_->evaluation_context();
  observer_ = std::make_unique<StatementObserver>();
  observer_->begin_trace(uuid_text(timeuuid_of_now(context)), text, settings_.keyspace);
}

TracePointer StatementRun::end_trace(ResultState* result) {
  const StatementObserverPointer observer = std::move(observer_);
  std::optional<RunningTrace> trace = observer ? observer->end_trace(result) : std::nullopt;
  if (!trace) return nullptr;
  return trace->end(trace->statement().empty() ? "" : access_of(trace->statement(), trace->keyspace()));
}

std::string StatementRun::access_of(const std::string& text, const std::string& keyspace) {
  try {
    const SchemaPointer schema = plans_.schema_as_seen();
    return explained_access(text, plans_.context(*schema, keyspace, database_->now_microseconds()));
  } catch (const Refusal&) {
    return "";
  }
}

StepResult StatementRun::run_analyzed(ResultPointer& result) {
  const Analysis::Clock::time_point begin = Analysis::Clock::now();
  plan_running();
  if (is_refused(*running_.planned)) {
    result = run_read();
    return StepResult::done;
  }
  if (!observer_) observer_ = std::make_unique<StatementObserver>();
  const std::shared_ptr<const Statement> explain = std::move(running_.statement);
  observer_->begin_analysis(Analysis(explain, running_.parsing, Analysis::Clock::now() - begin));
  running_.statement = std::get<ExplainStatement>(explain->node).explained;
  running_.planned.reset();
  const bool is_read = running_.statement->access() == Access::read;
  const StepResult step = run_planned(result);
  if (step == StepResult::done && is_read) result = end_analysis(std::move(result));
  return step;
}

ResultPointer StatementRun::end_analysis(ResultPointer result) {
  Analysis analysis = observer_->end_analysis();
  std::vector<Diagnostic> notices;
  if (result && write_in<ConditionalPlan>(running_.planned->plan.node) != nullptr) {
    analysis.note_condition(*result);
  } else if (result && result->columns != nullptr) {
    analysis.read_to_end(*result);
  }
  if (result) notices = result->notices_so_far();
  Explanation explanation = explain(analysis.explain(), running_.planned->plan);
  explanation.measures = analysis.measures();
  AnswerPlan answer = answer_of(explanation, analysis.explain().form);
  std::vector<ResultColumn> columns;
  for (const AnswerPlan::Column& column : answer.columns) columns.push_back({column.name, column.type});
  return std::make_unique<ResultState>(std::make_shared<const std::vector<ResultColumn>>(std::move(columns)),
                                       ComputedRows{std::move(answer.rows)}, std::move(notices));
}

}  // namespace cellar
