// The common read of one row: by its whole key, simple columns alone.
//
// In:      a plan; the values of its slots.
// Out:     the row, if there is one.
// Refused: nothing. What it cannot read (null in a key, a limit that is not positive, a large cell) it leaves
//          to Selection, which says why or reads on.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "executor/result_row.h"
#include "planner/plan.h"
#include "storage/store.h"
#include "types/value/value.h"

namespace cellar {

class DirectSelect {
 public:
  /// Nothing if the plan is not of this kind. The plan must outlive it.
  static std::optional<DirectSelect> of(const Plan& plan);

  /// Fills `row` and keeps its values, if the answer is `yes`.
  SimpleRowFound read(Transaction& transaction, std::span<const BoundValue> slots, Seconds now,
                      ResultRow& row) const;

 private:
  /// An output column is a column of the key, or one of those that are read.
  struct Source {
    bool is_key = false;
    std::size_t index = 0;
  };

  bool add_keys();
  bool add_limits();
  void add_columns();
  bool limits_pass(std::span<const BoundValue> slots) const;

  const SelectPlan* plan_ = nullptr;
  std::vector<std::size_t> key_;     // slots, in the order of the columns
  std::vector<std::size_t> limits_;  // slots
  std::vector<ColumnId> columns_;    // by id
  std::vector<Source> output_;
};

}  // namespace cellar
