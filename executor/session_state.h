// What a session is between its statements, and how it runs one.
//
// In:      text, or a statement with its plan and the values of its markers. Out: the state of a Result.
// Refused: everything that a statement may be refused for.
//
// A text takes one of two ways, with the same outcome: by its shape, where a statement of that shape was
// planned before, or by the grammar and the planner. What the short way cannot do or would refuse takes the
// long one.
#pragma once

#include "executor/result_state.h"
#include "executor/shape_cache.h"
#include "executor/write_run.h"

namespace cellar {

/// Null: a statement that answers neither rows nor notices.
using ResultPointer = std::unique_ptr<ResultState>;

struct SessionState {
  std::shared_ptr<DatabaseState> database;
  Policy policy = Policy::cassandra;
  std::string keyspace;
  WaitForWriter wait;
  bool uses_shapes = true;

  bool grouping = false;
  bool group_lost = false;  // its transaction failed: what follows would stand behind a hole
  std::size_t pending = 0;
  std::optional<WriteTransaction> group;

  ResultPointer run_text(std::string_view text);
  /// Parsed and planned, with its shape kept for others.
  PlannedPointer prepare(std::string_view text);
  ResultPointer run(std::shared_ptr<const Statement> statement, PlannedPointer& planned,
                    std::span<const BoundValue> values);
  void use(std::string name);
  void commit_open_group();
  // Where these refuse, there is no group any more.
  void end_group();
  void commit_group_behind();
  bool is_commit_done();
  void drop_group();

 private:
  /// The group, if it holds writes that the statement has to see; else a snapshot.
  Transaction& source_of_reads(std::optional<Transaction>& snapshot);
  /// A plan of the same statement.
  bool holds(const PlannedPointer& planned, Transaction& transaction) const;
  /// The plan within what the transaction sees; `before` where it still holds.
  PlannedPointer plan_in(Transaction& transaction, std::shared_ptr<const Statement> statement,
                         const PlannedPointer& before, Timestamp now);
  /// A plan made for another statement: of the same schema, policy and keyspace.
  bool serves(const Planned& planned, Transaction& transaction) const;
  ResultPointer run_read(std::shared_ptr<const Statement> statement, PlannedPointer& planned,
                         std::span<const BoundValue> values);
  ResultPointer run_write(std::shared_ptr<const Statement> statement, PlannedPointer& planned,
                          std::span<const BoundValue> values);
  ResultPointer run_definition_statement(std::shared_ptr<const Statement> statement, PlannedPointer& planned);
  ResultPointer read(std::optional<Transaction> snapshot, ResultPointer state);
  ResultPointer read_page(ResultPointer state);
  ResultPointer without_rows(const PlannedPointer& planned);

  /// Runs `gather(transaction, mutations)` in the group or in a transaction of its own, and applies what it
  /// gathers. False if it says that it could not; then nothing is written.
  template <typename Gather>
  bool write(Gather gather);
  /// With the values in `slots_`, which must not change meanwhile.
  WriteRun write_run(WriteTransaction& transaction, EvaluationContext& context, Timestamp timestamp) const;
  static void gather_plan(const Planned& planned, const WriteRun& run, std::vector<Mutation>& mutations);
  /// At once where the plan allows it, else through mutations; with the values in `slots_`.
  void write_plan(const Planned& planned, WriteTransaction& transaction, std::vector<Mutation>& mutations);
  void give_up_lost_group();

  // The short way. Nothing: the long one must be taken, and nothing has happened yet.
  std::optional<ResultPointer> run_by_shape(std::string_view text);
  std::optional<ResultPointer> run_known(const KnownShapePointer& known);
  std::optional<ResultPointer> run_batch_by_shapes(std::string_view text);
  bool gather_batch(const BatchText& batch, WriteTransaction& transaction, std::vector<Mutation>& mutations);
  /// `shape_` is the text's.
  KnownShapePointer find_for(std::string_view text, Transaction& transaction);
  KnownShapePointer learn_shortened(std::string_view text);

  ShapeCache shapes_;
  // Memory that is used again.
  Shape shape_;
  std::vector<BoundValue> slots_;
  std::vector<Mutation> mutations_;
};

/// All mutations of a statement are known before the first is applied, so a refused statement leaves an open
/// group as it was.
template <typename Gather>
bool SessionState::write(Gather gather) {
  std::optional<WriteTransaction> own;
  if (grouping && !group) group.emplace(database->store.write(wait));
  if (!grouping) own.emplace(database->store.write(wait));
  WriteTransaction& transaction = own ? *own : *group;
  mutations_.clear();
  try {
    if (!gather(transaction, mutations_)) return false;
    transaction.take(mutations_);
  } catch (...) {
    give_up_lost_group();
    throw;
  }
  if (!own) {
    ++pending;
  } else if (own->has_writes()) {
    own->commit();
  }
  return true;
}

}  // namespace cellar
