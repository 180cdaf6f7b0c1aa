// The common read of one row: by its whole key, simple columns alone.
//
// In:      a plan; the values of its slots.
// Out:     the row, if there is one.
// Refused: what Selection refuses before it reads. What one look-up does not answer (a large cell, a key that
//          has several forms) it leaves to Selection.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "executor/key_choices.h"
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

  void add_columns();

  const SelectPlan* plan_ = nullptr;
  SingleKey key_;
  std::vector<ColumnId> columns_;  // by id
  std::vector<Source> output_;
};

}  // namespace cellar
