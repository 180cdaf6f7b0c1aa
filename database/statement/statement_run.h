// The run of a statement.
//
// In:      text, a prepared statement or a request, with the values of its markers.
// Out:     the state of a Result.
// Refused: everything that a statement may be refused for.
//
// A text takes one of two ways, with the same outcome: the short way by its shape, if a statement of that shape was
// planned before, or the long way by the grammar and the planner. What the short way cannot do or would refuse takes the
// long one; StatementPath::general always takes the long one. A write ends in the write queue of the database, possibly
// while no thread waits for it. So a statement runs in steps, and `running_` keeps what a later step needs.
//
// Sources: statement_run.cpp, statement_short_way.cpp, statement_read.cpp, statement_write.cpp,
// statement_definition.cpp, statement_observation.cpp (traces, EXPLAIN ANALYZE).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "database/results/result_state.h"
#include "database/session/session_parts.h"
#include "database/statement/batch_parts.h"
#include "database/statement/bound_batch.h"
#include "database/statement/bound_text.h"
#include "database/statement/generated_times.h"
#include "planner/plan.h"

namespace cellar {

/// Null for a statement that returns neither rows nor notices.
using ResultPointer = std::unique_ptr<ResultState>;

/// The outcome of a step of a statement.
enum class StepResult {
  done,
  other_way,  // nothing was done; the statement must take the long way
  refused,    // only for attempt(): `running_.refusal` says why
  in_queue,   // only for a submitted request: its write waits in the queue to become durable
};

class StatementRun {
 public:
  /// `write_ended` is called when the write of a submitted request has ended, in the thread that leads the write queue: it
  /// must let another thread call go_on(), or call it itself if is_written().
  StatementRun(SessionParts& parts, std::function<void()> write_ended);
  ~StatementRun();
  StatementRun(const StatementRun&) = delete;
  StatementRun& operator=(const StatementRun&) = delete;

  ResultPointer execute(std::string_view text);
  ResultPointer execute(const std::shared_ptr<PreparedState>& prepared, std::span<const BoundValue> values);
  ResultPointer execute(const Request& request);
  Reply attempt(std::string_view text);
  CachedPlanPointer prepare(std::string_view text);
  /// Ends the trace of the last statement. `result` is null for one that has none, or was refused.
  TracePointer end_trace(ResultState* result);

  // The steps of a submitted request. After StepResult::in_queue nothing of the session may be touched before go_on().
  /// The request must live until end() is called.
  void begin(const Request& request, bool is_submitted);
  StepResult run(ResultPointer& result);
  /// Continues after the write of the request has ended.
  StepResult go_on(ResultPointer& result);
  /// Returns whether the write of the request is durable, so that go_on() does nothing but answer.
  bool is_written() const;
  /// Returns whether run() would do no more for this statement than to put it into the write queue.
  bool is_queued_write(const Prepared& prepared) const;
  /// Completes a refusal of the statement: names the file that is damaged, gives it its places in the text of the
  /// statement, and ends the trace.
  void finish_refusal(Refusal& refusal);
  void end();

 private:
  /// The statement that is running.
  struct Running {
    std::string_view text;              // if it is not prepared
    PreparedState* prepared = nullptr;  // if it is: that of last_prepared_
    std::span<const BoundValue> values;
    const Request* request = nullptr;   // further settings; null if there is no request
    std::unique_ptr<BatchParts> parts;  // of a Batch

    std::shared_ptr<const Statement> statement;  // on the long way
    CachedPlanPointer planned;
    const CachedPlan* plan_before = nullptr;       // of the prepared statement when it began to run
    BoundText bound;                               // on the short way
    bool is_use = false;                           // a USE statement that has run
    std::optional<Diagnostic>* refusal = nullptr;  // takes a refusal that need not be thrown
    ResultPointer answer;  // the rows of a conditional write, or the notices of a batch, once it was gathered
    std::chrono::nanoseconds parsing{};
  };
  /// The prepared statement that this session ran last.
  struct LastPrepared {
    std::shared_ptr<PreparedState> statement;
    CachedPlanPointer planned;  // its newest plan that this session has seen, counted apart
  };

  bool is_analyzing() const { return observer_ && observer_->is_analyzing(); }
  /// Returns true if writes read the rows before and after them, to say what became of them.
  bool watches_writes() const { return settings_.watches_writes() && !is_analyzing(); }
  void note(std::string_view activity) {
    if (observer_) observer_->note(activity);
  }

  /// Begins to run a prepared statement. What is known of its last run is kept.
  void begin(const std::shared_ptr<PreparedState>& prepared, std::span<const BoundValue> values);
  /// Takes the newest plan of the prepared statement that is running. Refuses one of another database.
  void take_prepared_plan();
  ResultPointer run_to_end();
  StepResult run_long(ResultPointer& result);
  /// Returns why the running statement is refused, if the last one was refused by the planner, too.
  std::optional<Diagnostic> find_likely_refusal();
  StepResult run_planned(ResultPointer& result);
  /// Plans the running statement for the schema that the transaction sees, unless its plan is still valid.
  /// Refuses values that were bound for other types.
  void plan_running(Transaction& transaction);
  /// As above, for what a snapshot or the group shows; builds an index or view that it lacks.
  void plan_running();
  /// Keeps the plan for statements of the same shape, or for the next run of the prepared statement.
  void keep_plan();
  /// Returns the second that decides what has expired: the request's, or that of the clock.
  Seconds now_seconds(Timestamp now_microseconds) const;
  /// Puts the parts of a Batch together: they are the running text and its values from then on.
  void join_parts();
  /// Parses the running text. Returns the fault that it has.
  std::optional<Diagnostic> parse_running();
  /// Throws the refusal, or hands it to attempt().
  StepResult refuse_running(Diagnostic refusal);
  /// Keeps the statement, if the planner has refused it.
  void keep_refused();

