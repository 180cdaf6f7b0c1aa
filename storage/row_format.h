// Packed entries and elements: the values of `data`, as storage/format.h specifies them.
//
// In:      the marker, deletions and cells of a row. Out: an entry's bytes; and back, as views into them.
// Refused: bytes that were never written (`file_damaged`).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/store.h"

namespace cellar {

/// Everything at or before the timestamp is gone. The local second says since when, for the grace.
struct Deletion {
  Timestamp timestamp = 0;
  Seconds local_second = 0;

  bool deletes(Timestamp written) const { return written <= timestamp; }
  bool operator==(const Deletion&) const = default;
};

struct CellVersion {
  Liveness liveness;
  bool is_tombstone = false;
  Seconds deleted_at = 0;  // of a tombstone
  std::string_view value;

  /// When it died or will die; nothing for what stays.
  std::optional<Seconds> end() const {
    if (is_tombstone) return deleted_at;
    return liveness.time_to_live != 0 ? std::optional(liveness.expires_at) : std::nullopt;
  }
  bool is_live(Seconds now) const {
    return !is_tombstone && (liveness.time_to_live == 0 || liveness.expires_at > now);
  }
};

struct PackedCell {
  ColumnId column = 0;
  bool has_own_entry = false;  // the value stands there
  CellVersion version;
};

struct PackedDeletion {
  ColumnId column = 0;
  Deletion deletion;
};

struct PackedRow {
  std::optional<Liveness> marker;
  std::optional<Deletion> deletion;
  bool has_own_entries = false;
  std::vector<PackedDeletion> column_deletions;  // by column
  std::string_view clustering;                   // values as they were written, where the key loses them
  std::vector<PackedCell> cells;                 // by column

  void clear();
  /// All seconds at which something in it died or will die, in order.
  void collect_ends(std::vector<Seconds>& ends) const;
  bool empty() const {
    return !marker && !deletion && !has_own_entries && column_deletions.empty() && cells.empty();
  }
};

void encode_row(const PackedRow& row, std::string& out);
/// Fills `row`, whose memory is used again.
void decode_row(std::string_view bytes, PackedRow& row);

std::string encode_values(const std::vector<std::string>& values);
void decode_values(std::string_view bytes, std::vector<std::string>& values);

struct Element {
  CellVersion version;
  std::optional<std::string_view> path;  // as it was written, where the key loses it
};

void encode_element(const Element& element, std::string& out);
Element decode_element(std::string_view bytes);

}  // namespace cellar
