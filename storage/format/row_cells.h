// The cells of a RowWrite as views: those that it has as such, and those that are packed in collections.
//
// In:      a RowWrite.
// Out:     each of its cells; those of collections first, since what a statement assigns to an element comes after the
//          collection that it belongs to.
// Refused: nothing.
#pragma once

#include <string>
#include <string_view>

#include "storage/format/mutation.h"
#include "types/value/element_reader.h"
#include "types/value/value.h"

namespace cellar {

/// As CellWrite. Valid as long as the write, or within a call of `take` below.
struct CellView {
  ColumnId column = 0;
  std::string_view path;
  ValueView value;
  const Liveness& liveness;
};

inline CellView view_of(const CellWrite& cell) {
  return {cell.column, cell.path, cell.value ? ValueView(*cell.value) : ValueView(), cell.liveness};
}

/// Calls `take(cell)` for each element.
template <class Take>
void each_cell(const ElementsWrite& elements, Take take) {
  const Liveness deleted{elements.liveness.timestamp, 0, 0};
  ElementReader reader(elements.kind, elements.collection);
  ValueView element;
  for (std::uint32_t index = 0; reader.next(element); ++index) {
    if (elements.kind == TypeKind::list) {
      const std::string path = list_position(elements.order, index);
      take(CellView{elements.column, path, element, element ? elements.liveness : deleted});
      continue;
    }
    const std::string_view path = element.value_or("");
    if (elements.kind == TypeKind::set) element = "";
    if (elements.kind == TypeKind::map) reader.next(element);
    take(CellView{elements.column, path, element, element ? elements.liveness : deleted});
  }
}

/// Calls `take(cell)` for each cell of a write.
template <class Take>
void each_cell(const RowWrite& write, Take take) {
  for (const ElementsWrite& elements : write.elements) each_cell(elements, take);
  for (const CellWrite& cell : write.cells) take(view_of(cell));
}

/// Returns true if one of the elements is no tombstone.
inline bool has_value(const ElementsWrite& elements) {
  bool found = elements.kind == TypeKind::set;
  if (!found) each_cell(elements, [&](const CellView& cell) { found = found || cell.value; });
  return found;
}

}  // namespace cellar
