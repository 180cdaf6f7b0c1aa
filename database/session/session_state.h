// The state of a session between its statements, and how it runs one.
//
// In:      text, or a statement with its plan and the values of its markers.
// Out:     the state of a Result.
// Refused: everything that a statement may be refused for.
//
// A text takes one of two ways, with the same outcome: the short way by its shape, if a statement of that
// shape was planned before, or the long way by the grammar and the planner. What the short way cannot do or
// would refuse takes the long one; StatementPath::general always takes the long one. A write ends in the
// write queue of the database, possibly while no thread waits for it. So a statement runs in steps, and
// `running_` keeps what a later step needs.
//
// Sources: session_state.cpp, session_write.cpp (writes), session_notices.cpp (notices), run_by_shape.cpp (the short
// way), session_key_times.cpp (generated times in keys), refused_shapes.cpp (refusals of known shapes),
// requests.cpp (requests), run_parts.cpp (batches in parts), session_trace.cpp (traces), analyze.cpp (EXPLAIN ANALYZE).
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <set>
#include <unordered_map>

#include "database/results/result_state.h"
#include "database/session/derived_builds.h"
#include "database/session/open_group.h"
#include "database/session/session_settings.h"
#include "database/session/statement_faults.h"
#include "database/session/statement_plans.h"
#include "database/session/statement_wait.h"
#include "database/session/table_copy.h"
#include "database/session/told_notices.h"
#include "executor/write/key_times.h"
#include "planner/plan.h"

namespace cellar {

/// Null for a statement that returns neither rows nor notices.
using ResultPointer = std::unique_ptr<ResultState>;

/// The state of a statement after a step.
enum class Progress {
  done,
  other_way,  // nothing was done; the statement must take the long way
  refused,    // only for attempt(): `running_.refusal` says why
  in_queue,   // only for a submitted request: its write waits in the queue to become durable
};

struct SessionState {
  SessionState(std::shared_ptr<DatabaseState> of_session, Policy policy);
  ~SessionState();

  const std::shared_ptr<DatabaseState> database;
  SessionSettings settings;
  OpenGroup group;

  StatementPlans& plans() { return plans_; }
  StatementFaults& faults() { return faults_; }
  std::map<std::string, std::size_t> take_untold_notices() { return told_.take_left_out(); }
  /// `result` is null for a statement that has none, or was refused.
  TracePointer end_trace(ResultState* result);

  ResultPointer execute(std::string_view text);
  Reply attempt(std::string_view text);
  ResultPointer execute(const std::shared_ptr<PreparedState>& prepared, std::span<const BoundValue> values);
  ResultPointer execute(const Request& request);
  void submit(Request request, Completion completion);
  /// Waits until all submitted requests have been answered.
  void await_requests();

  CopiedRows copy_table(const TableCopy& copy, const CopyProgress& progress) {
    return cellar::copy_table(*database, group, wait_, copy, progress);
  }

 private:
  bool is_analyzing() const { return observer_ && observer_->is_analyzing(); }
  /// Returns true if writes read the rows before and after them, to say what became of them.
  bool watches_writes() const { return settings.watches_writes() && !is_analyzing(); }
  bool writes_directly() const {
    return settings.path == StatementPath::shortest && !settings.watches_writes();
  }

  /// A Batch that is running, and its text with all values once it takes the long way.
  struct RunningParts {
    explicit RunningParts(const Batch& of_request) : batch(of_request) {}
    const Batch& batch;
    std::string text;
    std::vector<BoundValue> values;
  };
  /// The statement that is running.
  struct Running {
    std::string_view text;              // if it is not prepared
    PreparedState* prepared = nullptr;  // if it is: that of last_prepared_
    std::span<const BoundValue> values;
    const Request* request = nullptr;     // further settings; null if there is no request
    std::unique_ptr<RunningParts> parts;  // of a Batch

