#include "storage/purge/queue_worker.h"

#include <algorithm>

#include "storage/format/format.h"
#include "storage/format/keys.h"
#include "storage/purge/derived_purge.h"
#include "storage/purge/row_purge.h"
#include "storage/rows/entries.h"
#include "storage/rows/purge_lanes.h"
#include "storage/rows/range_tombstones.h"

namespace cellar {

namespace {

/// Works off the queue, step by step. Entries for which there are no steps left stay in it.
class QueueWorker {
 public:
  QueueWorker(DerivingMaps& maps, const DerivingTablesSource& deriving, std::uint64_t steps, Seconds now)
      : maps_(maps),
        source_(deriving),
        now_(now),
        steps_(steps),
        slice_(std::max(kLeastSlice, steps / kSlices)) {}

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
    OrderedCursor cursor(maps_.purge, &visited);
    const bool is_before = cursor.seek(std::string_view("\0", 1)) && cursor.key()[0] < kPurgeSchedule;
    const bool is_behind = cursor.seek(std::string(1, kPurgeDropped + 1));
    if (is_before || is_behind) refuse_queue(maps_);
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
    OrderedCursor cursor(maps_.purge, &visited);
    if (!cursor.seek(std::string(1, kPurgeDropped))) return false;
    const TableId table = ByteReader(cursor.key().substr(1)).u32();
    std::uint64_t slice = take_slice();
    const std::string rows = table_prefix(table);
    const std::string lanes = lanes_prefix(table);
    if (erase_range(maps_.data, rows, after_prefix(rows), slice) &&
        erase_range(maps_.purge, lanes, after_prefix(lanes), slice)) {
      schedule(maps_, table, kNeverPurged);  // it may have been written to after its drop
      maps_.forget_stats(table);
      maps_.purge.erase(dropped_key(table));
    }
    steps_ += slice;
    return true;
  }

  /// Returns false if there is none.
  bool work_on_due_table() {
    std::uint64_t visited = 0;
    OrderedCursor cursor(maps_.purge, &visited);
    if (!cursor.seek(std::string(1, kPurgeSchedule)) || cursor.key()[0] != kPurgeSchedule) return false;
    const std::string scheduled(cursor.key());
    ByteReader reader(std::string_view(scheduled).substr(1));
    if (reader.ordered() > now_) return false;
    reader.u64();
    const TableId table = reader.u32();
    const TableStats& stats = maps_.stats(table);
    if (!stats.grace || schedule_key(table, stats) != scheduled) {
      mend_schedule(table, scheduled);
      return true;
    }
    std::uint64_t slice = take_slice();
    begin_table(table);
    const PurgeRule rule = rule_of(table);
    // Each lane gets an equal share, then each may use the steps that are left.
    const std::uint64_t share = slice / kPurgeKinds.size();
    for (const PurgeKind kind : kPurgeKinds) slice -= purge_lane(table, kind, rule, share);
    for (const PurgeKind kind : kPurgeKinds) slice -= purge_lane(table, kind, rule, slice);
    if (!maps_.derived.is_empty()) maps_.put_derived();
    steps_ += slice;
    schedule_next_turn(table);
    return true;
  }

  /// Looks for what derives from the table, or what the table derives from. An index or view has the longer grace of
  /// its own and its table's from then on.
  void begin_table(TableId table) {
    if (!deriving_) deriving_ = source_();
    base_ = *deriving_ ? (*deriving_)->base_of(table) : std::nullopt;
    layout_ = *deriving_ && !base_ ? (*deriving_)->layout(maps_, table) : nullptr;
    if (!base_) return;
    const std::int64_t grace = maps_.stats(*base_).grace.value_or(0);
    TableStats& stats = maps_.stats(table);
    stats.grace = std::max(*stats.grace, grace);
  }

  /// The lanes of an index or view hold what an earlier program has left when it purged the table alone. They are
  /// purged only up to the second before the oldest entry that the table still has in its lanes: until then, the table
  /// itself purges them.
  PurgeRule rule_of(TableId table) {
    const Seconds cutoff = purge_cutoff(now_, *maps_.stats(table).grace);
    return {base_ ? std::min(cutoff, oldest_death(*base_) - 1) : cutoff, layout_.get()};
  }

  /// Schedules a table again that has been worked on. An index or view that is held back by its table has its next turn
  /// behind the table's, or in the next second if the table cannot be purged: nothing would change before.
  void schedule_next_turn(TableId table) {
    const bool is_held_back = base_ && oldest_death(*base_) <= purge_cutoff(now_, *maps_.stats(table).grace);
    const bool waits = is_held_back && (is_derived(*base_) || (!is_due(*base_) && !make_due(*base_)));
    schedule_by_lanes(maps_, table, waits ? now_ + 1 : now_);
  }

