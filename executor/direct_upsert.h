// The common INSERT and UPDATE: one row, one value a column, simple columns alone. It needs no mutation in
// memory, its values go to the store as they are.
//
// In:      a plan; the values of its slots.
// Out:     a row handed to the store, as gather() and the mutations of the plan would write it.
// Refused: what gather() refuses.
#pragma once

#include <optional>
#include <vector>

#include "executor/write_run.h"

namespace cellar {

class DirectUpsert {
 public:
  /// Nothing if the plan is not of this kind. The plan must outlive it.
  static std::optional<DirectUpsert> of(const Plan& plan);

  void write(const WriteRun& run) const;

 private:
  struct Target {
    ColumnId column;
    const Node* value;
  };

  bool add_cells();

  const UpsertPlan* plan_ = nullptr;
  SingleKey key_;
  std::vector<Target> cells_;  // by column id
};

}  // namespace cellar
