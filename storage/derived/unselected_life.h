// How long a row of a view lives by what it does not show: the marker of its base row, and cells and elements
// of columns that the view does not select.
//
// In:      the base row before and after a write, and the elements that the write changed.
// Out:     the liveness of the marker of the view's row.
// Refused: damaged entries (`file_damaged`).
//
// A row may have many elements, and each write may change one of them. The marker that the view's row has says
// what the longest life of them all was, so they are searched only if the one that gave it may have gone.
#pragma once

#include <optional>
#include <span>

#include "storage/derived/base_row.h"
#include "storage/derived/element_change.h"

namespace cellar {

struct ViewRow;

/// Returns what the marker and the simple cells give.
std::optional<Liveness> life_without_elements(const ViewLayout& view, const BaseRow& row);
/// Returns true if rows of the view may live as long as elements that the view does not select.
inline bool elements_give_life(const ViewLayout& view) {
  return view.key_column == 0 && !view.unselected_multicell.empty();
}
/// Returns true if elements may let the row live longer than `life`.
bool elements_may_matter(const ViewLayout& view, const BaseRow& row, const std::optional<Liveness>& life);
/// Returns what all of it gives after a write; `before` is null if the view had no row.
std::optional<Liveness> life_of(const ViewLayout& view, const BaseRow& row, const ViewRow* before,
                                std::span<const ElementChange> changes);

}  // namespace cellar