  /// A table that others are made of is itself made of one only in a damaged record, maybe of itself: each would wait
  /// for the turn of the other.
  bool is_derived(TableId table) const { return *deriving_ && (*deriving_)->base_of(table); }

  bool is_due(TableId table) {
    const TableStats& stats = maps_.stats(table);
    return stats.grace && stats.purge_from <= now_ && maps_.purge.get(schedule_key(table, stats));
  }

  /// Schedules a table that has lost its entry in the schedule, or its statistics. Returns true if it is due then.
  bool make_due(TableId table) {
    TableStats& stats = maps_.stats(table);
    const LayoutPointer layout = (*deriving_)->layout(maps_, table);
    if (!stats.grace && layout) stats.grace = layout->grace;
    if (!stats.grace) return false;  // its record is damaged
    schedule_by_lanes(maps_, table, now_);
    return is_due(table);
  }

  /// Returns the second in which the first thing has ended that is queued of a table's rows and elements.
  Seconds oldest_death(TableId table) {
    Seconds oldest = INT64_MAX;
    for (const PurgeKind kind : {PurgeKind::row, PurgeKind::element}) {
      const std::string lane = lane_prefix(table, kind);
      std::uint64_t visited = 0;
      OrderedCursor cursor(maps_.purge, &visited);
      if (cursor.seek(lane) && cursor.key().starts_with(lane))
        oldest = std::min(oldest, ByteReader(cursor.key().substr(lane.size())).ordered());
    }
    return oldest;
  }

  /// Replaces an entry of the schedule that does not agree with the statistics of its table. If these do not exist,
  /// the table has no grace, and the next deletion in it schedules it.
  void mend_schedule(TableId table, const std::string& scheduled) {
    --steps_;
    maps_.purge.erase(scheduled);
    if (maps_.stats(table).grace) schedule_by_lanes(maps_, table, now_);
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
    OrderedCursor cursor(maps_.purge, &visited);
    if (!cursor.seek(lane) || !cursor.key().starts_with(lane)) return false;
    const std::string key(cursor.key());
    ByteReader reader(std::string_view(key).substr(lane.size()));
    PurgeEntry entry{kind, reader.ordered(), reader.rest(), 0};
    if (entry.death > rule.cutoff) return false;
    if (has_owner(kind)) entry.owner_size = ByteReader(cursor.value()).varint();
    if (entry.owner_size >= std::max<std::size_t>(entry.place.size(), 1)) refuse_queue(maps_);
    --steps;
    if (!purge(table, entry, rule, steps)) return false;
    maps_.purge.erase(key);
    return true;
  }

  /// Returns true if the entry is finished and may be removed from the queue.
  bool purge(TableId table, const PurgeEntry& entry, const PurgeRule& rule, std::uint64_t& steps) {
    const std::string_view owner = entry.place.substr(0, entry.owner_size);
    switch (entry.kind) {
      case PurgeKind::row:
        purge_row(maps_, entry.place, rule);
        return true;
      case PurgeKind::element:
        purge_element(maps_, entry.place, owner, rule);
        return true;
      case PurgeKind::range_tombstone:
        return purge_range_tombstone(table, entry, steps);
      case PurgeKind::index_entry:
        purge_index_entry(maps_, entry.place, rule.cutoff);
        return true;
      case PurgeKind::view_row:
        return purge_view_row(maps_, entry.place, rule.cutoff, steps);
    }
    refuse_queue(maps_);
  }

  bool purge_range_tombstone(TableId table, const PurgeEntry& entry, std::uint64_t& steps) {
    RangeTombstoneMap tombstones(maps_, table, entry.place.substr(0, entry.owner_size));
    const std::string_view start = range_tombstone_start(entry.place, entry.owner_size);
    const std::optional<RangeTombstone> tombstone = tombstones.first_from(start);
    if (!tombstone || tombstone->start != start || tombstone->deletion.local_deletion_time != entry.death)
      return true;
    if (!tombstones.erase_rows(*tombstone, steps)) return false;
    tombstones.replace({*tombstone}, {});
    return true;
  }

  DerivingMaps& maps_;
  const DerivingTablesSource& source_;
  const Seconds now_;
  std::uint64_t steps_;
  const std::uint64_t slice_;
  /// Asked for with the first table that is due.
  std::optional<std::shared_ptr<DerivingTables>> deriving_;
  // State of the table being purged.
  std::optional<TableId> base_;  // its own table, if it is an index or a view
  LayoutPointer layout_;         // if it has indexes or views
};

}  // namespace

bool purge_some(DerivingMaps& maps, const DerivingTablesSource& deriving, std::uint64_t steps, Seconds now) {
  return QueueWorker(maps, deriving, steps, now).run();
}

}  // namespace cellar
