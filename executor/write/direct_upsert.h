// The most common INSERT and UPDATE: simple columns of one row. A short form of gather()
// (docs/life-of-a-query.md, "What is said twice") that passes the values to the store without a Mutation.
//
// In:      a plan; the values of its slots.
// Out:     the same changes in the transaction as those of gather()'s mutations.
// Refused: what gather() refuses.
#pragma once

#include <optional>
#include <vector>

#include "executor/write/write_run.h"

namespace cellar {

class DirectUpsert {
 public:
  /// Returns nothing if the plan has no such short form. The plan must outlive the object.
  static std::optional<DirectUpsert> of(const Plan& plan);

  void write(const WriteRun& run) const;

 private:
  struct Target {
    ColumnId column;
    const AssignmentPlan* assignment;
    const Column* counter;  // null if the assigned value is written as it is
  };

  bool add_cells();

  const UpsertPlan* plan_ = nullptr;
  SingleKey key_;
  std::vector<Target> cells_;  // by column id
};

}  // namespace cellar
