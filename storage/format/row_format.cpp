#include "storage/format/row_format.h"

#include <algorithm>

#include "storage/format/bytes.h"

namespace cellar {

namespace {

constexpr unsigned kCodeShift = 2;
constexpr unsigned kKnownMore = PackedEntry::kRowDeletion | PackedEntry::kColumnDeletions |
                                PackedEntry::kOwnEntries | PackedEntry::kClustering;
constexpr unsigned kUnknownFlags = 0x40;  // kShortHead is tested first

enum CellFlag : unsigned {
  kAsBase = 0x01,
  kExpires = 0x02,
  kTombstone = 0x04,
  kOwn = 0x08,
  kKnownCellFlags = 0x0F,
};

enum ElementFlag : unsigned {
  kElementExpires = 0x01,
  kElementTombstone = 0x02,
  kElementPath = 0x04,
  kElementCode = 0x18,
  kKnownElementFlags = 0x1F,
};
constexpr unsigned kElementCodeShift = 3;

/// How a timestamp is written. Code 0: there is none.
enum TimestampCode : unsigned { kSixBytes = 1, kSevenBytes = 2, kEightBytes = 3 };

unsigned timestamp_code(Timestamp timestamp) {
  if (timestamp < kTimestampEpoch) return kEightBytes;
  const auto since = static_cast<std::uint64_t>(timestamp - kTimestampEpoch);
  return since >> 48 == 0 ? kSixBytes : since >> 56 == 0 ? kSevenBytes : kEightBytes;
}

void append_timestamp(std::string& out, unsigned code, Timestamp timestamp) {
  std::uint64_t number = static_cast<std::uint64_t>(timestamp);
  if (code != kEightBytes) number -= static_cast<std::uint64_t>(kTimestampEpoch);
  char bytes[8];
  const std::size_t size = 5 + code;
  for (std::size_t i = size; i-- > 0; number >>= 8) bytes[i] = static_cast<char>(number);
  out.append(bytes, size);
}

Timestamp read_timestamp(ByteReader& reader, unsigned code) {
  const std::uint64_t number = reader.number(5 + code);
  const std::uint64_t epoch = code != kEightBytes ? static_cast<std::uint64_t>(kTimestampEpoch) : 0;
  return static_cast<Timestamp>(number + epoch);
}

void append_seconds(std::string& out, Seconds seconds) {
  append_varint(out, static_cast<std::uint64_t>(seconds));
}
Seconds read_seconds(ByteReader& reader) { return static_cast<Seconds>(reader.varint()); }

void append_end(std::string& out, const Liveness& liveness) {
  if (liveness.time_to_live == 0) return;
  append_varint(out, static_cast<std::uint64_t>(liveness.time_to_live));
  append_seconds(out, liveness.expires_at);
}

void read_end(ByteReader& reader, Liveness& liveness) {
  liveness.time_to_live = static_cast<std::int32_t>(reader.varint());
  liveness.expires_at = read_seconds(reader);
}

void append_deletion(std::string& out, const Deletion& deletion) {
  append_u64(out, static_cast<std::uint64_t>(deletion.timestamp));
  append_seconds(out, deletion.local_deletion_time);
}

void append_cell(std::string& out, const PackedCell& cell, ColumnId before, const Liveness& base) {
  const CellVersion& version = cell.version;
  const bool as_base = version.liveness == base;
  unsigned flags = as_base ? kAsBase : version.liveness.time_to_live != 0 ? kExpires : 0U;
  if (version.is_tombstone) flags |= kTombstone;
  if (cell.has_own_entry) flags |= kOwn;
  append_varint(out, cell.column - before);
  append_u8(out, flags);
  if (!as_base) {
    const auto later =
        static_cast<std::uint64_t>(version.liveness.timestamp) - static_cast<std::uint64_t>(base.timestamp);
    append_varint(out, zigzag(static_cast<std::int64_t>(later)));
    append_end(out, version.liveness);
  }
  if (version.is_tombstone) {
    append_seconds(out, version.deleted_at);
  } else if (!cell.has_own_entry) {
    append_varint(out, version.value.size());
    out += version.value;
  }
}

/// A bitmap that would be much longer than a list of ids is not used.
bool is_short_bitmap(const std::vector<PackedCell>& cells) {
  return (cells.back().column - 1) / 7 <= cells.size() + 1;
}

bool are_alike(const std::vector<PackedCell>& cells, const Liveness& base) {
  return !cells.empty() && is_short_bitmap(cells) && std::ranges::all_of(cells, [&](const PackedCell& cell) {
    return !cell.has_own_entry && !cell.version.is_tombstone && cell.version.liveness == base;
  });
}

std::size_t bitmap_size(const std::vector<PackedCell>& cells) { return (cells.back().column - 1) / 7 + 1; }

void append_bitmap(std::string& out, const std::vector<PackedCell>& cells) {
  const std::size_t begin = out.size();
  out.append(bitmap_size(cells), static_cast<char>(0x80));
  out.back() = 0;
  for (const PackedCell& cell : cells) {
    char& byte = out[begin + (cell.column - 1) / 7];
    byte = static_cast<char>(byte | 1 << (cell.column - 1) % 7);
  }
}

void append_values(std::string& out, const std::vector<PackedCell>& cells) {
  for (const PackedCell& cell : cells) {
    if (&cell != &cells.back()) append_varint(out, cell.version.value.size());
    out += cell.version.value;
  }
}

/// Appends a row with the short head: a marker and cells that are all alike, nothing else.
void append_short_row(std::string& out, const PackedRow& row) {
  const std::size_t head = out.size();
  if (row.cells.empty()) {
    out.push_back(0);
  } else {
    append_bitmap(out, row.cells);
  }
  out[head] = static_cast<char>(out[head] | static_cast<char>(PackedEntry::kShortHead));
  append_timestamp(out, kSixBytes, row.marker->timestamp);
  append_values(out, row.cells);
}

void append_column_deletions(std::string& out, const std::vector<PackedDeletion>& deletions) {
  std::string bytes;
  for (const PackedDeletion& deleted : deletions) {
    append_varint(bytes, deleted.column);
    append_deletion(bytes, deleted.deletion);
  }
  append_varint(out, bytes.size());
  out += bytes;
}

unsigned more_of(const PackedRow& row) {
  unsigned more = 0;
  if (row.deletion) more |= PackedEntry::kRowDeletion;
  if (!row.column_deletions.empty()) more |= PackedEntry::kColumnDeletions;
  if (row.has_own_entries) more |= PackedEntry::kOwnEntries;
  if (!row.clustering.empty()) more |= PackedEntry::kClustering;
  return more;
}

}  // namespace

void PackedRow::clear() {
  marker.reset();
  deletion.reset();
  has_own_entries = false;
  column_deletions.clear();
  clustering = {};
  cells.clear();
}

void PackedRow::collect_ends(std::vector<Seconds>& ends) const {
  ends.clear();
  if (marker && marker->time_to_live != 0) ends.push_back(marker->expires_at);
  if (deletion) ends.push_back(deletion->local_deletion_time);
  for (const PackedDeletion& each : column_deletions) ends.push_back(each.deletion.local_deletion_time);
  for (const PackedCell& cell : cells) {
    if (const std::optional<Seconds> end = cell.version.end()) ends.push_back(*end);
  }
  std::sort(ends.begin(), ends.end());
  const auto doubles = std::unique(ends.begin(), ends.end());
  ends.erase(doubles, ends.end());
}

void encode_row(const PackedRow& row, std::string& out) {
  std::optional<Liveness> base = row.marker;
  if (!base && !row.cells.empty()) base = row.cells.front().version.liveness;
  const unsigned code = base ? timestamp_code(base->timestamp) : 0;
  const bool alike = base && are_alike(row.cells, *base);
  const unsigned more = more_of(row);
  const bool has_short_bitmap = row.cells.empty() || (alike && bitmap_size(row.cells) == 1);
  if (row.marker && code == kSixBytes && base->time_to_live == 0 && more == 0 && has_short_bitmap) {
    return append_short_row(out, row);
  }
  unsigned flags = code << kCodeShift;
  if (row.marker) flags |= PackedEntry::kMarker;
  if (alike) flags |= PackedEntry::kAlike;
  if (base && base->time_to_live != 0) flags |= PackedEntry::kBaseExpires;
  if (more != 0) flags |= PackedEntry::kMore;
  append_u8(out, flags);
  if (more != 0) append_u8(out, more);
  if (base) {
    append_timestamp(out, code, base->timestamp);
    append_end(out, *base);
  }
  if (row.deletion) append_deletion(out, *row.deletion);
  if (!row.column_deletions.empty()) append_column_deletions(out, row.column_deletions);
  if (!row.clustering.empty()) {
    append_varint(out, row.clustering.size());
    out += row.clustering;
  }
  if (alike) {
    append_bitmap(out, row.cells);
    return append_values(out, row.cells);
  }
  ColumnId before = 0;
  for (const PackedCell& cell : row.cells) {
    append_cell(out, cell, before, *base);
    before = cell.column;
  }
}

Deletion PackedEntry::read_deletion(ByteReader& reader) {
  const Timestamp timestamp = reader.i64();
  return {timestamp, read_seconds(reader)};
}

void PackedEntry::read_head() {
  ByteReader reader(rest_);
  flags_ = reader.u8();
  if ((flags_ & kUnknownFlags) != 0) refuse_damaged_bytes();
  more_ = (flags_ & kMore) != 0 ? reader.u8() : 0U;
  base_ = {};
  clustering_ = {};
  bitmap_ = 0;
  const unsigned code = (flags_ & kTimestampCode) >> kCodeShift;
  if (code != 0) {
    base_.timestamp = read_timestamp(reader, code);
    if ((flags_ & kBaseExpires) != 0) read_end(reader, base_);
  } else if ((flags_ & (kMarker | kAlike | kBaseExpires)) != 0) {
    refuse_damaged_bytes();
  }
  if ((flags_ & kMore) != 0) read_more(reader);
  rest_ = reader.rest();
  if (code == 0 && !rest_.empty()) refuse_damaged_bytes();
  const bool is_alike = (flags_ & kAlike) != 0;
  if (is_alike && !rest_.empty() && static_cast<signed char>(rest_[0]) > 0) bitmap_ = reader.u8();
  rest_ = reader.rest();
}

void PackedEntry::read_more(ByteReader& reader) {
  if (more_ == 0 || (more_ & ~kKnownMore) != 0) refuse_damaged_bytes();
  if ((more_ & kRowDeletion) != 0) deletion_ = read_deletion(reader);
  if ((more_ & kColumnDeletions) != 0) column_deletions_ = reader.take(reader.varint());
  if ((more_ & kClustering) != 0) clustering_ = reader.take(reader.varint());
}

void PackedEntry::read_different_cell(ByteReader& reader, PackedCell& cell) const {
  const auto step = static_cast<ColumnId>(reader.varint());
  if (step == 0) refuse_damaged_bytes();
  cell.column += step;
  const unsigned flags = reader.u8();
  if ((flags & ~static_cast<unsigned>(kKnownCellFlags)) != 0) refuse_damaged_bytes();
  cell.has_own_entry = (flags & kOwn) != 0;
  CellVersion& version = cell.version;
  version = {base_, (flags & kTombstone) != 0, 0, {}};
  if ((flags & kAsBase) == 0) {
    const auto later = static_cast<std::uint64_t>(from_zigzag(reader.varint()));
    version.liveness = {static_cast<Timestamp>(static_cast<std::uint64_t>(base_.timestamp) + later), 0, 0};
    if ((flags & kExpires) != 0) read_end(reader, version.liveness);
  }
  if (version.is_tombstone) {
    version.deleted_at = read_seconds(reader);
  } else if (!cell.has_own_entry) {
    version.value = reader.take(reader.varint());
  }
}

void decode_row(std::string_view bytes, PackedRow& row) {
  row.clear();
  const PackedEntry entry(bytes);
  if (entry.has_marker()) row.marker = entry.base();
  row.deletion = entry.deletion();
  entry.each_column_deletion([&](ColumnId column, const Deletion& deletion) {
    row.column_deletions.push_back({column, deletion});
  });
  row.has_own_entries = entry.has_own_entries();
  row.clustering = entry.clustering();
  entry.each_cell([&](const PackedCell& cell) {
    row.cells.push_back(cell);
    return true;
  });
}

std::string encode_values(const std::vector<std::string>& values) {
  std::string out;
  for (const std::string& value : values) {
    append_varint(out, value.size());
    out += value;
  }
  return out;
}

void decode_values(std::string_view bytes, std::vector<std::string>& values) {
  ByteReader reader(bytes);
  for (std::string& value : values) value = reader.take(reader.varint());
}

void encode_element(const Element& element, std::string& out) {
  const CellVersion& version = element.version;
  const unsigned code = timestamp_code(version.liveness.timestamp);
  unsigned flags = code << kElementCodeShift;
  if (version.liveness.time_to_live != 0) flags |= kElementExpires;
  if (version.is_tombstone) flags |= kElementTombstone;
  if (element.path) flags |= kElementPath;
  append_u8(out, flags);
  append_timestamp(out, code, version.liveness.timestamp);
  append_end(out, version.liveness);
  if (version.is_tombstone) append_seconds(out, version.deleted_at);
  if (element.path) {
    append_varint(out, element.path->size());
    out += *element.path;
  }
  out += version.value;
}

Element decode_element(std::string_view bytes) {
  ByteReader reader(bytes);
  const unsigned flags = reader.u8();
  const unsigned code = (flags & kElementCode) >> kElementCodeShift;
  if ((flags & ~static_cast<unsigned>(kKnownElementFlags)) != 0 || code == 0) refuse_damaged_bytes();
  Element element;
  element.version.liveness.timestamp = read_timestamp(reader, code);
  if ((flags & kElementExpires) != 0) read_end(reader, element.version.liveness);
  element.version.is_tombstone = (flags & kElementTombstone) != 0;
  if (element.version.is_tombstone) element.version.deleted_at = read_seconds(reader);
  if ((flags & kElementPath) != 0) element.path = reader.take(reader.varint());
  element.version.value = reader.rest();
  return element;
}

}  // namespace cellar
