#include "storage/row_format.h"

#include <algorithm>

#include "storage/bytes.h"

namespace cellar {

namespace {

enum RowFlag : unsigned {
  kMarker = 0x01,
  kBase = 0x02,
  kBaseExpires = 0x04,
  kRowDeletion = 0x08,
  kColumnDeletions = 0x10,
  kOwnEntries = 0x20,
  kClustering = 0x40,
};

enum CellFlag : unsigned {
  kAsBase = 0x01,
  kExpires = 0x02,
  kTombstone = 0x04,
  kOwn = 0x08,
};

enum ElementFlag : unsigned {
  kElementExpires = 0x01,
  kElementTombstone = 0x02,
  kElementPath = 0x04,
};

void append_seconds(std::string& out, Seconds seconds) {
  append_varint(out, static_cast<std::uint64_t>(seconds));
}
Seconds read_seconds(ByteReader& reader) { return static_cast<Seconds>(reader.varint()); }

void append_liveness(std::string& out, const Liveness& liveness) {
  append_u64(out, static_cast<std::uint64_t>(liveness.timestamp));
  if (liveness.time_to_live == 0) return;
  append_varint(out, static_cast<std::uint64_t>(liveness.time_to_live));
  append_seconds(out, liveness.expires_at);
}

Liveness read_liveness(ByteReader& reader, bool expires) {
  Liveness liveness;
  liveness.timestamp = reader.i64();
  if (expires) {
    liveness.time_to_live = static_cast<std::int32_t>(reader.varint());
    liveness.expires_at = read_seconds(reader);
  }
  return liveness;
}

void append_deletion(std::string& out, const Deletion& deletion) {
  append_u64(out, static_cast<std::uint64_t>(deletion.timestamp));
  append_seconds(out, deletion.local_second);
}

Deletion read_deletion(ByteReader& reader) {
  const Timestamp timestamp = reader.i64();
  return {timestamp, read_seconds(reader)};
}

void append_cell(std::string& out, const PackedCell& cell, const std::optional<Liveness>& base) {
  const CellVersion& version = cell.version;
  const bool as_base = version.liveness == base;
  unsigned flags = as_base ? kAsBase : version.liveness.time_to_live != 0 ? kExpires : 0U;
  if (version.is_tombstone) flags |= kTombstone;
  if (cell.has_own_entry) flags |= kOwn;
  append_varint(out, cell.column);
  append_u8(out, flags);
  if (!as_base) append_liveness(out, version.liveness);
  if (version.is_tombstone) {
    append_seconds(out, version.deleted_at);
  } else if (!cell.has_own_entry) {
    append_varint(out, version.value.size());
    out += version.value;
  }
}

void read_cell(ByteReader& reader, const Liveness& base, PackedCell& cell) {
  cell.column = static_cast<ColumnId>(reader.varint());
  const unsigned flags = reader.u8();
  cell.has_own_entry = (flags & kOwn) != 0;
  CellVersion& version = cell.version;
  version.liveness = (flags & kAsBase) != 0 ? base : read_liveness(reader, (flags & kExpires) != 0);
  version.is_tombstone = (flags & kTombstone) != 0;
  if (version.is_tombstone) {
    version.deleted_at = read_seconds(reader);
  } else if (!cell.has_own_entry) {
    version.value = reader.take(reader.varint());
  }
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
  if (deletion) ends.push_back(deletion->local_second);
  for (const PackedDeletion& each : column_deletions) ends.push_back(each.deletion.local_second);
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
  unsigned flags = 0;
  if (row.marker) flags |= kMarker;
  if (base) flags |= kBase;
  if (base && base->time_to_live != 0) flags |= kBaseExpires;
  if (row.deletion) flags |= kRowDeletion;
  if (!row.column_deletions.empty()) flags |= kColumnDeletions;
  if (row.has_own_entries) flags |= kOwnEntries;
  if (!row.clustering.empty()) flags |= kClustering;
  append_u8(out, flags);
  if (base) append_liveness(out, *base);
  if (row.deletion) append_deletion(out, *row.deletion);
  if (!row.column_deletions.empty()) {
    append_varint(out, row.column_deletions.size());
    for (const PackedDeletion& deleted : row.column_deletions) {
      append_varint(out, deleted.column);
      append_deletion(out, deleted.deletion);
    }
  }
  if (!row.clustering.empty()) {
    append_varint(out, row.clustering.size());
    out += row.clustering;
  }
  for (const PackedCell& cell : row.cells) append_cell(out, cell, base);
}

void decode_row(std::string_view bytes, PackedRow& row) {
  row.clear();
  ByteReader reader(bytes);
  const unsigned flags = reader.u8();
  Liveness base;
  if ((flags & kBase) != 0) base = read_liveness(reader, (flags & kBaseExpires) != 0);
  if ((flags & kMarker) != 0) row.marker = base;
  if ((flags & kRowDeletion) != 0) row.deletion = read_deletion(reader);
  if ((flags & kColumnDeletions) != 0) {
    for (std::uint64_t left = reader.varint(); left > 0; --left) {
      const auto column = static_cast<ColumnId>(reader.varint());
      row.column_deletions.push_back({column, read_deletion(reader)});
    }
  }
  row.has_own_entries = (flags & kOwnEntries) != 0;
  if ((flags & kClustering) != 0) row.clustering = reader.take(reader.varint());
  while (!reader.empty()) read_cell(reader, base, row.cells.emplace_back());
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
  unsigned flags = 0;
  if (version.liveness.time_to_live != 0) flags |= kElementExpires;
  if (version.is_tombstone) flags |= kElementTombstone;
  if (element.path) flags |= kElementPath;
  append_u8(out, flags);
  append_liveness(out, version.liveness);
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
  Element element;
  element.version.liveness = read_liveness(reader, (flags & kElementExpires) != 0);
  element.version.is_tombstone = (flags & kElementTombstone) != 0;
  if (element.version.is_tombstone) element.version.deleted_at = read_seconds(reader);
  if ((flags & kElementPath) != 0) element.path = reader.take(reader.varint());
  element.version.value = reader.rest();
  return element;
}

}  // namespace cellar
