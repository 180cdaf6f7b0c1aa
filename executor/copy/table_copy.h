// The copy of a table into one with another key: its tables, and the counts of its rows.
//
// In:      both tables.
// Out:     plain data, for executor/copy/table_copier.h and those who call it.
// Refused: nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "planner/advise/element_column.h"
#include "schema/schema.h"

namespace cellar {

struct TableCopy {
  TablePointer source, target;
  /// Columns of the target's key that have the elements of collections: the target gets a row for each of them.
  std::vector<ElementColumn> elements;
  /// The target has nothing of its own: what the source does not have is deleted there.
  bool deletes_others = false;
};

struct CopiedRows {
  std::uint64_t read = 0;
  std::uint64_t without_value = 0;  // of a column of the target's key
  std::uint64_t unfit = 0;          // whose value cannot be in a key: too long, or empty
  std::uint64_t deleted = 0;        // of the target, since the source has them no more
  std::uint64_t copied() const { return read - without_value - unfit; }
};

}  // namespace cellar
