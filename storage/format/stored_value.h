// Holds stored values against their types, where they leave the entries of a row. What is read, compared and derived
// from then on has the form of its type, whatever a damaged file holds.
//
// In:      a value as it is stored, its column, and the key of its row, of one of its entries or of its partition.
// Out:     nothing.
// Refused: a value that is none of its type (`row_damaged`, which names the row).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "storage/format/table_layout.h"

namespace cellar {

[[noreturn]] void refuse_value(const TableLayout& layout, std::string_view key, std::string_view column,
                               const Type& type);
/// As above, for a column of the table.
[[noreturn, gnu::noinline, gnu::cold]] void refuse_value(const TableLayout& layout, std::string_view key,
                                                         std::size_t column);

/// For the cell of a simple column.
inline void check_stored(const TableLayout& layout, std::string_view key, const ColumnLayout& column,
                         std::string_view value) {
  if (!column.form.holds(value)) refuse_value(layout, key, column.index);
}

/// For an element of a multicell column.
void check_stored_element(const TableLayout& layout, std::string_view key, const ColumnLayout& column,
                          std::string_view path, std::string_view value);

/// Decodes the clustering values that a row keeps as they were written, one for each of `values`.
void read_kept_clustering(const TableLayout& layout, std::string_view key, std::string_view kept,
                          std::vector<std::string>& values);

}  // namespace cellar
