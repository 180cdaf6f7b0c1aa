// A row on its way into a table with another key.
//
// In:      a row of the source as the store reads it.
// Out:     the cells, elements and markers that it has in the target, with their own timestamps, times to live and
//          paths, and the key of each row of the target that gets them.
// Refused: nothing.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "executor/copy/copy_columns.h"
#include "executor/row_view.h"
#include "executor/select/bounds/key_choices.h"

namespace cellar {

/// Holds all bytes itself: the rows of the source may be written while it lives.
class CopiedRow {
 public:
  /// The view has a partition key.
  CopiedRow(const CopyColumns& columns, const Table& target, const RowView& view);

  /// The number of rows of the target: one for each combination of elements; 0 if a column of its key has no value.
  std::size_t size() const;

  struct Place {
    KeyValues partition_key, clustering;
  };
  Place place_of(std::size_t number) const;
  /// Returns the number of the row that has this key; nothing if none has.
  std::optional<std::size_t> number_of(const KeyValues& key) const;
  /// Returns what the row gets, without its clustering values.
  RowWrite write_of(std::size_t number) const;
  /// As above; to be called once for each number, in their order.
  RowWrite take_write(std::size_t number);
  /// Returns how long the values live that have become the key of the row; nothing if its key was one before.
  std::optional<Liveness> promoted_of(std::size_t number) const;
  /// Returns what the static row of its partition gets.
  const RowWrite& statics() const { return statics_; }
  /// As above, for a view without a row, too.
  static RowWrite statics_of(const CopyColumns& columns, const Table& target, const RowView& view);

  /// The approximate size of one of the rows, in bytes.
  std::size_t bytes() const { return bytes_; }
  /// The approximate memory of the object, in bytes.
  std::size_t memory() const { return bytes_ + element_bytes_; }

 private:
  /// The parts of an element that are in the key, and how long it lives. Those that the key lacks are empty.
  using Elements = std::vector<std::pair<std::pair<std::string, std::string>, Liveness>>;

  void add_keys(const CopyColumns& columns, const Table& target, const RowView& view);
  void add_elements(const CopiedElements& of, const RowView& view);
  void promote(const Liveness& liveness);
  void choose_marker(const CopyColumns& columns, const RowView& view);
  KeyValues key_of(std::size_t number) const;
  /// Adds to the values of the row what depends on its key.
  void complete(std::size_t number, RowWrite& write) const;
  /// Calls `take` with the element of each collection that the row of the target has.
  template <typename Take>
  void each_element(std::size_t number, Take take) const;

  std::size_t partition_key_size_;  // of the target
  bool has_markers_;                // the rows of the target
  bool has_key_ = true;
  KeyValues key_;  // of the target; empty where an element belongs
  std::vector<CopiedElements> collections_;
  std::vector<Elements> elements_;    // one for each of them
  std::optional<Liveness> promoted_;  // how long the values live that have become the key
  std::optional<Liveness> marker_;    // of rows whose key was one before
  RowWrite row_, statics_;
  std::size_t bytes_ = 0;
  std::size_t element_bytes_ = 0;
};

}  // namespace cellar
