// Collects what writes change in indexes and views, and puts it into the data in the order of its keys.
//
// In:      keys of entries to be put or erased.
// Out:     nothing until put_into(), which makes all changes.
// Refused: by put_into(), what the file refuses.
//
// The base rows of a write buffer are put in the order of their keys, so what is derived from them comes in
// random order. It is sorted once for the whole write buffer. Changes of one row are made in the order in
// which they came.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "storage/format/mutation.h"
#include "storage/rows/maps.h"

namespace cellar {

class DerivedBatch {
 public:
  /// `row_size` is the size of the key of the row to which the entry belongs.
  void put(std::string_view key, std::size_t row_size, std::string_view value);
  /// Puts the packed entry of a row of a view, and erases own entries that belong to what was stored there before
  /// and not to this row.
  void put_row(std::string_view row_key, std::string_view packed);
  void erase(std::string_view key, std::size_t row_size);
  /// Erases the packed entry of a row and all of its own entries.
  void erase_row(std::string_view row_key);

  /// Notes the marker that the batch gives to a row; known_marker() returns it, or null if none was noted.
  void note_marker(std::string_view row_key, const std::optional<Liveness>& marker) {
    markers_.insert_or_assign(std::string(row_key), marker);
  }
  const std::optional<Liveness>* known_marker(const std::string& row_key) const {
    const auto found = markers_.find(row_key);
    return found != markers_.end() ? &found->second : nullptr;
  }

  bool is_empty() const { return changes_.empty(); }
  /// Returns true if it has reached its limit of memory.
  bool is_full() const;
  std::size_t bytes() const { return bytes_.size(); }
  /// The batch is empty afterwards, even if it throws.
  void put_into(Maps& maps);

 private:
  enum class Kind : std::uint8_t { put, put_row, erase, erase_row };
  struct Change {
    std::size_t begin;  // of the key in bytes_; the value follows it
    std::uint32_t key_size;
    std::uint32_t row_size;
    std::uint32_t value_size;
    Kind kind;
  };

  void append(Kind kind, std::string_view key, std::size_t row_size, std::string_view value);
  std::string_view key_of(const Change& change) const { return {&bytes_[change.begin], change.key_size}; }
  std::string_view row_of(const Change& change) const { return {&bytes_[change.begin], change.row_size}; }
  std::string_view value_of(const Change& change) const {
    return {bytes_.data() + change.begin + change.key_size, change.value_size};
  }
  void put_all(Maps& maps);
  void make(const Change& change, Maps& maps);

  std::string bytes_;
  std::vector<Change> changes_;
  std::unordered_map<std::string, std::optional<Liveness>> markers_;  // those that were noted, by row
};

}  // namespace cellar
