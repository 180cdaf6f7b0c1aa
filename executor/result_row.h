// A row of a result: one value for each column of the select list.
//
// In:      views of values that the store owns, and computed values, which the row owns.
// Out:     each as native-protocol bytes of its column's type, or null; or as a value of a C++ type
//          (types/cpp/cpp_value.h).
// Refused: a column that the result does not have, a C++ type that does not fit the column's type.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "schema/schema.h"
#include "types/cpp/cpp_value.h"
#include "types/type.h"

namespace cellar {

struct ResultColumn {
  std::string name;
  Type type;
  /// The table whose column is shown as it is; null: the values are computed.
  TablePointer table = nullptr;
  std::size_t place = 0;  // in Table::columns
  /// The table that the statement reads or writes, also for computed values; null: it names none (DESCRIBE).
  TablePointer statement_table = nullptr;

  /// Returns null if the values are computed.
  const Column* source() const { return table == nullptr ? nullptr : &table->columns[place]; }
};

/// Name of the first column of what a conditional write answers; the others are those that its conditions met.
inline constexpr std::string_view kAppliedColumn = "[applied]";
/// Tells whether a conditional write answers these columns. The native protocol tells it by their names alone.
inline bool is_conditional_answer(const std::vector<ResultColumn>& columns) {
  return !columns.empty() && columns.front().name == kAppliedColumn;
}

/// The values are views, so that a scan copies nothing: into the pages of the snapshot, into the row that the
/// store returned, or into memory of this row. They are valid until the row is filled again or the owner of
/// the bytes releases them; after keep(), as long as the row.
class ResultRow {
 public:
  ResultRow() = default;
  ResultRow(ResultRow&&) = default;
  ResultRow& operator=(ResultRow&&) = default;
  // The views of a copy would lead into the memory of the original.
  ResultRow(const ResultRow&) = delete;
  ResultRow& operator=(const ResultRow&) = delete;

  std::size_t size() const { return values_.size(); }
  ValueView operator[](std::size_t column) const { return values_[column]; }
  std::vector<Value> copy() const { return {values_.begin(), values_.end()}; }

  /// Returns the value of a column, by its index or its name (the first column of that name).
  template <Readable T>
  T get(std::size_t column) const {
    const ResultColumn& described = column_at(column);
    return read_value<T>(described.name, described.type, values_[column]);
  }
  template <Readable T>
  T get(std::string_view column) const {
    return get<T>(place_of(column));
  }

  /// Shows values that somebody else owns, with their views.
  void refer(std::span<const ValueView> values) {
    values_ = values;
    is_kept_ = false;
  }
  /// Must be called before a row is filled; each column must then be given its value.
  void begin(std::size_t columns) {
    if (own_.size() != columns) own_.resize(columns);
    refer(own_);
  }
  // The value is constructed in its place. If a ValueView were made first and copied here, its flag would be
  // written as a byte and read as part of a word, which the processor cannot forward from one to the other.
  void show(std::size_t column, std::string_view value) { own_[column].emplace(value); }
  void show_null(std::size_t column) { own_[column].reset(); }
  void show(std::size_t column, const ValueView& value) {
    if (value) {
      show(column, *value);
    } else {
      show_null(column);
    }
  }
  /// Calls `into(Value&)`, which computes the value and may reuse the memory of its argument.
  template <typename Compute>
  void compute(std::size_t column, Compute into) {
    computed_.resize(own_.size());
    into(computed_[column]);
    own_[column] = computed_[column];
  }
  /// Must be called before the row is returned to the caller; the columns must outlive its use of the row.
  void describe(const std::vector<ResultColumn>& columns) { columns_ = &columns; }
  /// Copies the values that the row does not own.
  void keep();
  /// Returns the bytes of memory that the row holds.
  std::size_t capacity() const;

 private:
  const ResultColumn& column_at(std::size_t place) const;
  std::size_t place_of(std::string_view name) const;

  const std::vector<ResultColumn>* columns_ = nullptr;
  std::span<const ValueView> values_;
  std::vector<ValueView> own_;   // those of a row that was filled
  std::vector<Value> computed_;  // by column
  std::vector<char> kept_;
  bool is_kept_ = false;
};

}  // namespace cellar
