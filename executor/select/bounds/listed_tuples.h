// The list that is bound to `(column) IN ?`.
//
// In:      the types of the list and of the column.
// Out:     whether the list has tuples of one value each, and not the column's values, as for `column IN ?`.
// Refused: nothing.
#pragma once

#include "types/type.h"

namespace cellar {

inline bool lists_tuples_of_one(const Type& list, const Type& column) {
  const Type& element = list.arguments[0];
  return element.kind == TypeKind::tuple && element.arguments.size() == 1 &&
         element.arguments[0] == freeze(column);
}

}  // namespace cellar
