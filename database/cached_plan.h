// A statement with its plan and the values of its literals, as they are kept between runs.
#pragma once

#include <memory>
#include <mutex>

#include "database/database.h"
#include "executor/bind.h"
#include "executor/direct_select.h"
#include "executor/direct_upsert.h"

namespace cellar {

struct CachedPlan {
  std::shared_ptr<const Statement> statement;
  Plan plan;
  // The plan's shorter ways, if it has one.
  std::optional<DirectUpsert> direct;
  std::optional<DirectSelect> direct_select;
  // The plan holds for these.
  std::uint64_t schema_version = 0;
  Policy policy = Policy::cassandra;
  std::string keyspace;

  std::vector<ResultColumn> columns;
  std::vector<std::size_t> markers;  // indexes of slots
  std::vector<BoundValue> literals;  // one a slot, markers unset
};
using CachedPlanPointer = std::shared_ptr<const CachedPlan>;

/// Fills `slots`, whose memory is used again, with the literals and the values of the markers.
void bind(const CachedPlan& planned, std::span<const BoundValue> values, std::vector<BoundValue>& slots);

/// The state of a Prepared, shared by its copies in all sessions. Any thread may use it at any time.
class PreparedState {
 public:
  PreparedState(CachedPlanPointer planned, const std::shared_ptr<DatabaseState>& database);

  bool belongs_to(const std::shared_ptr<DatabaseState>& database) const;

  // These stay as they were when the statement was prepared.
  const std::vector<Slot>& markers() const { return markers_; }
  const std::vector<ResultColumn>& columns() const { return columns_; }

  CachedPlanPointer planned() const;
  /// `planned` is of the same statement, and was made later.
  void replace(CachedPlanPointer planned);

 private:
  std::vector<Slot> markers_;
  std::vector<ResultColumn> columns_;
  std::weak_ptr<DatabaseState> database_;
  mutable std::mutex mutex_;
  CachedPlanPointer planned_;  // guarded by mutex_
};

}  // namespace cellar
