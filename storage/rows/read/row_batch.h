// Rows of a scan that were read ahead, as many as lie in one page behind the current row.
//
// In:      the columns of a result, each in the key or with one cell a row.
// Out:     the rows' values in the order of those columns, and the keys of their entries.
// Refused: damaged keys (`file_damaged`).
//
// The values are views into the pages of the snapshot, or into the batch, which is reused: they are valid until the
// batch is filled again.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "storage/format/table_layout.h"
#include "types/type.h"

namespace cellar {

class RowBatch {
 public:
  /// `columns` are indexes into Table::columns. Returns nothing if one is static, multicell, or named twice.
  static std::optional<RowBatch> of(const Table& table, std::span<const std::size_t> columns);

  // For the reader of the rows.
  bool has_next() const { return next_ < size_; }
  /// Returns the values of the next row; requires has_next().
  std::span<const ValueView> next() { return {values_.data() + width_ * next_++, width_}; }
  /// Returns the key of the entry of the row that next() has returned last; empty if it has returned none.
  std::string_view current_key() const { return next_ == 0 ? std::string_view() : rows_[next_ - 1].key; }
  /// Return the number of rows that next() has not returned yet, and of the partitions that begin with them.
  std::size_t rows_left() const { return size_ - next_; }
  std::size_t partitions_left() const;
  void clear() { size_ = next_ = 0; }

  // For the store, which adds rows: begin(), then in the order of keys enter_partition() and add().
  /// Removes all rows; from now on there is room for `most` rows, as far as memory allows.
  void begin(std::size_t most);
  bool is_full() const { return size_ == room_; }
  /// The next rows are in the partition with this prefix; with stay_in_partition(), the rows before them are, too.
  void enter_partition(std::string_view prefix, const TableLayout& layout);
  void stay_in_partition() { begins_partition_ = false; }
  /// Adds a row whose clustering components are at the end of `key`. `show_cells(set)` calls `set(column, value)` for
  /// each column that is not in the key, with null if the row has no such cell. Returns whether memory was enough; then
  /// the key and the cells must stay where they are.
  template <typename ShowCells>
  bool add(std::string_view key, std::size_t clustering_begin, const TableLayout& layout,
           ShowCells show_cells) {
    ValueView* const values = values_.data() + width_ * size_;
    const auto set = [&](std::size_t column, auto value) { set_value(values[place_of_[column]], value); };
    show_cells(set);
    if (!clustering_.empty() && !show_clustering(key.substr(clustering_begin), layout, values)) return false;
    for (const KeyPart& part : partition_key_) set_value(values[part.place], partition_values_[part.index]);
    rows_[size_++] = {key, begins_partition_};
    begins_partition_ = false;
    return true;
  }

 private:
  struct Row {
    std::string_view key;
    bool begins_partition = false;
  };
  struct KeyPart {
    std::size_t index, place;
  };
  static constexpr std::size_t kNowhere = SIZE_MAX;
  static constexpr std::size_t kMostValues = 512;
  static constexpr std::size_t kBytes = 4096;

  RowBatch(std::size_t width, std::size_t columns);
  // The value is constructed in its place (ResultRow::show).
  static void set_value(ValueView& at, std::string_view value) { at.emplace(value); }
  static void set_value(ValueView& at, std::nullopt_t) { at.reset(); }
  bool show_clustering(std::string_view components, const TableLayout& layout, ValueView* values);
  bool show_component(const ComponentForm& form, std::string_view& components, ValueView* value);

  std::size_t width_;                    // columns of a row
  std::vector<std::size_t> place_of_;    // by index into Table::columns
  std::vector<KeyPart> partition_key_;   // those that are shown
  std::vector<std::size_t> clustering_;  // the places of the clustering columns, up to the last that is shown
  std::vector<ValueView> values_;
  std::vector<Row> rows_;
  std::size_t room_ = 0;
  std::size_t size_ = 0;
  std::size_t next_ = 0;
  std::vector<std::string_view> partition_values_;
  bool begins_partition_ = false;
  std::unique_ptr<char[]> bytes_;  // clustering values, whose encoding in a key is different
  std::size_t bytes_used_ = 0;
  std::string component_;  // one of them
};

}  // namespace cellar
