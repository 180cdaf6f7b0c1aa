// A row as a statement sees it: partition key, static row and row together.
//
// In:      what the store hands out.
// Out:     values of columns in native bytes, null where no cell lives.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "executor/result_row.h"
#include "schema/schema.h"
#include "storage/store.h"
#include "types/value/value.h"

namespace cellar {

/// Any part may be missing: without `row` the clustering and regular columns are null. The values of a key
/// that no column of the statement reads are not there.
struct RowView {
  const Table* table = nullptr;
  const std::vector<std::string>* partition_key = nullptr;
  const StoredRow* static_row = nullptr;
  const StoredRow* row = nullptr;
};

/// The simple cell of a column that is no part of the key; null where none lives.
const StoredCell* cell_of(const RowView& view, std::size_t column);
/// Elements of a multicell column; null where none lives.
const std::vector<StoredElement>* elements_of(const RowView& view, std::size_t column);

/// Value of a key column or of a simple cell; it lasts as long as the row.
ValueView simple_value(const RowView& view, std::size_t column);

/// The elements as one value: a list in the order of its positions, a set or map in the order of its
/// elements, a user type by its fields. Without elements it is null.
Value pack_elements(const Type& type, const std::vector<StoredElement>& elements);

/// The value of any column; writes into `value` so that its memory is used again.
void read_column(const RowView& view, std::size_t column, Value& value);

/// The place of a single-cell column's value, found once for all rows.
class SimpleColumn {
 public:
  /// Nothing for a multicell column.
  static std::optional<SimpleColumn> of(const Table& table, std::size_t column);
  /// Returns what simple_value() does.
  ValueView bytes(const RowView& view) const {
    switch (home_) {
      case Home::partition_key:
        if (view.partition_key == nullptr) return std::nullopt;
        return (*view.partition_key)[index_];
      case Home::clustering:
        if (view.row == nullptr) return std::nullopt;
        return view.row->clustering[index_];
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
  std::size_t index_;  // there
};

/// Single-cell columns and their places in the rows of a result.
class SimpleColumns {
 public:
  /// False for a multicell column.
  bool add(const Table& table, std::size_t column, std::size_t place);
  /// Shows the values of the view's row in `row`, which has begun.
  void show(const RowView& view, ResultRow& row) const;

 private:
  struct Way {
    std::size_t from;  // where SimpleColumn says
    std::size_t to;    // of the result's columns
  };
  std::vector<Way> partition_key_, clustering_, static_, regular_;
};

/// A row that was copied, to be looked at after the next one is read. The values still belong to the
/// transaction.
struct KeptRow {
  std::vector<std::string> partition_key;
  std::optional<StoredRow> static_row;
  std::optional<StoredRow> row;

  explicit KeptRow(const RowView& view);
  RowView view(const Table& table) const;
};

}  // namespace cellar
