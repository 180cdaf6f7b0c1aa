// A row of a result: one value a column of the select list.
//
// In:      values that others keep, and values that are computed.
// Out:     each as bytes of its column's type, or null; or as a value of a C++ type (types/cpp_value.h).
// Refused: a column that the result does not have, a C++ type that is not the column's.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "types/cpp_value.h"
#include "types/type.h"

namespace cellar {

struct ResultColumn {
  std::string name;
  Type type;
};

/// Views, so that a scan copies nothing: into the pages of the snapshot, into the row of the store, or into
/// memory of the row's own. They last until the row is filled again, or whoever keeps the bytes lets go of
/// them; those of a row after keep(), as long as the row.
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

  /// The value of a column, by its place or its name (of several columns of one name, the first).
  template <Readable T>
  T get(std::size_t column) const {
    const ResultColumn& described = column_at(column);
    return read_value<T>(described.name, described.type, values_[column]);
  }
  template <Readable T>
  T get(std::string_view column) const {
    return get<T>(place_of(column));
  }

  /// To be called before a row is filled: each column is to be given its value after it.
  void begin(std::size_t columns) {
    if (values_.size() != columns) values_.resize(columns);
    is_kept_ = false;
  }
  // The value is constructed in its place. If a ValueView were made first and copied here, its flag would be
  // written as a byte and read as part of a word, which the processor cannot forward from one to the other.
  void show(std::size_t column, std::string_view value) { values_[column].emplace(value); }
  void show_null(std::size_t column) { values_[column].reset(); }
  void show(std::size_t column, const ValueView& value) {
    if (value) {
      show(column, *value);
    } else {
      show_null(column);
    }
  }
  /// Calls `into(Value&)`, which computes the value, perhaps into memory that is used again.
  template <typename Compute>
  void compute(std::size_t column, Compute into) {
    computed_.resize(values_.size());
    into(computed_[column]);
    values_[column] = computed_[column];
  }
  /// To be called before the row is handed out; the columns must outlive that.
  void describe(const std::vector<ResultColumn>& columns) { columns_ = &columns; }
  /// Copies what others keep.
  void keep();
  /// Bytes of memory that it holds.
  std::size_t capacity() const;

 private:
  const ResultColumn& column_at(std::size_t place) const;
  std::size_t place_of(std::string_view name) const;

  const std::vector<ResultColumn>* columns_ = nullptr;
  std::vector<ValueView> values_;
  std::vector<Value> computed_;  // by column
  std::vector<char> kept_;
  bool is_kept_ = false;
};

}  // namespace cellar