    std::shared_ptr<const Statement> statement;  // on the long way
    CachedPlanPointer planned;
    const CachedPlan* plan_before = nullptr;       // of the prepared statement when it began to run
    KnownShapePointer known;                       // on the short way
    std::vector<std::size_t> list_sizes;           // of the long lists that are bound as one value each
    std::string stand_in;                          // for the text: see bind_without_long_lists()
    std::size_t batched = 0;                       // statements of `batch_`
    bool is_use = false;                           // a USE statement that has run
    std::optional<Diagnostic>* refusal = nullptr;  // takes a refusal that need not be thrown
    ResultPointer answer;  // the rows of a conditional write, or the notices of a batch, once it was gathered
    std::chrono::nanoseconds parsing{};
  };
  /// While it lives, the keyspace of a request is in use.
  class KeyspaceOfRequest;

  /// The prepared statement that this session ran last.
  struct LastPrepared {
    std::shared_ptr<PreparedState> statement;
    CachedPlanPointer planned;  // its newest plan that this session has seen, counted apart
  };

  /// Begins to run a prepared statement. What is known of its last run is kept.
  void begin(const std::shared_ptr<PreparedState>& prepared, std::span<const BoundValue> values);
  /// Takes the newest plan of the prepared statement that is running. Refuses one of another database.
  void take_prepared_plan();
  void begin_to_observe();
  void note(std::string_view activity) {
    if (observer_) observer_->note(activity);
  }
  std::string access_of(const std::string& text);
  void note_refusal(const Diagnostic& refusal) {
    if (observer_) observer_->note_refused(refusal);
  }

  Progress run(ResultPointer& result);
  Progress run_long(ResultPointer& result);
  Progress run_planned(ResultPointer& result);
  ResultPointer run_to_end();
  /// Runs the statement that EXPLAIN ANALYZE explains, and measures it.
  Progress run_analyzed(ResultPointer& result);
  /// Returns the answer of EXPLAIN ANALYZE; reads a SELECT to its end.
  ResultPointer end_analysis(ResultPointer result);
  /// Returns the result of a write that is durable or part of the group.
  ResultPointer end_write();
  /// Keeps the plan for statements of the same shape, or for the next run of the prepared statement.
  void keep_plan();
  /// Moves the spans of a refusal to this text, if the plan was made from another text.
  void give_own_places(Refusal& refusal) const;

  /// Plans the running statement for the schema that the transaction sees, unless its plan is still valid.
  /// Refuses values that were bound for other types.
  void plan_running(Transaction& transaction);
  /// As above, for what a snapshot or the group shows; builds an index or view that it lacks.
  void plan_running();
  /// Returns the second that decides what has expired: the request's, or that of the clock.
  Seconds now_seconds(Timestamp now_microseconds) const;
  ResultPointer run_read();
  ResultPointer run_definition_statement();
  ResultPointer run_unchanged_definition(WriteTransaction transaction);

  ResultPointer run_select(Transaction& source, std::optional<Transaction>& snapshot);
  ResultPointer without_rows(const CachedPlanPointer& planned);
  /// Returns what the definition that has run has changed, and what there is to say about it.
  ResultPointer note_definition(const Schema& before, const Schema& after);
  /// Moves the spans of the result's notices to this text.
  ResultPointer with_own_places(ResultPointer result) const;

  // Writes (session_write.cpp).
  /// Gathers what the statement changes, in the thread that leads the queue. Returns false for
  /// Progress::other_way.
  using Gather = bool (SessionState::*)(WriteTransaction& transaction, std::vector<Mutation>& mutations);
  class Write;
  class SubmittedWrite;
  Progress write(Gather gather);
  /// Throws KeyTimeAhead, and has written nothing, if the write has to wait for the clock.
  Progress write_once(Gather gather);
  bool gather_and_apply(Gather gather, WriteTransaction& transaction);
  bool write_in_group(Gather gather);
  bool gather_planned(WriteTransaction& transaction, std::vector<Mutation>& mutations);
  bool gather_known(WriteTransaction& transaction, std::vector<Mutation>& mutations);
  bool gather_known_batch(WriteTransaction& transaction, std::vector<Mutation>& mutations);
  Progress run_write();
  WriteRun write_run(WriteTransaction& transaction, EvaluationContext& context,
                     std::span<const BoundValue> slots, Timestamp timestamp) const;
  Timestamp timestamp_of(const CachedPlan& planned, WriteTransaction& transaction,
                         const EvaluationContext& context) const;
  /// Keeps what there is to say about a batch that was gathered.
  void note_batch(BatchStatement::Kind kind, const std::vector<Mutation>& mutations);
  /// Applies the mutations, and keeps what there is to say about the rows that were there before.
  void apply_watched(const CachedPlan& planned, const WriteRun& run, std::vector<Mutation>& mutations);
  void add_notices(std::vector<Diagnostic> notices);
  void gather_plan(const CachedPlan& planned, const WriteRun& run, std::vector<Mutation>& mutations);
  /// Writes with the values in `slots_`: directly if the plan has a DirectUpsert, otherwise by mutations.
  void write_plan(const CachedPlan& planned, WriteTransaction& transaction, std::vector<Mutation>& mutations);

