#include "storage/rows/purge_queue.h"

#include <algorithm>
#include <cassert>

#include "storage/format/format.h"
#include "storage/format/keys.h"
#include "storage/rows/purge_lanes.h"

namespace cellar {

bool has_owner(PurgeKind kind) { return kind == PurgeKind::element || kind == PurgeKind::range_tombstone; }

std::string schedule_key(TableId table, const TableStats& stats) {
  std::string key(1, kPurgeSchedule);
  append_ordered(key, stats.purge_from);
  append_u64(key, stats.purge_turn);
  append_u32(key, table);
  return key;
}

std::string lanes_prefix(TableId table) {
  std::string key(1, kPurgeLane);
  append_u32(key, table);
  return key;
}

std::string lane_prefix(TableId table, PurgeKind kind) {
  std::string key = lanes_prefix(table);
  append_u8(key, static_cast<unsigned>(kind));
  return key;
}

std::string dropped_key(TableId table) {
  std::string key(1, kPurgeDropped);
  append_u32(key, table);
  return key;
}

void schedule(Maps& maps, TableId table, Seconds from) {
  TableStats& stats = maps.stats(table);
  if (stats.purge_from != kNeverPurged) maps.purge.erase(schedule_key(table, stats));
  stats.purge_from = from;
  stats.purge_turn = from != kNeverPurged ? maps.lmdb.id() : 0;
  if (from != kNeverPurged) maps.purge.put(schedule_key(table, stats), "");
}

void refuse_queue(Maps& maps) { refuse("file_damaged", {}, {{"path", maps.lmdb.path()}}); }

void schedule_by_lanes(Maps& maps, TableId table, Seconds now) {
  const std::int64_t grace = *maps.stats(table).grace;
  const std::string prefix = lanes_prefix(table);
  std::uint64_t visited = 0;
  OrderedCursor cursor(maps.purge, &visited);
  Seconds from = kNeverPurged;
  std::string lane = prefix;
  while (cursor.seek(lane) && cursor.key().starts_with(prefix)) {
    ByteReader reader(cursor.key().substr(prefix.size()));
    const auto kind = static_cast<PurgeKind>(reader.u8());
    if (std::ranges::find(kPurgeKinds, kind) == kPurgeKinds.end()) refuse_queue(maps);
    from = std::min(from, purged_from(reader.ordered(), grace));
    lane = after_prefix(lane_prefix(table, kind));
  }
  schedule(maps, table, std::max(from, now));
}

namespace {

std::string entry_key(TableId table, const PurgeEntry& entry) {
  std::string key = lane_prefix(table, entry.kind);
  append_ordered(key, entry.death);
  key += entry.place;
  return key;
}

/// Returns true if the table is overdue, and its entry in the schedule, which would have had several turns since, is
/// missing. Looks it up only then, since there may be a million entries to be queued.
bool is_missing_in_schedule(Maps& maps, TableId table, const TableStats& stats) {
  constexpr std::uint64_t kMostTurns = 64;
  if (stats.purge_from > maps.purge_second() || stats.purge_turn + kMostTurns > maps.lmdb.id()) return false;
  return !maps.purge.get(schedule_key(table, stats));
}

}  // namespace

void queue(Maps& maps, TableId table, const PurgeEntry& entry) {
  std::string value;
  if (has_owner(entry.kind)) append_varint(value, entry.owner_size);
  maps.purge.put(entry_key(table, entry), value);
  const TableStats& stats = maps.stats(table);
  assert(stats.grace);
  const Seconds from = purged_from(entry.death, *stats.grace);
  if (from < stats.purge_from)
    schedule(maps, table, from);
  else if (is_missing_in_schedule(maps, table, stats))
    schedule_by_lanes(maps, table, maps.purge_second());
}

void unqueue(Maps& maps, TableId table, const PurgeEntry& entry) {
  maps.purge.erase(entry_key(table, entry));
}

void set_grace(Maps& maps, TableId table, std::int64_t seconds) {
  TableStats& stats = maps.stats(table);
  if (stats == TableStats{} || stats.grace == seconds) return;  // nothing was written yet, or nothing changes
  stats.grace = seconds;
  schedule_by_lanes(maps, table, maps.purge_second());
}

void queue_dropped_table(Maps& maps, TableId table) {
  schedule(maps, table, kNeverPurged);
  maps.purge.put(dropped_key(table), "");
}

std::string_view place_of_purge_entry(std::string_view key) {
  // The mark, table id, kind and death.
  constexpr std::size_t kPlaceBegin = 1 + sizeof(TableId) + 1 + sizeof(Seconds);
  return key.starts_with(kPurgeLane) && key.size() > kPlaceBegin ? key.substr(kPlaceBegin)
                                                                 : std::string_view();
}

std::optional<ScheduledPurge> scheduled_purge(std::string_view key) {
  if (!key.starts_with(kPurgeSchedule)) return std::nullopt;
  ByteReader reader(key.substr(1));
  ScheduledPurge purge;
  purge.from = reader.ordered();
  purge.turn = reader.u64();
  purge.table = reader.u32();
  return purge;
}

std::optional<TableId> table_of_lane(std::string_view key) {
  return key.starts_with(kPurgeLane) ? std::optional(ByteReader(key.substr(1)).u32()) : std::nullopt;
}

std::optional<TableId> dropped_table(std::string_view key) {
  return key.starts_with(kPurgeDropped) ? std::optional(ByteReader(key.substr(1)).u32()) : std::nullopt;
}

void check_purge_entry(std::string_view key, std::string_view value) {
  ByteReader reader(key);
  const auto mark = static_cast<char>(reader.u8());
  if (mark == kPurgeSchedule) {
    reader.ordered();
    reader.u64();
    reader.u32();
  } else if (mark == kPurgeLane) {
    reader.u32();
    const auto kind = static_cast<PurgeKind>(reader.u8());
    if (std::ranges::find(kPurgeKinds, kind) == kPurgeKinds.end()) refuse_damaged_bytes();
    reader.ordered();
    if (has_owner(kind)) ByteReader(reader.rest()).take(ByteReader(value).varint());
    return;
  } else if (mark == kPurgeDropped) {
    reader.u32();
  } else {
    refuse_damaged_bytes();
  }
  if (!reader.empty()) refuse_damaged_bytes();
}

}  // namespace cellar
