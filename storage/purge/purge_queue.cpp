#include "storage/purge/purge_queue.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "storage/format/format.h"
#include "storage/format/keys.h"
#include "storage/purge/derived_purge.h"
#include "storage/purge/deriving_tables.h"
#include "storage/purge/row_purge.h"
#include "storage/rows/range_tombstones.h"

namespace cellar {

namespace {

constexpr std::array kKinds{PurgeKind::row, PurgeKind::element, PurgeKind::range_tombstone,
                            PurgeKind::index_entry, PurgeKind::view_row};

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

std::string entry_key(TableId table, const PurgeEntry& entry) {
  std::string key = lane_prefix(table, entry.kind);
  append_ordered(key, entry.death);
  key += entry.place;
  return key;
}

std::string dropped_key(TableId table) {
  std::string key(1, kPurgeDropped);
  append_u32(key, table);
  return key;
}

void schedule(TransactionState& state, TableId table, Seconds from) {
  TableStats& stats = state.stats(table);
  if (stats.purge_from != kNeverPurged) state.purge.erase(schedule_key(table, stats));
  stats.purge_from = from;
  stats.purge_turn = from != kNeverPurged ? state.lmdb.id() : 0;
  if (from != kNeverPurged) state.purge.put(schedule_key(table, stats), "");
}

[[noreturn]] void refuse_queue(TransactionState& state) {
  refuse("file_damaged", {}, {{"path", state.environment().path}});
}

/// Schedules the table by the oldest entry of each of its lanes. A table that is due already is scheduled for
/// now, after the tables that have been due for longer.
void schedule_by_lanes(TransactionState& state, TableId table, Seconds now) {
  const std::int64_t grace = *state.stats(table).grace;
  const std::string prefix = lanes_prefix(table);
  std::uint64_t visited = 0;
  OrderedCursor cursor(state.purge, &visited);
  Seconds from = kNeverPurged;
  std::string lane = prefix;
  while (cursor.seek(lane) && cursor.key().starts_with(prefix)) {
    ByteReader reader(cursor.key().substr(prefix.size()));
    const auto kind = static_cast<PurgeKind>(reader.u8());
    if (std::ranges::find(kKinds, kind) == kKinds.end()) refuse_queue(state);
    from = std::min(from, purged_from(reader.ordered(), grace));
    lane = after_prefix(lane_prefix(table, kind));
  }
  schedule(state, table, std::max(from, now));
}

/// Returns true if the table is overdue, and its entry in the schedule, which would have had several turns since, is
/// missing. Looks it up only then, since there may be a million entries to be queued.
bool is_missing_in_schedule(TransactionState& state, TableId table, const TableStats& stats) {
  constexpr std::uint64_t kMostTurns = 64;
  if (stats.purge_from > state.purge_second() || stats.purge_turn + kMostTurns > state.lmdb.id())
    return false;
  return !state.purge.get(schedule_key(table, stats));
}

/// Works off the queue, step by step. Entries for which there are no steps left stay in it.
class QueueWorker {
 public:
  QueueWorker(TransactionState& state, std::uint64_t steps, Seconds now)
      : state_(state), now_(now), steps_(steps), slice_(std::max(kLeastSlice, steps / kSlices)) {}

  bool run() {
    refuse_unknown();
    while (steps_ > 0) {
      const bool was_dropped = work_on_dropped_table();
      const bool was_due = steps_ > 0 && work_on_due_table();
      if (!was_dropped && !was_due && steps_ > 0) return true;
    }
    return false;
  }

 private:
  /// No table and no kind of work delays the others by more than a slice.
  static constexpr std::uint64_t kLeastSlice = 16;
  static constexpr std::uint64_t kSlices = 8;

  void refuse_unknown() {
    std::uint64_t visited = 0;
    OrderedCursor cursor(state_.purge, &visited);
    const bool is_before = cursor.seek(std::string_view("\0", 1)) && cursor.key()[0] < kPurgeSchedule;
    const bool is_behind = cursor.seek(std::string(1, kPurgeDropped + 1));
    if (is_before || is_behind) refuse_queue(state_);
  }

  /// Takes a slice of the steps; one of them pays for the visit.
  std::uint64_t take_slice() {
    const std::uint64_t slice = std::min(slice_, steps_);
    steps_ -= slice;
    return slice - 1;
  }

