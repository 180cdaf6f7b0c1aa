// What a write changes, gathered in the only transaction that writes.
//
// In:      the statement that runs, planned and bound; or the statements of a BATCH, each bound to a plan of its own.
// Out:     its mutations, or what a direct path has written itself; RunningStatement::answer.
// Refused: what the plan refuses when its values are known. Throws KeyTimeAhead if the write has to wait for the clock.
#pragma once

#include <span>
#include <vector>

#include "database/session/session_parts.h"
#include "database/statement/bound_batch.h"
#include "database/statement/generated_times.h"
#include "database/statement/running_statement.h"
#include "database/statement/statement_planning.h"

namespace cellar {

class WriteGathering {
 public:
  WriteGathering(SessionParts& session, RunningStatement& running, StatementPlanning& planning)
      : session_(session), running_(running), planning_(planning) {}

  // Return false if the statement must take the long way.
  /// Plans the statement anew if the schema has changed since it was planned.
  bool gather_planned(WriteTransaction& transaction, std::vector<Mutation>& mutations);
  /// By a plan of another statement of the same shape.
  bool gather_known(WriteTransaction& transaction, std::vector<Mutation>& mutations);
  /// Gathers what set_batch() was given.
  bool gather_batch(WriteTransaction& transaction, std::vector<Mutation>& mutations);

  void set_batch(BoundBatch& batch) { batch_ = &batch; }
  GeneratedTimes& times() { return times_; }

 private:
  bool gather_statements(std::span<const BatchedStatement> statements, const WriteRun& batch,
                         std::vector<Mutation>& mutations);
  /// Writes with the values of the slots: directly if the plan has a DirectUpsert, otherwise by mutations.
  void write_plan(const CachedPlan& planned, WriteTransaction& transaction, std::vector<Mutation>& mutations);
  void gather_plan(const CachedPlan& planned, const WriteRun& run, std::vector<Mutation>& mutations);
  WriteRun write_run(WriteTransaction& transaction, EvaluationContext& context,
                     std::span<const BoundValue> slots, Timestamp timestamp) const;
  Timestamp timestamp_of(const CachedPlan& planned, WriteTransaction& transaction,
                         const EvaluationContext& context) const;
  /// Keeps what there is to say about a batch that was gathered.
  void note_batch(BatchKind kind, const std::vector<Mutation>& mutations);
  /// Keeps what there is to say about the generated times of keys, once they are gathered.
  void note_times(const WritePlan& plan);
  /// Applies the mutations, and keeps what there is to say about the rows that were there before.
  void apply_watched(const CachedPlan& planned, const WriteRun& run, std::vector<Mutation>& mutations);
  void add_notices(std::vector<Diagnostic> notices);

  SessionParts& session_;
  RunningStatement& running_;
  StatementPlanning& planning_;
  BoundBatch* batch_ = nullptr;
  GeneratedTimes times_{*session_.database, session_.group, session_.wait};
};

}  // namespace cellar
