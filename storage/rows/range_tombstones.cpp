#include "storage/rows/range_tombstones.h"

#include <algorithm>

#include "storage/format/bytes.h"
#include "storage/format/format.h"
#include "storage/rows/entries.h"
#include "storage/rows/purge_queue.h"

namespace cellar {

namespace {

/// Joins adjacent range tombstones of one kind and deletion; drops those with an empty range.
std::vector<RangeTombstone> joined(const std::vector<RangeTombstone>& tombstones) {
  std::vector<RangeTombstone> result;
  for (const RangeTombstone& tombstone : tombstones) {
    if (tombstone.start >= tombstone.end) continue;
    if (!result.empty() && result.back().end == tombstone.start && result.back().kind == tombstone.kind &&
        result.back().deletion == tombstone.deletion) {
      result.back().end = tombstone.end;
    } else {
      result.push_back(tombstone);
    }
  }
  return result;
}

/// `tombstones` are in order. Returns null if none starts at `start`.
const RangeTombstone* find_start(const std::vector<RangeTombstone>& tombstones, std::string_view start) {
  const auto found = std::ranges::lower_bound(tombstones, start, {}, &RangeTombstone::start);
  return found != tombstones.end() && found->start == start ? &*found : nullptr;
}

std::uint64_t count_covering(const std::vector<RangeTombstone>& tombstones) {
  return static_cast<std::uint64_t>(
      std::ranges::count(tombstones, RangeTombstoneKind::covering, &RangeTombstone::kind));
}

}  // namespace

std::string range_tombstone_key(std::string_view partition, std::string_view start) {
  std::string key(partition);
  key.push_back(kRangeTombstoneKind);
  key += start;
  key.push_back(kRangeTombstoneEnd);
  return key;
}

std::string_view range_tombstone_start(std::string_view key, std::size_t partition_size) {
  if (key.size() < partition_size + 2) refuse_damaged_bytes();
  key.remove_prefix(partition_size + 1);
  key.remove_suffix(1);
  return key;
}

std::string encode_range_tombstone(const RangeTombstone& tombstone) {
  std::string value;
  append_u8(value, static_cast<unsigned>(tombstone.kind));
  append_u64(value, static_cast<std::uint64_t>(tombstone.deletion.timestamp));
  append_varint(value, static_cast<std::uint64_t>(tombstone.deletion.local_deletion_time));
  value += tombstone.end;
  return value;
}

RangeTombstone decode_range_tombstone(std::string_view start, std::string_view value) {
  ByteReader reader(value);
  RangeTombstone tombstone;
  tombstone.start = start;
  tombstone.kind = static_cast<RangeTombstoneKind>(reader.u8());
  if (tombstone.kind != RangeTombstoneKind::covering && tombstone.kind != RangeTombstoneKind::empty)
    refuse_damaged_bytes();
  tombstone.deletion.timestamp = reader.i64();
  tombstone.deletion.local_deletion_time = static_cast<Seconds>(reader.varint());
  tombstone.end = reader.rest();
  return tombstone;
}

RangeTombstoneCursor::RangeTombstoneCursor(OrderedMap& data, std::string_view partition,
                                           std::uint64_t* visited)
    : cursor_(data, visited), prefix_(partition) {
  prefix_.push_back(kRangeTombstoneKind);
}

const RangeTombstone* RangeTombstoneCursor::load() {
  if (!cursor_.valid() || !cursor_.key().starts_with(prefix_)) return nullptr;
  tombstone_ =
      decode_range_tombstone(range_tombstone_start(cursor_.key(), prefix_.size() - 1), cursor_.value());
  return &tombstone_;
}

const RangeTombstone* RangeTombstoneCursor::seek_floor(std::string_view position) {
  std::string key = prefix_;
  key += position;
  key.push_back(kRangeTombstoneEnd + 1);  // just after the range tombstone that starts at the position
  cursor_.seek_before(key);
  return load();
}

const RangeTombstone* RangeTombstoneCursor::seek_before(std::string_view position) {
  std::string key = prefix_;
  key += position;
  key.push_back(kRangeTombstoneEnd);
  cursor_.seek_before(key);
  return load();
}

const RangeTombstone* RangeTombstoneCursor::seek_after(std::string_view position) {
  std::string key = prefix_;
  key += position;
  key.push_back(kRangeTombstoneEnd + 1);
  cursor_.seek(key);
  return load();
}

const RangeTombstone* RangeTombstoneCursor::seek_from(std::string_view position) {
  cursor_.seek(prefix_ + std::string(position));
  return load();
}

const RangeTombstone* RangeTombstoneCursor::next() {
  cursor_.next();
  return load();
}

const RangeTombstone* CoveringFinder::find(std::string_view position) {
  if (!known_ || position < known_start_ || (known_end_ && position >= *known_end_)) {
    known_ = true;
    covering_.reset();
    const RangeTombstone* floor = cursor_.seek_floor(position);
    if (floor != nullptr && position < floor->end) {
      known_start_ = floor->start;
      known_end_ = floor->end;
      if (floor->kind == RangeTombstoneKind::covering) covering_ = *floor;
    } else {
      known_start_ = floor != nullptr ? floor->end : std::string();
      const RangeTombstone* above = cursor_.seek_after(position);
      known_end_ = above != nullptr ? std::optional(above->start) : std::nullopt;
    }
  }
  return covering_ ? &*covering_ : nullptr;
}

RangeTombstoneMap::RangeTombstoneMap(Maps& maps, TableId table, std::string_view partition)
    : maps_(maps), table_(table), stats_(maps.stats(table)), partition_(partition) {}

std::optional<RangeTombstone> RangeTombstoneMap::find(std::string_view position) {
  if (stats_.range_tombstones == 0) return std::nullopt;
  RangeTombstoneCursor cursor(maps_.data, partition_, &maps_.visited.entries);
  const RangeTombstone* floor = cursor.seek_floor(position);
  if (floor == nullptr || position >= floor->end) return std::nullopt;
  return *floor;
}

std::vector<RangeTombstone> RangeTombstoneMap::overlapping(std::string_view start, std::string_view end) {
  std::vector<RangeTombstone> found;
  if (stats_.range_tombstones == 0) return found;
  RangeTombstoneCursor cursor(maps_.data, partition_, &maps_.visited.entries);
  const RangeTombstone* tombstone = cursor.seek_floor(start);
  if (tombstone == nullptr || tombstone->end <= start) tombstone = cursor.seek_after(start);
  for (; tombstone != nullptr && tombstone->start < end; tombstone = cursor.next())
    found.push_back(*tombstone);
  return found;
}

std::optional<RangeTombstone> RangeTombstoneMap::first_from(std::string_view position) {
  if (stats_.range_tombstones == 0) return std::nullopt;
  RangeTombstoneCursor cursor(maps_.data, partition_, &maps_.visited.entries);
  const RangeTombstone* tombstone = cursor.seek_from(position);
  return tombstone != nullptr ? std::optional(*tombstone) : std::nullopt;
}

bool RangeTombstoneMap::erase_rows(const RangeTombstone& tombstone, std::uint64_t& steps) {
  if (tombstone.kind != RangeTombstoneKind::covering) return true;
  const std::string rows = partition_ + kRowKind;
  return erase_range(maps_.data, rows + tombstone.start, rows + tombstone.end, steps);
}

bool RangeTombstoneMap::is_free_of_rows(std::string_view start, std::string_view end) {
  std::string from = partition_ + kRowKind;
  std::string to = from;
  from += start;
  to += end;
  OrderedCursor cursor(maps_.data, &maps_.visited.entries);
  return !cursor.seek(from) || cursor.key() >= to;
}

RangeTombstone RangeTombstoneMap::piece(const RangeTombstone& of, std::string start, std::string end) {
  RangeTombstone result{std::move(start), std::move(end), of.kind, of.deletion};
  if (result.start < result.end && is_free_of_rows(result.start, result.end)) {
    result.kind = RangeTombstoneKind::empty;
  }
  return result;
}

void RangeTombstoneMap::open_row(const RangeTombstone& covering, std::string_view row) {
  const std::string row_end = std::string(row) + kAfter;
  std::vector<RangeTombstone> before{covering};
  std::vector<RangeTombstone> after{piece(covering, covering.start, std::string(row)),
                                    {std::string(row), row_end, RangeTombstoneKind::empty, covering.deletion},
                                    piece(covering, row_end, covering.end)};
  RangeTombstoneCursor cursor(maps_.data, partition_, &maps_.visited.entries);
  // A piece that has become an empty tombstone may join an adjacent one.
  if (after.front().kind == RangeTombstoneKind::empty && !covering.start.empty()) {
    const RangeTombstone* floor = cursor.seek_before(covering.start);
    if (floor != nullptr && floor->end == covering.start) {
      before.insert(before.begin(), *floor);
      after.insert(after.begin(), *floor);
    }
  }
  if (after.back().kind == RangeTombstoneKind::empty) {
    const RangeTombstone* above = cursor.seek_after(covering.start);
    if (above != nullptr && above->start == covering.end) {
      before.push_back(*above);
      after.push_back(*above);
    }
  }
  replace(before, after);
}

void RangeTombstoneMap::queue_change(const RangeTombstone* before, const RangeTombstone* after) {
  const bool is_alike = before != nullptr && after != nullptr &&
                        before->deletion.local_deletion_time == after->deletion.local_deletion_time;
  if (is_alike) return;
  const std::string key = range_tombstone_key(partition_, (before != nullptr ? before : after)->start);
  const auto entry_of = [&](const RangeTombstone& tombstone) {
    return PurgeEntry{PurgeKind::range_tombstone, tombstone.deletion.local_deletion_time, key,
                      partition_.size()};
  };
  if (before != nullptr) unqueue(maps_, table_, entry_of(*before));
  if (after != nullptr) queue(maps_, table_, entry_of(*after));
}

void RangeTombstoneMap::replace(const std::vector<RangeTombstone>& before,
                                const std::vector<RangeTombstone>& after) {
  const std::vector<RangeTombstone> result = joined(after);
  for (const RangeTombstone& old : before) {
    const RangeTombstone* tombstone = find_start(result, old.start);
    if (tombstone == nullptr) maps_.data.erase(range_tombstone_key(partition_, old.start));
    queue_change(&old, tombstone);
  }
  for (const RangeTombstone& tombstone : result) {
    const RangeTombstone* old = find_start(before, tombstone.start);
    if (old != nullptr && *old == tombstone) continue;
    maps_.data.put(range_tombstone_key(partition_, tombstone.start), encode_range_tombstone(tombstone));
    if (old == nullptr) queue_change(nullptr, &tombstone);
  }
  stats_.range_tombstones += result.size() - before.size();  // unsigned: the difference may wrap around
  stats_.covering_tombstones += count_covering(result) - count_covering(before);
}

}  // namespace cellar
