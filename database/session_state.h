// The state of a session between its statements, and how it runs one.
//
// In:      text, or a statement with its plan and the values of its markers.
// Out:     the state of a Result.
// Refused: everything that a statement may be refused for.
//
// A text takes one of two ways, with the same outcome: by its shape, if a statement of that shape was planned
// before, or by the grammar and the planner. What the short way cannot do or would refuse takes the long one;
// StatementPath::general takes no other. A write ends in the queue of the database, and may end there while
// nobody waits for it; so a statement runs in steps, and what a later step needs is kept in `running_`.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>

#include "database/result_state.h"
#include "executor/write_run.h"

namespace cellar {

/// Null: a statement that answers neither rows nor notices.
using ResultPointer = std::unique_ptr<ResultState>;

/// How far a step has brought a statement.
enum class Progress {
  done,
  other_way,  // nothing has happened yet, and the long way must be taken
  in_queue,   // only for a submitted request: its write waits to become durable
};

struct SessionState {
  SessionState();
  ~SessionState();

  std::shared_ptr<DatabaseState> database;
  Policy policy = Policy::cassandra;
  std::string keyspace;
  WaitForWriter wait;
  StatementPath path = StatementPath::shortest;

  bool grouping = false;
  bool group_lost = false;  // its transaction failed: writes that follow would leave a hole before them
  std::size_t pending = 0;
  std::optional<WriteTransaction> group;

  ResultPointer execute(std::string_view text);
  ResultPointer execute(std::shared_ptr<PreparedState> prepared, std::span<const BoundValue> values);
  ResultPointer execute(const Request& request);
  void submit(Request request, Completion completion);
  /// All that was submitted has been answered.
  void await_requests();

  /// Planned, or taken over from a session that has planned the same text; with its shape kept for others.
  CachedPlanPointer prepare(std::string_view text);
  void use(std::string name);
  void commit_open_group();
  // If one of these refuses, there is no group any more.
  void end_group();
  void commit_group_async();
  bool is_commit_done();
  void drop_group();

 private:
  bool takes_short_ways() const { return path == StatementPath::shortest; }

  /// The statement that runs.
  struct Running {
    std::string_view text;  // of one that is not prepared
    std::shared_ptr<PreparedState> prepared;
    std::span<const BoundValue> values;
    const Request* request = nullptr;  // its other settings

    std::shared_ptr<const Statement> statement;  // on the long way
    CachedPlanPointer planned;
    KnownShapePointer known;  // on the short way
    std::size_t batched = 0;  // statements of `batch_`
    bool is_use = false;      // a USE statement that has run
  };
  /// Runs within the keyspace of a request.
  class KeyspaceOfRequest;

  Progress run(ResultPointer& result);
  Progress run_long(ResultPointer& result);
  Progress run_planned(ResultPointer& result);
  ResultPointer run_to_end();
  /// After a write that is durable, or part of the group.
  ResultPointer end_write();
  /// Keeps the plan for other statements, or for the next run of a prepared one.
  void keep_plan();
  /// Moves the places of a refusal to this text, if its plan was made from another one.
  void give_own_places(Refusal& refusal) const;

  /// The group, if it holds writes that the statement has to see; else a snapshot.
  Transaction& source_of_reads(std::optional<Transaction>& snapshot);
  /// A plan of the same statement.
  bool holds(const CachedPlanPointer& planned, Transaction& transaction) const;
  /// The plan within what the transaction sees; `before` where it still holds.
  CachedPlanPointer plan_in(Transaction& transaction, std::shared_ptr<const Statement> statement,
                            const CachedPlanPointer& before, Timestamp now);
  /// A plan made for another statement: of the same schema, policy and keyspace.
  bool serves(const CachedPlan& planned, Transaction& transaction) const;
  /// The second for which the statement runs.
  Seconds now_seconds(Timestamp now_microseconds) const;
  ResultPointer run_read();
  ResultPointer run_definition_statement();
  ResultPointer run_select(Transaction& source, std::optional<Transaction>& snapshot);
  ResultPointer without_rows(const CachedPlanPointer& planned);

  // Writing (session_write.cpp).
  /// Gathers what the statement changes, in whatever thread leads the queue. False: other_way.
  using Gather = bool (SessionState::*)(WriteTransaction& transaction, std::vector<Mutation>& mutations);
  class Write;
  class SubmittedWrite;
  Progress write(Gather gather);
  bool gather_and_apply(Gather gather, WriteTransaction& transaction);
  bool write_in_group(Gather gather);
  /// Waits for its turn.
  WriteTransaction begin_to_write();
  bool gather_planned(WriteTransaction& transaction, std::vector<Mutation>& mutations);
  bool gather_known(WriteTransaction& transaction, std::vector<Mutation>& mutations);
  bool gather_known_batch(WriteTransaction& transaction, std::vector<Mutation>& mutations);
  Progress run_write();
  WriteRun write_run(WriteTransaction& transaction, EvaluationContext& context,
                     std::span<const BoundValue> slots, Timestamp timestamp) const;
  Timestamp timestamp_of(WriteTransaction& transaction, const EvaluationContext& context) const;
  static void gather_plan(const CachedPlan& planned, const WriteRun& run, std::vector<Mutation>& mutations);
  /// At once where the plan allows it, else through mutations; with the values in `slots_`.
  void write_plan(const CachedPlan& planned, WriteTransaction& transaction, std::vector<Mutation>& mutations);
  void give_up_lost_group();

  // The short way (run_by_shape.cpp).
  Progress run_by_shape(ResultPointer& result);
  Progress run_batch_by_shapes(ResultPointer& result);
  bool bind_batch(const BatchText& batch);
  /// `shape_` is the text's.
  KnownShapePointer find_shape(std::string_view text);
  KnownShapePointer learn_shortened(std::string_view text);
  void learn(std::string_view text, const CachedPlanPointer& planned);

  // Requests (requests.cpp).
  void begin(const Request& request);
  void run_next_request();
  void go_on_with_request();
  void end_request(Reply answer);
  template <typename Step>
  void step_of_request(Step step);

  Running running_;
  SessionShapes shapes_;
  // Memory that is used again.
  Shape shape_;
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
  };
  // The request that runs, and what belongs to it.
  std::unique_ptr<Submitted> submitted_;
  std::unique_ptr<SubmittedWrite> submitted_write_;
  std::unique_ptr<KeyspaceOfRequest> keyspace_of_request_;

  std::mutex requests_mutex_;  // guards what follows
  std::condition_variable requests_answered_;
  std::deque<std::unique_ptr<Submitted>> requests_;
  std::atomic<bool> runs_requests_ = false;  // read without the mutex, too
};

}  // namespace cellar
