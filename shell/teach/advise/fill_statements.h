// The statements that fill a copy of a table, as text.
//
// In:      the table, its copy, the collections whose elements are in the key of the copy.
// Out:     which columns are read, and the CQL that reads and writes them, with markers for all values.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "planner/advise/advice.h"
#include "schema/schema.h"

namespace cellar {

/// A column that is read from the table: where its value and its times are in the rows that are read.
struct ReadColumn {
  const Column* column;
  std::size_t value = 0;
  std::optional<std::size_t>
      timestamp;  // the time to live is behind it; none: a column of the key, or a counter
  std::optional<std::size_t> in_copy;  // index into the columns of the copy
  bool has_elements = false;           // in the key of the copy
};

/// Returns the columns in the order in which they are read, those of the table's key first. Regular columns that the copy
/// does not have are read for their times: a row lives as long as one of them.
std::vector<ReadColumn> columns_to_read(const Table& table, const Table& copy,
                                        const std::vector<ElementColumn>& elements);
std::string read_text(const Table& table, const std::vector<ReadColumn>& columns);

/// Writes all columns of the copy. The time and the time to live are the last markers.
std::string insert_text(const Table& copy);
/// Sets the columns between the key and `end`, in the row with the first `key_size` columns of the key. The time and the
/// time to live are the first markers, those of the key the last.
std::string update_text(const Table& copy, std::size_t end, std::size_t key_size);
/// Adds elements to a collection of the copy. The markers have the order of update_text().
std::string add_text(const Table& copy, const Column& column);
/// Adds to all counters of a row.
std::string counter_text(const Table& copy);
/// Reads all counters of a row.
std::string stored_counters_text(const Table& copy);

}  // namespace cellar
