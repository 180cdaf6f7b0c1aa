#include "database/statement/statement_run.h"

#include <algorithm>
#include <utility>

#include "database/statement/statement_answer.h"
#include "database/statement/statement_observation.h"
#include "parser/diagnosis/mending.h"
#include "refusal/render.h"

namespace cellar {

namespace {

bool is_refused(const CachedPlan& planned) {
  return std::ranges::any_of(planned.plan.notices,
                             [](const Diagnostic& notice) { return !is_notice(notice); });
}

}  // namespace

ResultPointer StatementRun::execute(std::string_view text) {
  begin(text);
  return run_to_end();
}

ResultPointer StatementRun::execute(const std::shared_ptr<PreparedState>& prepared,
                                    std::span<const BoundValue> values) {
  planning_.begin(prepared, values);
  return run_to_end();
}

ResultPointer StatementRun::execute(const Request& request) {
  struct End {
    StatementRun& statement;
    ~End() { statement.end(); }
  } const end{*this};
  begin(request, false);
  return run_to_end();
}

Reply StatementRun::attempt(std::string_view text) {
  std::optional<Diagnostic> refusal;
  begin(text);
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

CachedPlanPointer StatementRun::prepare(std::string_view text) {
  StatementObserverPointer& observer = session_.observer;
  if (session_.settings.tracing || observer) begin_to_observe(session_, text);
  std::optional<Diagnostic> fault;
  try {
    CachedPlanPointer planned = session_.plans.find_prepared(text);
    std::shared_ptr<const Statement> statement;
    if (!planned) fault = session_.faults.parse_prepared(text, statement);
    if (statement) planned = session_.plans.prepare_parsed(text, std::move(statement));
    if (planned && observer) observer->leave();
    if (planned) return planned;
  } catch (Refusal& refusal) {
    fault = std::move(refusal.diagnostic);
  }
  withhold_guess(*fault, text);
  if (observer) observer->note_refused(*fault);
  throw Refusal(*std::move(fault));
}

void StatementRun::begin(std::string_view text) {
  running_.begin(false);
  running_.text = text;
}

void StatementRun::begin(const Request& request, bool is_submitted) {
  SessionSettings& settings = session_.settings;
  if (const auto* prepared = std::get_if<Prepared>(&request.statement)) {
    planning_.begin(prepared->state(), request.values);
  } else {
    begin(std::string_view());
    if (const auto* batch = std::get_if<Batch>(&request.statement)) {
      running_.parts = std::make_unique<BatchParts>(*batch, session_.database->number);
    } else {
      running_.text = std::get<std::string>(request.statement);
      running_.values = request.values;
    }
    if (request.keyspace) keyspace_before_ = std::exchange(settings.keyspace, *request.keyspace);
  }
  running_.request = &request;
  session_.wait.begin(request, is_submitted);
}

void StatementRun::end() {
  // A USE statement has the last word.
  if (keyspace_before_ && !running_.is_use) session_.settings.keyspace = std::move(*keyspace_before_);
  keyspace_before_.reset();
  write_.forget_queued();
  session_.wait.end();
  begin(std::string_view());
  if (session_.observer) session_.observer->leave();
}

/// Runs a statement whose write this thread waits for.
ResultPointer StatementRun::run_to_end() {
  ResultPointer result;
  try {
    run(result);
  } catch (Refusal& refusal) {
    finish_refusal(refusal);
    planning_.keep_refused();
    throw;
  }
  if (session_.observer) session_.observer->leave();
  return result;
}

void StatementRun::finish_refusal(Refusal& refusal) {
  session_.database->name_file(refusal);
  const KnownShapePointer& known = running_.bound.known;
  if (known) move_spans(refusal.diagnostic, known->origin, session_.plans.shape().literals);
  if (!running_.text.empty()) withhold_guess(refusal.diagnostic, running_.text);
  if (session_.observer) session_.observer->note_refused(refusal.diagnostic);
}

StepResult StatementRun::run(ResultPointer& result) {
  if (session_.settings.tracing || session_.observer) {
    if (session_.settings.tracing && running_.parts) running_.join_parts();
    begin_to_observe(session_, running_.text);
  }
  session_.wait.require_time();
  if (session_.group.is_lost()) refuse("group_lost");
  if (running_.prepared) {
    planning_.take_prepared_plan();
    return run_planned(result);
  }
  StepResult step = StepResult::other_way;
  if (running_.parts) {
    step = short_way_.run_parts(result);
  } else if (session_.plans.takes_short_ways() && running_.values.empty()) {
    step = short_way_.run_text(result);
  }
  return step == StepResult::other_way ? run_long(result) : step;
}

StepResult StatementRun::run_long(ResultPointer& result) {
  if (std::optional<Diagnostic> refusal = planning_.parse()) return refuse_running(std::move(*refusal));
  return run_planned(result);
}

StepResult StatementRun::run_planned(ResultPointer& result) {
  const auto* const explain = std::get_if<ExplainStatement>(&running_.statement->node);
  if (explain != nullptr && explain->analyze) return run_analyzed(result);
  const Access access = running_.statement->access();
  if (access == Access::write) return answer_write(write_.run(), result);
  result = access == Access::read ? read_.run() : definition_.run();
  planning_.keep();
  return StepResult::done;
}

StepResult StatementRun::answer_write(StepResult step, ResultPointer& result) {
  if (step != StepResult::done) return step;
  planning_.keep();
  result = session_.is_analyzing() ? end_analysis(std::move(running_.answer))
                                   : answer_of_write(session_, running_);
  return step;
}

StepResult StatementRun::resume(ResultPointer& result) {
  const StepResult step = write_.resume();
  return step == StepResult::other_way ? run_long(result) : answer_write(step, result);
}

bool StatementRun::is_queued_write(const Prepared& prepared) const {
  return prepared.state()->is_write() && !session_.group.is_open() && !session_.settings.tracing &&
         !session_.observer;
}

StepResult StatementRun::run_analyzed(ResultPointer& result) {
  const Analysis::Clock::time_point begin = Analysis::Clock::now();
  {
    std::optional<Transaction> snapshot;
    planning_.plan_read(snapshot);
  }
  if (is_refused(*running_.planned)) {
    result = read_.run();
    return StepResult::done;
  }
  StatementObserverPointer& observer = session_.observer;
  if (!observer) observer = std::make_unique<StatementObserver>();
  const std::shared_ptr<const Statement> explain = std::move(running_.statement);
  observer->begin_analysis(Analysis(explain, running_.parsing, Analysis::Clock::now() - begin));
  running_.statement = std::get<ExplainStatement>(explain->node).explained;
  running_.planned.reset();
  const bool is_read = running_.statement->access() == Access::read;
  const StepResult step = run_planned(result);
  if (step == StepResult::done && is_read) result = end_analysis(std::move(result));
  return step;
}

ResultPointer StatementRun::end_analysis(ResultPointer result) {
  return cellar::end_analysis(session_, running_.planned->plan, std::move(result));
}

StepResult StatementRun::refuse_running(Diagnostic refusal) {
  if (!running_.text.empty()) withhold_guess(refusal, running_.text);
  if (running_.refusal == nullptr) throw Refusal(std::move(refusal));
  if (session_.observer) session_.observer->note_refused(refusal);
  *running_.refusal = std::move(refusal);
  return StepResult::refused;
}

}  // namespace cellar
