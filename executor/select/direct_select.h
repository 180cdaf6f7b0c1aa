// The most common read: simple columns of one row, given its whole key. A short form of Selection
// (docs/life-of-a-query.md, "What is said twice").
//
// In:      a plan; the values of its slots.
// Out:     the row, if it exists; `unknown` if one look-up cannot tell (a large cell, a key with several
//          encodings): Selection must then read.
// Refused: what Selection refuses before it reads.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "executor/result_row.h"
#include "executor/select/bounds/key_choices.h"
#include "planner/plan/read_plan.h"
#include "storage/store.h"
#include "types/value/value.h"

namespace cellar {

struct Plan;

class DirectSelect {
 public:
  /// Returns nothing if the plan has no such short form. The plan must outlive the object.
  static std::optional<DirectSelect> of(const Plan& plan);

  /// If it returns `yes`, `row` holds the values, in its own memory.
  SimpleRowFound read(Transaction& transaction, std::span<const BoundValue> slots, Seconds now,
                      ResultRow& row) const;

 private:
  /// The source of an output column: a column of the key, or one of `columns_`.
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
