// EXPLAIN ANALYZE: runs a statement, and tells what it has cost.

#include <algorithm>

#include "database/session/session_state.h"
#include "refusal/render.h"

namespace cellar {

namespace {

bool is_refused(const CachedPlan& planned) {
  return std::ranges::any_of(planned.plan.notices,
                             [](const Diagnostic& notice) { return !is_notice(notice); });
}

}  // namespace

Progress SessionState::run_analyzed(ResultPointer& result) {
  const Analysis::Clock::time_point begin = Analysis::Clock::now();
  plan_running();
  if (is_refused(*running_.planned)) {
    result = run_read();
    return Progress::done;
  }
  if (!observer_) observer_ = std::make_unique<StatementObserver>();
  const std::shared_ptr<const Statement> explain = std::move(running_.statement);
  observer_->begin_analysis(Analysis(explain, running_.parsing, Analysis::Clock::now() - begin));
  running_.statement = std::get<ExplainStatement>(explain->node).explained;
  running_.planned.reset();
  const bool is_read = running_.statement->access() == Access::read;
  const Progress progress = run_planned(result);
  if (progress == Progress::done && is_read) result = end_analysis(std::move(result));
  return progress;
}

ResultPointer SessionState::end_analysis(ResultPointer result) {
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
