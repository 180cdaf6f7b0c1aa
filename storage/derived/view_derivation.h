// The row of a view: what a row of its base gives.
//
// In:      the row before and after a write.
// Out:     entries to be erased and put, in the batch of the transaction.
// Refused: damaged entries (`file_damaged`).
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
  std::optional<Liveness> marker;
  std::vector<ColumnId> large;  // columns whose cells have own entries
  // Known only for a row before a write:
  bool had_elements = false;  // the base row had own entries
  bool is_exact = true;       // else elements that the view does not select may let it live longer
};

/// What the base row gives; nothing if the view has no row for it.
std::optional<ViewRow> view_row_of(const ViewLayout& view, const BaseRow& row);
/// What the base row gave before a write; nothing if the view has no row for it. Does not look at elements, so
/// that the writes of many elements of a row take linear time.
std::optional<ViewRow> view_row_before(const ViewLayout& view, const BaseRow& row);
/// What the base row gives after a write that changed these elements.
std::optional<ViewRow> view_row_after(const ViewLayout& view, const BaseRow& row,
                                      const std::optional<ViewRow>& before,
                                      std::span<const ElementChange> elements);
/// `elements` are the changes of the base row's elements. All of its own entries are stored already.
void change_view_row(const ViewLayout& view, const BaseRow& row, const std::optional<ViewRow>& before,
                     const std::optional<ViewRow>& after, std::span<const ElementChange> elements);

}  // namespace cellar
