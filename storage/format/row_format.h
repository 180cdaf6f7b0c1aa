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
#include "storage/store.h"

namespace cellar {

/// Everything at or before the timestamp is gone. The local second says since when, for the grace.
struct Deletion {
  Timestamp timestamp = 0;
  Seconds local_deletion_time = 0;

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
  bool is_live(Seconds now) const { return !is_tombstone && liveness.is_live(now); }
};

struct PackedCell {
  ColumnId column = 0;
  bool has_own_entry = false;  // the value is there
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

/// Copies member by member. A copy of the whole would read with wider loads than the members were written
/// with a moment before, so that the processor could not forward the stores and would wait for them.
inline void copy(const Liveness& from, Liveness& to) {
  to.timestamp = from.timestamp;
  to.time_to_live = from.time_to_live;
  to.expires_at = from.expires_at;
}

/// A packed entry as it lies in the file. Reading it allocates nothing; its cells are decoded one by one.
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

  /// For who asks nothing but whether the row lives: returns true, and has no own entries and no clustering
  /// values, if the first byte says that it lives for ever. Otherwise it is to be loaded.
  bool load_if_lives_for_ever(std::string_view bytes) {
    if (bytes.size() < kShortHeadSize || (bytes[0] & kShortHead) == 0) return false;
    more_ = 0;
    clustering_ = {};
    return true;
  }

  bool has_marker() const { return (flags_ & kMarker) != 0; }
  /// The liveness of the marker, if there is one; otherwise that of the first cell.
  const Liveness& base() const { return base_; }
  bool has_own_entries() const { return (more_ & kOwnEntries) != 0; }
  std::string_view clustering() const { return clustering_; }
  std::optional<Deletion> deletion() const {
    return (more_ & kRowDeletion) != 0 ? std::optional(deletion_) : std::nullopt;
  }

  /// True if the cells are alike, never expire, and have ids up to 7, so that their bitmap has one byte.
  bool has_short_bitmap() const { return bitmap_ != 0 && (flags_ & kBaseExpires) == 0; }
  unsigned short_bitmap() const { return bitmap_; }
  /// Returns the encoded values of the cells, one after another. Only if has_short_bitmap().
  std::string_view values() const { return rest_; }

  /// Calls `each(column, deletion)`.
  template <typename Each>
  void each_column_deletion(Each each) const {
    if ((more_ & kColumnDeletions) == 0) return;
    ByteReader reader(column_deletions_);
    while (!reader.empty()) {
      const auto column = static_cast<ColumnId>(reader.varint());
      each(column, read_deletion(reader));
    }
  }

  /// Calls `each(const PackedCell&)` by column, until it returns false.
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

  /// The bit of the first byte that marks an entry with the short head: its other bits are the bitmap of the
  /// cells. If it is not set, the first byte holds row flags.
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
    ByteReader reader(rest_);
    bitmap_ = reader.u8() & ~kShortHead;
    flags_ = kMarker | kTimestampOfSixBytes | (bitmap_ != 0 ? kAlike : 0U);
    more_ = 0;
    base_ = {static_cast<Timestamp>(reader.number(6)) + kTimestampEpoch, 0, 0};
    clustering_ = {};
    rest_ = reader.rest();
    if (bitmap_ == 0 && !rest_.empty()) refuse_damaged_bytes();
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

  /// The bitmap has `size` bytes; `bits_of(i)` returns the seven bits of byte i.
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
  Deletion deletion_;                  // if the flags say so
  std::string_view column_deletions_;  // likewise
  std::string_view clustering_;
  unsigned bitmap_ = 0;    // of cells that are alike, if it has one byte; otherwise 0
  std::string_view rest_;  // the encoded cells; begins after such a bitmap, but with a longer one
};

std::string encode_values(const std::vector<std::string>& values);
void decode_values(std::string_view bytes, std::vector<std::string>& values);

struct Element {
  CellVersion version;
  std::optional<std::string_view> path;  // as it was written, where the key loses it
};

void encode_element(const Element& element, std::string& out);
Element decode_element(std::string_view bytes);

}  // namespace cellar
