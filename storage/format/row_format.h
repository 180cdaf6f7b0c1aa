// Packed entries and elements: the values of `data`, as storage/format/format.h specifies them.
//
// In:      the marker, deletions and cells of a row.
// Out:     an entry's bytes; and back, as views into them.
// Refused: bytes that were never written, flags that are not known (`file_damaged`).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/format/bytes.h"
#include "storage/format/format.h"
#include "storage/format/mutation.h"

namespace cellar {

/// Deletes everything written at or before the timestamp. The local second starts the grace period.
struct Deletion {
  Timestamp timestamp = 0;
  Seconds local_deletion_time = 0;

  bool deletes(Timestamp written) const { return written <= timestamp; }
  bool operator==(const Deletion&) const = default;
};

struct CellVersion {
  Liveness liveness;
  bool is_tombstone = false;
  Seconds deleted_at = 0;  // the local deletion time of a tombstone
  std::string_view value;

  /// Returns the second of its deletion or expiry; nothing for a value that never expires.
  std::optional<Seconds> end() const {
    if (is_tombstone) return deleted_at;
    return liveness.time_to_live != 0 ? std::optional(liveness.expires_at) : std::nullopt;
  }
  bool is_live(Seconds now) const { return !is_tombstone && liveness.is_live(now); }
};

struct PackedCell {
  ColumnId column = 0;
  bool has_own_entry = false;  // the value is in that entry
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
  std::vector<PackedDeletion> column_deletions;  // in the order of columns
  std::string_view clustering;                   // as they were written, if the key does not give them back
  std::vector<PackedCell> cells;                 // in the order of columns

  void clear();
  /// Sets `ends` to all seconds at which a part of the row died or will die, in order.
  void collect_ends(std::vector<Seconds>& ends) const;
  bool empty() const {
    return !marker && !deletion && !has_own_entries && column_deletions.empty() && cells.empty();
  }
};

void encode_row(const PackedRow& row, std::string& out);
/// Decodes into `row`, whose memory is reused.
void decode_row(std::string_view bytes, PackedRow& row);

/// Copies member by member. Copying the whole struct would read with wider loads than the members were just
/// written with; the processor could not forward those stores and would wait for them.
inline void copy(const Liveness& from, Liveness& to) {
  to.timestamp = from.timestamp;
  to.time_to_live = from.time_to_live;
  to.expires_at = from.expires_at;
}

/// A packed entry as it is stored. Reading it allocates nothing; cells are decoded one at a time.
class PackedEntry {
 public:
  PackedEntry() = default;
  explicit PackedEntry(std::string_view bytes) { load(bytes); }

  void load(std::string_view bytes) {
    rest_ = bytes;
    if (!bytes.empty() && (bytes[0] & kShortHead) != 0) {
      read_short_head();
    } else {
      read_head();
    }
  }

  /// Returns true if the first byte says that the row lives for ever; it then has neither own entries nor
  /// clustering values.
  static bool lives_for_ever(std::string_view bytes) {
    return bytes.size() >= kShortHeadSize && (bytes[0] & kShortHead) != 0;
  }
  /// The contents of an entry with the short head.
  struct ShortRow {
    unsigned bitmap;  // of the cells
    Timestamp timestamp;
    std::string_view values;  // encoded, one after another
  };
  /// Requires lives_for_ever().
  static ShortRow read_short(std::string_view bytes) {
    ByteReader reader(bytes);
    const unsigned bitmap = reader.u8() & ~kShortHead;
    const Timestamp timestamp = static_cast<Timestamp>(reader.number(6)) + kTimestampEpoch;
    if (bitmap == 0 && !reader.empty()) refuse_damaged_bytes();
    return {bitmap, timestamp, reader.rest()};
  }
  /// For callers that ask only whether the row lives. If it returns true, only own entries and clustering values
  /// may be asked for; otherwise load() must be called.
  bool load_if_lives_for_ever(std::string_view bytes) {
    if (!lives_for_ever(bytes)) return false;
    more_ = 0;
    clustering_ = {};
    return true;
  }

  bool has_marker() const { return (flags_ & kMarker) != 0; }
  /// Returns the liveness of the marker, if there is one; otherwise that of the first cell.
  const Liveness& base() const { return base_; }
  /// Returns true if the row has deletions, own entries or clustering values.
  bool has_more() const { return more_ != 0; }
  bool has_own_entries() const { return (more_ & kOwnEntries) != 0; }
  std::string_view clustering() const { return clustering_; }
  std::optional<Deletion> deletion() const {
    return (more_ & kRowDeletion) != 0 ? std::optional(deletion_) : std::nullopt;
  }