  /// Returns false if there is none.
  bool work_on_dropped_table() {
    std::uint64_t visited = 0;
    OrderedCursor cursor(state_.purge, &visited);
    if (!cursor.seek(std::string(1, kPurgeDropped))) return false;
    const TableId table = ByteReader(cursor.key().substr(1)).u32();
    std::uint64_t slice = take_slice();
    const std::string rows = table_prefix(table);
    const std::string lanes = lanes_prefix(table);
    if (erase_range(state_.data, rows, after_prefix(rows), slice) &&
        erase_range(state_.purge, lanes, after_prefix(lanes), slice)) {
      schedule(state_, table, kNeverPurged);  // it may have been written to after its drop
      state_.forget_stats(table);
      state_.purge.erase(dropped_key(table));
    }
    steps_ += slice;
    return true;
  }

  /// Returns false if there is none.
  bool work_on_due_table() {
    std::uint64_t visited = 0;
    OrderedCursor cursor(state_.purge, &visited);
    if (!cursor.seek(std::string(1, kPurgeSchedule)) || cursor.key()[0] != kPurgeSchedule) return false;
    const std::string scheduled(cursor.key());
    ByteReader reader(std::string_view(scheduled).substr(1));
    if (reader.ordered() > now_) return false;
    reader.u64();
    const TableId table = reader.u32();
    const TableStats& stats = state_.stats(table);
    if (!stats.grace || schedule_key(table, stats) != scheduled) return mend_schedule(table, scheduled);
    std::uint64_t slice = take_slice();
    const PurgeRule rule = rule_of(table);
    // Each lane gets an equal share, then each may use the steps that are left.
    const std::uint64_t share = slice / kKinds.size();
    for (const PurgeKind kind : kKinds) slice -= purge_lane(table, kind, rule, share);
    for (const PurgeKind kind : kKinds) slice -= purge_lane(table, kind, rule, slice);
    if (!state_.derived.is_empty()) state_.put_derived();
    steps_ += slice;
    schedule_next_turn(table);
    return true;
  }

  /// The lanes of an index or view hold what an earlier program has left when it purged the table alone. They are
  /// purged by the longer grace of the two, and only up to the second before the oldest entry that the table still has
  /// in its lanes: until then, the table itself purges them.
  PurgeRule rule_of(TableId table) {
    if (!deriving_) deriving_ = deriving_tables(state_);
    const auto base = *deriving_ ? (*deriving_)->base_of(table) : std::nullopt;
    TableStats& stats = state_.stats(table);
    if (!base) {
      layout_ = *deriving_ ? (*deriving_)->layout(state_, table) : nullptr;
      return {purge_cutoff(now_, *stats.grace), layout_.get()};
    }
    stats.grace = std::max(*stats.grace, state_.stats(*base).grace.value_or(0));
    return {std::min(purge_cutoff(now_, *stats.grace), oldest_death(*base) - 1), nullptr};
  }

  /// Schedules a table again that has been worked on. An index or view that is held back by its table has its next turn
  /// behind the table's, or in the next second if the table cannot be purged: nothing would change before.
  void schedule_next_turn(TableId table) {
    const auto base = *deriving_ ? (*deriving_)->base_of(table) : std::nullopt;
    const bool is_held_back = base && oldest_death(*base) <= purge_cutoff(now_, *state_.stats(table).grace);
    const bool waits = is_held_back && !is_due(*base) && !make_due(*base);
    schedule_by_lanes(state_, table, waits ? now_ + 1 : now_);
  }

  bool is_due(TableId table) {
    const TableStats& stats = state_.stats(table);
    return stats.grace && stats.purge_from <= now_ && state_.purge.get(schedule_key(table, stats));
  }

  /// Schedules a table that has lost its entry in the schedule, or its statistics. Returns true if it is due then.
  bool make_due(TableId table) {
    TableStats& stats = state_.stats(table);
    const LayoutPointer layout = (*deriving_)->layout(state_, table);
    if (!stats.grace && layout) stats.grace = layout->grace;
    if (!stats.grace) return false;  // its record is damaged
    schedule_by_lanes(state_, table, now_);
    return is_due(table);
  }

  /// Returns the second in which the first thing has ended that is queued of a table's rows and elements.
  Seconds oldest_death(TableId table) {
    Seconds oldest = INT64_MAX;
    for (const PurgeKind kind : {PurgeKind::row, PurgeKind::element}) {
      const std::string lane = lane_prefix(table, kind);
      std::uint64_t visited = 0;
      OrderedCursor cursor(state_.purge, &visited);
      if (cursor.seek(lane) && cursor.key().starts_with(lane))
        oldest = std::min(oldest, ByteReader(cursor.key().substr(lane.size())).ordered());
    }
    return oldest;
  }

  /// Replaces an entry of the schedule that does not agree with the statistics of its table. If these do not exist,
  /// the table has no grace, and the next deletion in it schedules it. Returns true.
  bool mend_schedule(TableId table, const std::string& scheduled) {
    --steps_;
    state_.purge.erase(scheduled);
    if (state_.stats(table).grace) schedule_by_lanes(state_, table, now_);
    return true;
  }

