#include "database/statement/statement_run.h"

#include <utility>

#include "database/statement/submitted_write.h"
#include "parser/parser.h"

namespace cellar {

StatementRun::StatementRun(SessionParts& parts, std::function<void()> write_ended)
    : database_(parts.database),
      settings_(parts.settings),
      group_(parts.group),
      wait_(parts.wait),
      observer_(parts.observer),
      builds_(parts.builds),
      plans_(parts.plans),
      faults_(parts.faults),
      notice_filter_(parts.notice_filter),
      write_ended_(std::move(write_ended)),
      times_(*database_, group_, wait_),
      text_binder_(plans_),
      batch_(plans_) {}
StatementRun::~StatementRun() = default;

ResultPointer StatementRun::execute(std::string_view text) {
  running_ = {};
  running_.text = text;
  return run_to_end();
}

ResultPointer StatementRun::execute(const std::shared_ptr<PreparedState>& prepared,
                                    std::span<const BoundValue> values) {
  begin(prepared, values);
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

void StatementRun::begin(const std::shared_ptr<PreparedState>& prepared, std::span<const BoundValue> values) {
  Running next;
  if (last_prepared_.statement != prepared) {
    last_prepared_ = {prepared, nullptr};
  } else if (running_.planned == last_prepared_.planned && !is_analyzing()) {
    next.planned = std::move(running_.planned);
    next.statement = std::move(running_.statement);
  }
  next.prepared = prepared.get();
  next.values = values;
  running_ = std::move(next);
}

void StatementRun::begin(const Request& request, bool is_submitted) {
  if (const auto* prepared = std::get_if<Prepared>(&request.statement)) {
    begin(prepared->state(), request.values);
  } else {
    running_ = {};
    if (const auto* batch = std::get_if<Batch>(&request.statement)) {
      running_.parts = std::make_unique<BatchParts>(*batch, database_->number);
    } else {
      running_.text = std::get<std::string>(request.statement);
      running_.values = request.values;
    }
    if (request.keyspace) keyspace_before_ = std::exchange(settings_.keyspace, *request.keyspace);
  }
  running_.request = &request;
  wait_.begin(request, is_submitted);
}

void StatementRun::end() {
  // A USE statement has the last word.
  if (keyspace_before_ && !running_.is_use) settings_.keyspace = std::move(*keyspace_before_);
  keyspace_before_.reset();
  submitted_write_.reset();
  wait_.end();
  running_ = {};
  if (observer_) observer_->leave();
}

CachedPlanPointer StatementRun::prepare(std::string_view text) {
  if (settings_.tracing || observer_) begin_to_observe(text);
  try {
    CachedPlanPointer planned = plans_.prepare(text);
    if (observer_) observer_->leave();
    return planned;
  } catch (const Refusal& refusal) {
    if (observer_) observer_->note_refused(refusal.diagnostic);
    throw;
  }
}

void StatementRun::take_prepared_plan() {
  CachedPlanPointer& newest = last_prepared_.planned;
  if (!running_.prepared->has(newest.get())) {
    if (!running_.prepared->belongs_to(database_->number)) refuse("prepared_elsewhere");
    newest = with_own_count(running_.prepared->planned());
  }
  running_.plan_before = newest.get();
  if (running_.planned == newest && running_.statement.get() == newest->statement.get()) return;
  running_.planned = newest;
  running_.statement = {newest, newest->statement.get()};
}

/// Runs a statement whose write this thread waits for.
ResultPointer StatementRun::run_to_end() {
  ResultPointer result;
  try {
    run(result);
  } catch (Refusal& refusal) {
    finish_refusal(refusal);
    keep_refused();
    throw;
  }
  if (observer_) observer_->leave();
  return result;
}

void StatementRun::finish_refusal(Refusal& refusal) {
  database_->name_file(refusal);
  const KnownShapePointer& known = running_.bound.known;
  if (known) move_spans(refusal.diagnostic, known->origin, plans_.shape().literals);
  if (observer_) observer_->note_refused(refusal.diagnostic);
}

StepResult StatementRun::run(ResultPointer& result) {
  if (settings_.tracing || observer_) {
    if (settings_.tracing && running_.parts) join_parts();
    begin_to_observe(running_.text);
  }
  wait_.require_time();
  if (group_.is_lost()) refuse("group_lost");
  if (running_.prepared) {
    take_prepared_plan();
    return run_planned(result);
  }
  if (running_.parts) return run_parts(result);
  if (plans_.takes_short_ways() && running_.values.empty()) {
    const StepResult step = run_by_shape(result);
    if (step != StepResult::other_way) return step;
  }
  return run_long(result);
}

StepResult StatementRun::run_long(ResultPointer& result) {
  running_.bound.known.reset();
  running_.planned.reset();
  if (running_.parts) join_parts();
  if (!observer_) {
    std::optional<Diagnostic> refusal = faults_.find_known_fault(running_.text);
    if (refusal) return refuse_running(std::move(*refusal));
  }
  const auto begin = Analysis::Clock::now();
  if (std::optional<Diagnostic> fault = parse_running()) return refuse_running(std::move(*fault));
  running_.parsing = Analysis::Clock::now() - begin;
  if (running_.parts) running_.parts->check_each_alone();
  note("Parsed the statement: its shape was not known");
  if (std::optional<Diagnostic> refusal = find_likely_refusal()) {
    keep_refused();
    return refuse_running(std::move(*refusal));
  }
  // Before the next call: a queued write may already be answered, and its session closed.
  refused_last_ = false;
  return run_planned(result);
}

/// Planning twice is cheaper than an exception through all that runs a statement, if the statement is refused; a script
/// that is refused line after line may have no two lines of one shape.
std::optional<Diagnostic> StatementRun::find_likely_refusal() {
  const Statement& statement = *running_.statement;
  if (!refused_last_ || observer_ || running_.parts || statement.access() == Access::definition)
    return std::nullopt;
  if (std::holds_alternative<ExplainStatement>(statement.node)) return std::nullopt;
  if (!plans_.takes_short_ways() || !running_.bound.stand_in.empty()) return std::nullopt;
  return faults_.find_fault_of(running_.statement);
}

StepResult StatementRun::run_planned(ResultPointer& result) {
  const auto* const explain = std::get_if<ExplainStatement>(&running_.statement->node);
  if (explain != nullptr && explain->analyze) return run_analyzed(result);
  const Access access = running_.statement->access();
  if (access == Access::write) {
    const StepResult step = run_write();
    if (step == StepResult::done) result = end_write();
    return step;
  }
  result = access == Access::read ? run_read() : run_definition_statement();
  keep_plan();
  return StepResult::done;
}

void StatementRun::plan_running(Transaction& transaction) {
  CachedPlanPointer& planned = running_.planned;
  if (plans_.is_current(planned, transaction)) {
    if (observer_) observer_->note_planned("Used the plan of a prepared statement");
    return;
  }
  planned = plans_.plan_in(transaction, running_.statement, planned, database_->now_microseconds());
  if (!running_.bound.stand_in.empty()) {
    // It has only the literals that were to be refused, and they were not.
    planned.reset();
    running_.bound.stand_in.clear();
    running_.statement = std::make_shared<const Statement>(parse(running_.text));
    planned = plans_.plan_in(transaction, running_.statement);
  }
  if (running_.prepared) running_.prepared->check_markers(*planned);
  if (running_.parts) running_.parts->check_markers(*planned);
}

void StatementRun::plan_running() {
  std::optional<Transaction> snapshot;
  plans_.plan_read(snapshot, [this](Transaction& source) { plan_running(source); });
}

void StatementRun::keep_plan() {
  if (is_analyzing() || running_.parts) return;
  if (running_.prepared) {
    if (running_.planned.get() != running_.plan_before) running_.prepared->replace(running_.planned);
  } else if (!running_.bound.known && running_.planned) {
    plans_.learn(running_.text, running_.planned);
  }
}

Seconds StatementRun::now_seconds(Timestamp now_microseconds) const {
  const Request* const request = running_.request;
  return request != nullptr && request->now ? *request->now : now_microseconds / 1'000'000;
}

void StatementRun::join_parts() {
  running_.parts->join();
  running_.text = running_.parts->text();
  running_.values = running_.parts->values();
}

std::optional<Diagnostic> StatementRun::parse_running() {
  const std::string& stand_in = running_.bound.stand_in;
  if (stand_in.empty()) return faults_.parse(running_.text, running_.statement);
  running_.statement = std::make_shared<const Statement>(parse(stand_in));
  return std::nullopt;
}

StepResult StatementRun::refuse_running(Diagnostic refusal) {
  if (running_.refusal == nullptr) throw Refusal(std::move(refusal));
  if (observer_) observer_->note_refused(refusal);
  *running_.refusal = std::move(refusal);
  return StepResult::refused;
}

void StatementRun::keep_refused() {
  const bool by_planner =
      running_.statement && !running_.planned && !running_.prepared && running_.bound.stand_in.empty();
  refused_last_ = by_planner;
  if (by_planner) faults_.keep(running_.text, std::exchange(running_.statement, nullptr));
}

}  // namespace cellar
