// The common INSERT and UPDATE: one row, one value a column, simple columns alone. It needs no mutation in
// memory, its values go to the store as they are.
//
// In:      a plan; the values of its slots.
// Out:     a row handed to the store.
// Refused: nothing. What it cannot write (null in a key, an unset value, a key too long) it leaves to
//          gather(), which says why.
#pragma once

#include <optional>
#include <vector>

#include "executor/write_run.h"

namespace cellar {

class DirectUpsert {
 public:
  /// Nothing if the plan is not of this kind. The plan must outlive it.
  static std::optional<DirectUpsert> of(const Plan& plan);

  bool write(const WriteRun& run) const;

 private:
  struct Source {
    std::optional<std::size_t> slot;
    const Value* constant = nullptr;  // without either: null
  };
  struct Target {
    ColumnId column;
    Source source;
  };

  static std::optional<Source> source_of(const Node& node);
  static std::optional<Source> single(const std::vector<Node>& values, bool is_in);
  bool add_keys(const UpsertPlan& plan);
  bool add_cells(const UpsertPlan& plan);

  const UpsertPlan* plan_ = nullptr;
  std::vector<Source> partition_key_;
  std::vector<Source> clustering_;
  std::vector<Target> cells_;  // by column id
};

}  // namespace cellar