  /// Returns the number of steps taken, at most `steps`.
  std::uint64_t purge_lane(TableId table, PurgeKind kind, const PurgeRule& rule, std::uint64_t steps) {
    std::uint64_t left = steps;
    while (left > 0 && purge_front(table, kind, rule, left)) {
    }
    return steps - left;
  }

  /// Returns false if the lane has no entry that may be purged, or the steps do not suffice.
  bool purge_front(TableId table, PurgeKind kind, const PurgeRule& rule, std::uint64_t& steps) {
    const std::string lane = lane_prefix(table, kind);
    std::uint64_t visited = 0;
    OrderedCursor cursor(state_.purge, &visited);
    if (!cursor.seek(lane) || !cursor.key().starts_with(lane)) return false;
    const std::string key(cursor.key());
    ByteReader reader(std::string_view(key).substr(lane.size()));
    PurgeEntry entry{kind, reader.ordered(), reader.rest(), 0};
    if (entry.death > rule.cutoff) return false;
    if (has_owner(kind)) entry.owner_size = ByteReader(cursor.value()).varint();
    if (entry.owner_size >= std::max<std::size_t>(entry.place.size(), 1)) refuse_queue(state_);
    --steps;
    if (!purge(table, entry, rule, steps)) return false;
    state_.purge.erase(key);
    return true;
  }

  /// Returns true if the entry is finished and may be removed from the queue.
  bool purge(TableId table, const PurgeEntry& entry, const PurgeRule& rule, std::uint64_t& steps) {
    const std::string_view owner = entry.place.substr(0, entry.owner_size);
    switch (entry.kind) {
      case PurgeKind::row:
        purge_row(state_, entry.place, rule);
        return true;
      case PurgeKind::element:
        purge_element(state_, entry.place, owner, rule);
        return true;
      case PurgeKind::range_tombstone:
        return purge_range_tombstone(table, entry, steps);
      case PurgeKind::index_entry:
        purge_index_entry(state_, entry.place, rule.cutoff);
        return true;
      case PurgeKind::view_row:
        return purge_view_row(state_, entry.place, rule.cutoff, steps);
    }
    refuse_queue(state_);
  }

  bool purge_range_tombstone(TableId table, const PurgeEntry& entry, std::uint64_t& steps) {
    RangeTombstoneMap tombstones(state_, table, entry.place.substr(0, entry.owner_size));
    const std::string_view start = range_tombstone_start(entry.place, entry.owner_size);
    const std::optional<RangeTombstone> tombstone = tombstones.first_from(start);
    if (!tombstone || tombstone->start != start || tombstone->deletion.local_deletion_time != entry.death)
      return true;
    if (!tombstones.erase_rows(*tombstone, steps)) return false;
    tombstones.replace({*tombstone}, {});
    return true;
  }

  TransactionState& state_;
  const Seconds now_;
  std::uint64_t steps_;
  const std::uint64_t slice_;
  /// Asked for with the first table that is due.
  std::optional<std::shared_ptr<DerivingTables>> deriving_;
  LayoutPointer layout_;  // of the table that is worked on, if it has indexes or views
};

}  // namespace

void queue(TransactionState& state, TableId table, const PurgeEntry& entry) {
  std::string value;
  if (has_owner(entry.kind)) append_varint(value, entry.owner_size);
  state.purge.put(entry_key(table, entry), value);
  const TableStats& stats = state.stats(table);
  assert(stats.grace);
  const Seconds from = purged_from(entry.death, *stats.grace);
  if (from < stats.purge_from)
    schedule(state, table, from);
  else if (is_missing_in_schedule(state, table, stats))
    schedule_by_lanes(state, table, state.purge_second());
}

void unqueue(TransactionState& state, TableId table, const PurgeEntry& entry) {
  state.purge.erase(entry_key(table, entry));
}

void set_grace(TransactionState& state, TableId table, std::int64_t seconds) {
  TableStats& stats = state.stats(table);
  if (stats == TableStats{} || stats.grace == seconds) return;  // nothing was written yet, or nothing changes
  stats.grace = seconds;
  schedule_by_lanes(state, table, state.purge_second());
}

void queue_dropped_table(TransactionState& state, TableId table) {
  schedule(state, table, kNeverPurged);
  state.purge.put(dropped_key(table), "");
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
    if (std::ranges::find(kKinds, kind) == kKinds.end()) refuse_damaged_bytes();
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

bool purge_some(TransactionState& state, std::uint64_t steps, Seconds now) {
  return QueueWorker(state, steps, now).run();
}

}  // namespace cellar