  // Generated times in keys (session_key_times.cpp).
  /// Sets the times at which the statements take place, in `run` and in its context.
  void choose_times(std::span<const TimedStatement> statements, EvaluationContext& context, WriteRun& run);
  /// As above, for those of a plan with the values in `slots_`.
  void choose_times_of(const WritePlan& plan, EvaluationContext& context, WriteRun& run);
  /// As above, for the statements of `batch_`. Returns false if none of them has such a key.
  bool choose_times_of_batch(EvaluationContext& context, WriteRun& run);
  /// Keeps what there is to say about them, once they are gathered.
  void note_times(const WritePlan& plan);
  void wait_for_clock(const KeyTimeAhead& ahead);

  // The short way (run_by_shape.cpp).
  Progress run_by_shape(ResultPointer& result);
  Progress run_batch_by_shapes(ResultPointer& result);
  bool bind_batch(const BatchText& batch);
  void free_large_batch();
  KnownShapePointer learn_shortened(std::string_view text);
  bool comes_again();
  bool bind_without_long_lists(std::string_view text);
  Progress run_bound(ResultPointer& result);
  /// Says in notices how many elements the long lists have, which the plan does not know.
  void count_elements(std::vector<Diagnostic>& notices) const;

  // Batches in parts (run_parts.cpp).
  Progress run_parts(ResultPointer& result);
  bool bind_parts();
  bool bind_part(const BatchPart& part, Transaction& source, std::string& text);
  void join_parts();
  void require_lone_parts() const;
  void check_markers_of_parts(const CachedPlan& planned) const;
  /// Returns null for a part that is a text. Refuses a statement of another database.
  const PreparedState* prepared_of(const BatchPart& part) const;

  // Refusals (refused_shapes.cpp).
  /// Parses the running text. Returns the fault that it has.
  std::optional<Diagnostic> parse_running();
  /// Throws the refusal, or hands it to attempt().
  Progress refuse_running(Diagnostic refusal);
  /// Keeps the statement, which the planner has refused.
  void keep_refused();

  // Requests (requests.cpp).
  void begin(const Request& request, bool is_submitted);
  void run_next_request();
  void go_on_with_request();
  void end_request(Reply answer);
  template <typename Step>
  void step_of_request(Step step);

  StatementWait wait_;
  StatementObserverPointer observer_;  // of the last statement
  DerivedBuilds builds_;
  StatementPlans plans_;
  StatementFaults faults_;
  ToldNotices told_;
  Running running_;
  LastPrepared last_prepared_;
  std::optional<Timestamp> began_;  // when the statement first chose the times of its keys
  KeyTimes key_times_;
  // Memory that is reused.
  const std::shared_ptr<IdleResult> idle_result_ = std::make_shared<IdleResult>();
  std::size_t shape_before_ = 0;  // hash of the shape of the long statement before
  std::vector<BoundValue> slots_;
  std::vector<Mutation> mutations_;
  struct BatchedStatement {
    KnownShapePointer known;
    std::vector<BoundValue> slots;
  };
  std::vector<BatchedStatement> batch_;

  struct Submitted {
    Request request;
    Completion completion;
    std::size_t bytes = 0;  // of the database's RequestBudget
  };
  // The request that is running, and what belongs to it.
  std::unique_ptr<Submitted> submitted_;
  std::unique_ptr<SubmittedWrite> submitted_write_;
  std::unique_ptr<KeyspaceOfRequest> keyspace_of_request_;

  std::mutex requests_mutex_;  // guards the members below
  std::condition_variable requests_answered_;
  std::deque<std::unique_ptr<Submitted>> requests_;
  std::atomic<bool> runs_requests_ = false;  // read without the mutex, too
};

}  // namespace cellar
