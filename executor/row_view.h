// A row as a statement sees it: partition key, static row and row together.
//
// In:      keys and rows that the store returns.
// Out:     values of columns in native-protocol bytes; null if no cell is live.
// Refused: nothing.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "executor/result_row.h"
#include "schema/schema.h"
#include "storage/rows/reading.h"
#include "types/value/value.h"

namespace cellar {

/// Any part may be missing: without `row` the clustering and regular columns are null. The values of a key
/// are missing if the statement reads none of its columns.
struct RowView {
  const Table* table = nullptr;
  const std::vector<std::string>* partition_key = nullptr;
  const StoredRow* static_row = nullptr;
  const StoredRow* row = nullptr;
};

/// Returns the simple cell of a column that is not in the key; null if it is not live.
const StoredCell* cell_of(const RowView& view, std::size_t column);
/// Returns the elements of a multicell column; null if none is live.
const std::vector<StoredElement>* elements_of(const RowView& view, std::size_t column);

/// Returns the value of a key column or of a simple cell, valid as long as the row.
ValueView simple_value(const RowView& view, std::size_t column);

/// Returns the elements as one value: a list in the order of its positions, a set or map in the order of its
/// elements, a user type in the order of its fields; null if there are no elements.
Value pack_elements(const Type& type, const std::vector<StoredElement>& elements);

/// Returns nothing for a value that the row lacks (Table::may_lack_clustering).
inline ValueView clustering_value(const StoredRow& row, std::size_t index) {
  if (index >= row.clustering.size()) return std::nullopt;
  return row.clustering[index];
}
/// Sets `value` to the value of any column, reusing its memory.
void read_column(const RowView& view, std::size_t column, Value& value);

/// The location of a single-cell column's value in a RowView, determined once for all rows.
class SimpleColumn {
 public:
  /// Returns nothing for a multicell column.
  static std::optional<SimpleColumn> of(const Table& table, std::size_t column);
  /// Returns what simple_value() does.
  ValueView bytes(const RowView& view) const {
    switch (home_) {
      case Home::partition_key:
        if (view.partition_key == nullptr) return std::nullopt;
        return (*view.partition_key)[index_];
      case Home::clustering:
        if (view.row == nullptr) return std::nullopt;
        return clustering_value(*view.row, index_);
      case Home::static_row:
        return of_cell(view.static_row);
      case Home::row:
        return of_cell(view.row);
    }
    return std::nullopt;
  }

 private:
  enum class Home { partition_key, clustering, static_row, row };
  SimpleColumn(Home home, std::size_t index) : home_(home), index_(index) {}

  ValueView of_cell(const StoredRow* row) const {
    if (row == nullptr || !row->cells[index_]) return std::nullopt;
    return row->cells[index_]->value;
  }

  Home home_;
  std::size_t index_;  // within `home_`
};

/// Single-cell columns and their indexes in the rows of a result.
class SimpleColumns {
 public:
  /// Returns false, and adds nothing, for a multicell column.
  bool add(const Table& table, std::size_t column, std::size_t place);
  /// Sets the values of the columns in `row`; requires ResultRow::begin().
  void show(const RowView& view, ResultRow& row) const;

 private:
  struct Way {
    std::size_t from;  // SimpleColumn's index
    std::size_t to;    // index of the result's column
  };
  std::vector<Way> partition_key_, clustering_, static_, regular_;
};

/// A copy of a row that remains valid when the next one is read. The values of its cells still point into the
/// transaction's pages.
struct KeptRow {
  std::vector<std::string> partition_key;
  std::optional<StoredRow> static_row;
  std::optional<StoredRow> row;

  explicit KeptRow(const RowView& view);
  RowView view(const Table& table) const;
};

}  // namespace cellar
