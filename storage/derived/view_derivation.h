// The row of a view: what a row of its base gives.
//
// In:      the row before and after a write.
// Out:     entries to be erased and put, in the batch of the transaction.
//
// The row is computed as Cassandra's ViewUpdateGenerator does it, but from the merged row alone: cells keep
// their timestamps and times to live, deletions are not taken over.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "storage/derived/base_row.h"
#include "storage/derived/element_change.h"

namespace cellar {

struct ViewRow {
  std::string key;  // of its packed entry
  std::string packed;
  std::vector<Seconds> ends;
  std::optional<Seconds> marker_end;
  std::vector<ColumnId> large;  // columns whose cells have own entries
};

/// Nothing if the view has no row for it.
std::optional<ViewRow> view_row_of(const ViewLayout& view, const BaseRow& row);
/// `elements` are the changes of the base row's elements. All of its own entries are stored already.
void change_view_row(const ViewLayout& view, const BaseRow& row, const std::optional<ViewRow>& before,
                     const std::optional<ViewRow>& after, std::span<const ElementChange> elements);

}  // namespace cellar