  /// Returns true if the cells are alike, never expire, and have ids up to 7, so that their bitmap has one
  /// byte.
  bool has_short_bitmap() const { return bitmap_ != 0 && (flags_ & kBaseExpires) == 0; }
  unsigned short_bitmap() const { return bitmap_; }
  /// Returns the encoded values of the cells, one after another. Requires has_short_bitmap().
  std::string_view values() const { return rest_; }

  /// Calls `each(column, deletion)` for every deletion of a column.
  template <typename Each>
  void each_column_deletion(Each each) const {
    if ((more_ & kColumnDeletions) == 0) return;
    ByteReader reader(column_deletions_);
    while (!reader.empty()) {
      const auto column = static_cast<ColumnId>(reader.varint());
      each(column, read_deletion(reader));
    }
  }

  /// Calls `each(const PackedCell&)` in the order of columns, until it returns false.
  template <typename Each>
  void each_cell(Each each) const {
    if (bitmap_ != 0) {
      each_alike(each, 1, [this](std::size_t) { return bitmap_; });
    } else if ((flags_ & kAlike) != 0) {
      each_alike_of_long_bitmap(each);
    } else {
      each_different(each);
    }
  }

  /// The bit of the first byte that marks an entry with the short head; the other bits are then the bitmap of
  /// the cells. Otherwise the first byte holds row flags.
  static constexpr unsigned kShortHead = 0x80;
  static constexpr std::size_t kShortHeadSize = 7;
  enum RowFlag : unsigned {
    kMarker = 0x01,
    kAlike = 0x02,
    kTimestampCode = 0x0C,
    kTimestampOfSixBytes = 0x04,
    kBaseExpires = 0x10,
    kMore = 0x20,
  };
  enum MoreFlag : unsigned {
    kRowDeletion = 0x01,
    kColumnDeletions = 0x02,
    kOwnEntries = 0x04,
    kClustering = 0x08,
  };

 private:
  /// Reads the head that nearly all rows have: a marker with a timestamp of six bytes, and a short bitmap.
  void read_short_head() {
    const ShortRow row = read_short(rest_);
    bitmap_ = row.bitmap;
    flags_ = kMarker | kTimestampOfSixBytes | (bitmap_ != 0 ? kAlike : 0U);
    more_ = 0;
    base_ = {row.timestamp, 0, 0};
    clustering_ = {};
    rest_ = row.values;
  }
  void read_head();
  void read_more(ByteReader& reader);
  static Deletion read_deletion(ByteReader& reader);
  void read_different_cell(ByteReader& reader, PackedCell& cell) const;

  template <typename Each>
  void each_alike_of_long_bitmap(Each& each) const {
    ByteReader reader(rest_);
    while ((reader.u8() & 0x80) != 0) {
    }
    const std::size_t size = rest_.size() - reader.rest().size();
    if (rest_[size - 1] == 0) refuse_damaged_bytes();
    each_alike(each, size,
               [this](std::size_t byte) { return static_cast<unsigned char>(rest_[byte]) & 0x7FU; });
  }

  /// Calls `each` for the cells of a bitmap of `size` bytes; `bits_of(i)` returns the seven bits of byte i.
  template <typename Each, typename BitsOf>
  void each_alike(Each& each, std::size_t size, BitsOf bits_of) const {
    ByteReader reader(bitmap_ != 0 ? rest_ : rest_.substr(size));
    PackedCell cell;
    copy(base_, cell.version.liveness);
    for (std::size_t byte = 0; byte < size; ++byte) {
      for (unsigned bits = bits_of(byte); bits != 0; bits &= bits - 1) {
        const bool is_last = byte + 1 == size && (bits & (bits - 1)) == 0;
        cell.column = static_cast<ColumnId>(7 * byte + static_cast<unsigned>(__builtin_ctz(bits)) + 1);
        cell.version.value = is_last ? reader.rest() : reader.take(reader.varint());
        if (!each(cell)) return;
      }
    }
  }

  template <typename Each>
  void each_different(Each& each) const {
    ByteReader reader(rest_);
    PackedCell cell;
    while (!reader.empty()) {
      read_different_cell(reader, cell);
      if (!each(cell)) return;
    }
  }

  unsigned flags_ = 0;
  unsigned more_ = 0;
  Liveness base_;
  Deletion deletion_;                  // valid if the flags say so
  std::string_view column_deletions_;  // likewise
  std::string_view clustering_;
  unsigned bitmap_ = 0;    // of cells that are alike, if the bitmap has one byte; otherwise 0
  std::string_view rest_;  // the encoded cells: begins after a bitmap of one byte, but with a longer one
};

std::string encode_values(const std::vector<std::string>& values);
void decode_values(std::string_view bytes, std::vector<std::string>& values);

struct Element {
  CellVersion version;
  std::optional<std::string_view> path;  // as it was written, if the key does not give it back
};

void encode_element(const Element& element, std::string& out);
Element decode_element(std::string_view bytes);

}  // namespace cellar