  // Traces and EXPLAIN ANALYZE (statement_observation.cpp).
  void begin_to_observe(std::string_view text);
  /// Returns what EXPLAIN says of the way by which the statement reaches its rows; may be empty.
  std::string access_of(const std::string& text, const std::string& keyspace);
  /// Runs the statement that EXPLAIN ANALYZE explains, and measures it.
  StepResult run_analyzed(ResultPointer& result);
  /// Returns the answer of EXPLAIN ANALYZE; reads a SELECT to its end.
  ResultPointer end_analysis(ResultPointer result);

  // The short way (statement_short_way.cpp).
  StepResult run_by_shape(ResultPointer& result);
  StepResult run_bound(ResultPointer& result);
  StepResult run_batch_by_shapes(ResultPointer& result);
  StepResult run_parts(ResultPointer& result);
  StepResult run_bound_batch(ResultPointer& result);

  // Reads (statement_read.cpp).
  ResultPointer run_read();
  ResultPointer run_use(const UsePlan& plan);
  ResultPointer run_select(Transaction& source, std::optional<Transaction>& snapshot);
  /// Returns the result of a statement that answers no rows: the notices of its plan; null if none are to be given.
  ResultPointer without_rows(const CachedPlanPointer& planned);
  /// Moves the spans of the result's notices to this text.
  ResultPointer with_own_places(ResultPointer result) const;

  // Definitions (statement_definition.cpp).
  ResultPointer run_definition_statement();
  SchemaPointer change_schema(WriteTransaction& transaction, const Schema& before);
  ResultPointer run_unchanged_definition(WriteTransaction transaction);
  /// Returns what the definition that has run has changed, and what there is to say about it.
  ResultPointer note_definition(const Schema& before, const Schema& after);

  // Writes (statement_write.cpp).
  /// Gathers what the statement changes, in the thread that leads the queue. Returns false for StepResult::other_way.
  using Gather = bool (StatementRun::*)(WriteTransaction& transaction, std::vector<Mutation>& mutations);
  class Write;
  class SubmittedWrite;
  StepResult run_write();
  StepResult write(Gather gather);
  /// Throws KeyTimeAhead, and has written nothing, if the write has to wait for the clock.
  StepResult write_once(Gather gather);
  bool write_in_group(Gather gather);
  void wait_for_clock(const KeyTimeAhead& ahead);
  StepResult continue_later(const KeyTimeAhead& ahead);
  void note_wait_for_clock();
  bool gather_and_apply(Gather gather, WriteTransaction& transaction);
  bool gather_planned(WriteTransaction& transaction, std::vector<Mutation>& mutations);
  bool gather_known(WriteTransaction& transaction, std::vector<Mutation>& mutations);
  bool gather_known_batch(WriteTransaction& transaction, std::vector<Mutation>& mutations);
  bool gather_statements(std::span<const BatchedStatement> statements, const WriteRun& batch,
                         std::vector<Mutation>& mutations);
  /// Writes with the values in `slots_`: directly if the plan has a DirectUpsert, otherwise by mutations.
  void write_plan(const CachedPlan& planned, WriteTransaction& transaction, std::vector<Mutation>& mutations);
  void gather_plan(const CachedPlan& planned, const WriteRun& run, std::vector<Mutation>& mutations);
  WriteRun write_run(WriteTransaction& transaction, EvaluationContext& context,
                     std::span<const BoundValue> slots, Timestamp timestamp) const;
  Timestamp timestamp_of(const CachedPlan& planned, WriteTransaction& transaction,
                         const EvaluationContext& context) const;
  /// Keeps what there is to say about a batch that was gathered.
  void note_batch(BatchStatement::Kind kind, const std::vector<Mutation>& mutations);
  /// Keeps what there is to say about the generated times of keys, once they are gathered.
  void note_times(const WritePlan& plan);
  /// Applies the mutations, and keeps what there is to say about the rows that were there before.
  void apply_watched(const CachedPlan& planned, const WriteRun& run, std::vector<Mutation>& mutations);
  void add_notices(std::vector<Diagnostic> notices);
  /// Returns the result of a write that is durable or part of the group.
  ResultPointer end_write();

  // The parts of the session that are used here.
  const std::shared_ptr<DatabaseState>& database_;
  SessionSettings& settings_;
  OpenGroup& group_;
  SessionWait& wait_;
  StatementObserverPointer& observer_;
  DerivedBuilds& builds_;
  SessionPlans& plans_;
  SessionFaults& faults_;
  NoticeFilter& notice_filter_;
  const std::function<void()> write_ended_;

  Running running_;
  LastPrepared last_prepared_;
  std::optional<std::string> keyspace_before_;  // while that of a request is in use
  std::unique_ptr<SubmittedWrite> submitted_write_;
  bool has_waited_ = false;    // the submitted write, for the clock
  bool refused_last_ = false;  // by the planner
  GeneratedTimes times_;
  TextBinder text_binder_;
  // Memory that is reused.
  BoundBatch batch_;
  const std::shared_ptr<IdleResult> idle_result_ = std::make_shared<IdleResult>();
  std::vector<BoundValue> slots_;
  std::vector<Mutation> mutations_;
};

}  // namespace cellar
