// Tests on rows that were read: the restrictions that no key serves.
//
// In:      filters of a plan with the slots' values; rows.
// Out:     whether a row passes. Null never does.
// Refused: null and unset values to compare with (but for the elements of IN).
#pragma once

#include "executor/evaluate.h"

namespace cellar {

/// A filter whose values are known.
struct BoundFilter {
  const Filter* filter = nullptr;
  const Type* type = nullptr;          // of the column
  std::optional<SimpleColumn> column;  // where one value is compared as it is stored
  Value key;                           // m[key] = v
  std::vector<Value> values;
  bool compares_bytes = false;  // they say what the type would
};

std::vector<BoundFilter> bind_filters(const Table& table, const std::vector<Filter>& filters,
                                      const Evaluation& evaluation);

bool passes(const BoundFilter& filter, const RowView& view);
bool passes(const std::vector<BoundFilter>& filters, const RowView& view);

}  // namespace cellar
