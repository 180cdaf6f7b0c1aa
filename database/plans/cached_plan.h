// A statement with its plan and the values of its literals, kept between runs.
//
// In:      a plan; values for the markers.
// Out:     the values of all slots.
// Refused: too many or too few values, and values that do not fit their marker.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>

#include "database/database.h"
#include "executor/bind.h"
#include "executor/select/direct_select.h"
#include "executor/write/direct_conditional.h"
#include "executor/write/direct_upsert.h"
#include "parser/statement/statement.h"
#include "planner/plan.h"

namespace cellar {

struct CachedPlan {
  std::shared_ptr<const Statement> statement;
  Plan plan;
  /// Returns the plan of a write; the statement must be one.
  const WritePlan& write() const { return std::get<WritePlan>(plan.node); }
  // Shorter forms of the plan, for the most common writes and reads.
  std::optional<DirectUpsert> direct;
  std::optional<DirectConditional> direct_conditional;
  std::optional<DirectSelect> direct_select;
  bool has_generated_time = false;           // of a write: in a key (executor/write/key_times.h)
  std::optional<DirectUpsert> direct_timed;  // of a write with such a key, which is computed before
  // The plan is valid for these.
  std::uint64_t schema_version = 0;
  Policy policy = Policy::cassandra;
  std::string keyspace;

  std::vector<ResultColumn> columns;
  std::vector<ResultColumn> applied_columns;  // of a conditional write: the answer of one that was made
  std::vector<std::size_t> markers;           // indexes into the plan's slots
  std::vector<BoundValue> literals;           // one for each slot; unset for a marker
};
using CachedPlanPointer = std::shared_ptr<const CachedPlan>;

/// Returns a pointer to the same plan whose copies are counted apart from those of `planned`. A session that runs a
/// statement again and again copies its own pointer: if the threads of all sessions changed one count, each would
/// wait for the others.
CachedPlanPointer with_own_count(CachedPlanPointer planned);

/// Fills `slots`, reusing its memory, with the literals and the values of the markers.
void bind(const CachedPlan& planned, std::span<const BoundValue> values, std::vector<BoundValue>& slots);

/// The state of a Prepared, shared by its copies in all sessions. May be used by several threads at a time.
class PreparedState {
 public:
  /// `database`: the number of the database to which it belongs.
  PreparedState(CachedPlanPointer planned, std::uint64_t database, std::string_view text);

  bool belongs_to(std::uint64_t database) const { return database_ == database; }
  /// Refuses a plan of the same statement by which values of the markers would be read as other types. In a plan of a
  /// BATCH its markers begin with the one of number `first`.
  void check_markers(const CachedPlan& planned, std::size_t first = 0) const;

  // These stay as they were when the statement was prepared.
  /// Returns true for INSERT, UPDATE, DELETE and BATCH.
  bool is_write() const { return is_write_; }
  const std::vector<Slot>& markers() const { return markers_; }
  const std::vector<SlotSource>& written_markers() const { return written_markers_; }
  const std::vector<std::size_t>& partition_key_markers() const { return partition_key_markers_; }
  const std::vector<ResultColumn>& columns() const { return columns_; }
  const WriteEffect& write_effect() const { return write_effect_; }
  /// The text, in which a table has its keyspace: that of a write, which may be part of a BATCH with another one in
  /// use.
  const std::string& text_in_batch() const { return text_; }

  CachedPlanPointer planned() const;
  /// Returns whether this is the plan that planned() returns. Reads one atomic pointer; sessions ask before each run.
  bool has(const CachedPlan* planned) const { return newest_.load(std::memory_order_acquire) == planned; }
  /// Replaces the plan by another one of the same statement, unless that is for an older schema.
  void replace(CachedPlanPointer planned);

 private:
  std::vector<Slot> markers_;
  std::vector<SlotSource> written_markers_;
  std::vector<std::size_t> partition_key_markers_;
  std::vector<ResultColumn> columns_;
  WriteEffect write_effect_;
  std::string text_;
  std::uint64_t database_;
  bool is_write_;
  mutable std::mutex mutex_;
  CachedPlanPointer planned_;              // guarded by mutex_
  std::atomic<const CachedPlan*> newest_;  // what planned_ points to
};

}  // namespace cellar
