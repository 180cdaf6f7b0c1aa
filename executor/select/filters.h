// Tests rows that were read against the restrictions that no key serves.
//
// In:      the filters of a plan and the slots' values; rows.
// Out:     whether a row passes. A null cell never passes.
// Refused: null and unset values to compare with, except for the elements of IN; an interrupt.
#pragma once

#include "executor/evaluate.h"
#include "planner/plan/read_plan.h"
#include "schema/index_type.h"

namespace cellar {

/// A filter with its values.
struct BoundFilter {
  const Filter* filter = nullptr;
  const Type* type = nullptr;          // of the column
  std::optional<SimpleColumn> column;  // set if the stored value is compared as it is
  Value key;                           // m[key] = v
  std::vector<Value> values;
  bool compares_bytes = false;  // comparing bytes gives the same result as comparing by the type
  TextAnalysis analysis;        // of the index that serves the filter: both texts are compared in one form
  StepMeter* steps = nullptr;   // counts the values of IN that a row is compared with; null: not counted
};

/// The meter of `evaluation` must outlive the filters.
std::vector<BoundFilter> bind_filters(const Table& table, const std::vector<Filter>& filters,
                                      const Evaluation& evaluation);

/// Returns true if a value satisfies an operator that compares, or one value of IN. `order` is that of the value
/// and the one it is compared with: below 0, 0 or above 0.
bool satisfies(RelationOperator op, int order);

bool passes(const BoundFilter& filter, const RowView& view);
bool passes(const std::vector<BoundFilter>& filters, const RowView& view);

}  // namespace cellar
