// Rows whose place in a view would have a key that is too long.
//
// In:      a write, before it is applied, or a stored row.
// Out:     which key of which view it is.
// Refused: a write that gives a view a partition key or clustering key over 65,535 bytes.
#pragma once

#include <optional>

#include "storage/format/mutation.h"
#include "storage/format/view_filter.h"

namespace cellar {

struct LongViewKey {
  const char* what = "";  // which of the two keys
  std::size_t size = 0;
  const std::vector<ValuePlace>* places = nullptr;  // of its values
};

/// Returns the key that is too long; nothing if there is none, or the view has no row for these values.
std::optional<LongViewKey> long_key_of(const ViewLayout& view, const ValueOf& value_of);

void check_view_sizes(const Mutation& mutation, const TableLayout& layout);
void check_view_sizes(const SimpleRow& row, const TableLayout& layout);

}  // namespace cellar
