// The most common INSERT and UPDATE: simple columns of one row. A short form of gather()
// (docs/life-of-a-query.md, "What is said twice") that passes the values to the store without a Mutation.
//
// In:      a plan; the values of its slots.
// Out:     the same changes in the transaction as those of gather()'s mutations.
// Refused: what gather() refuses.
#pragma once

#include <boost/container/static_vector.hpp>
#include <optional>
#include <vector>

#include "executor/write/write_run.h"
#include "planner/plan/write_plan.h"

namespace cellar {

struct Plan;

class DirectUpsert {
 public:
  /// Returns nothing if the plan has no such short form. The plan must outlive the object.
  static std::optional<DirectUpsert> of(const Plan& plan);
  static std::optional<DirectUpsert> of(const UpsertPlan& plan);
  /// As above, for a row whose key is computed: it is WriteRun::keys.
  static std::optional<DirectUpsert> of_computed_key(const Plan& plan);

  void write(const WriteRun& run) const;
  /// Looks up whether the row exists.
  SimpleRowFound find(const WriteRun& run) const;

 private:
  /// Rows of more columns take the longer way.
  static constexpr std::size_t kMostWrittenColumns = 64;
  using Keys = boost::container::static_vector<std::string_view, kMostWrittenColumns>;

  struct Target {
    ColumnId column;
    const AssignmentPlan* assignment;
    const Column* counter;  // null if the assigned value is written as it is
  };

  static std::optional<DirectUpsert> of(const UpsertPlan& plan, SingleKey key);
  bool add_cells();
  /// Views of the values of the whole key, in `keys`.
  std::span<std::string_view> bind_key(const WriteRun& run, Keys& keys) const;

  const UpsertPlan* plan_ = nullptr;
  std::int64_t default_time_to_live_ = 0;  // of the table, in seconds
  SingleKey key_;                          // without values if it is computed
  std::vector<Target> cells_;              // by column id
};

}  // namespace cellar
