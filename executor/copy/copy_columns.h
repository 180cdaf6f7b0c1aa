// Which columns of a table go where in a table with another key.
//
// In:      both tables, and the columns of the other's key that hold elements of collections.
// Out:     pairs of columns.
// Refused: a column of either key that has no counterpart in the other table, and columns of different types
//          (`copy_misfits`).
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "planner/advise/advice.h"
#include "schema/schema.h"
#include "storage/rows/reading.h"

namespace cellar {

/// Indexes into Table::columns.
struct ColumnPair {
  std::size_t source = 0;
  std::size_t target = 0;
};

/// A collection of the source whose elements, or entries, have columns in the key of the target.
struct CopiedElements {
  std::size_t source = 0;
  std::optional<std::size_t> key;    // of a map: the target's column for the key of an entry
  std::optional<std::size_t> value;  // the target's column for the element, or for the value of an entry
};

struct CopyColumns {
  /// Both tables have their ids. Columns of one name are the same column, frozen or not.
  CopyColumns(const Table& source, const Table& target, const std::vector<ElementColumn>& element_columns);

  std::vector<ColumnPair> keys;    // of the target's key, those of elements left out
  std::vector<ColumnPair> values;  // the other columns of the target that the source has
  std::vector<CopiedElements> elements;
  std::vector<std::size_t> left_out;  // regular columns of the source that the target lacks
  WantedColumns wanted;               // of the source
};

}  // namespace cellar
