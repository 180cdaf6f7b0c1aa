#include "shell/teach/tombstones/tombstones.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "shell/teach/cells/cells_words.h"
#include "shell/teach/tombstones/row_walk.h"

namespace cellar {

namespace {

class TombstoneCounter {
 public:
  TombstoneCounter(const Table& table, Seconds now) : words_(table, now, false) {
    report_.table = quote_name(table.keyspace) + '.' + quote_name(table.name);
    report_.now = now;
    report_.grace = table.gc_grace_seconds();
  }

  void add(LimitedPartitions& partitions) {
    in_partition_ = {words_.key(partitions.partition().key()), 0, 0};
    if (const auto& deletion = partitions.partition().deletion())
      take_tombstone(TombstoneKind::partition, deletion->local_deletion_time);
    while (const RawItem* item = partitions.next_item()) {
      if (const auto* range = std::get_if<RawRangeStart>(item))
        take_tombstone(TombstoneKind::range, range->range.deletion.local_deletion_time);
      if (const auto* row = std::get_if<RawRow>(item))
        RowWalk(partitions.partition(), *row, report_.now, *this).walk();
    }
    end_partition();
  }

  TombstonesReport take() { return std::move(report_); }

 private:
  friend class RowWalk<TombstoneCounter>;

  void take_live(const RawCell& cell) {
    ++report_.live_cells;
    ++in_partition_.live_cells;
    report_.expiring_cells += cell.version.liveness.time_to_live != 0 ? 1 : 0;
  }
  void take_hidden(const RawCell&) { ++report_.hidden_cells; }
  void take_tombstone(TombstoneKind kind, Seconds at) {
    TombstoneCount& count = report_.kinds[static_cast<std::size_t>(kind)];
    ++count.number;
    count.purgeable += at + report_.grace < report_.now ? 1 : 0;
    count.oldest = std::min(count.oldest.value_or(at), at);
    count.newest = std::max(count.newest.value_or(at), at);
    ++in_partition_.tombstones;
  }
  void end_partition() {
    ++report_.partitions;
    if (in_partition_.tombstones == 0) return;
    ++report_.buried_partitions;
    const auto place = std::ranges::find_if(report_.most, [&](const BuriedPartition& each) {
      return each.tombstones < in_partition_.tombstones;
    });
    report_.most.insert(place, in_partition_);
    if (report_.most.size() > kMostBuried) report_.most.pop_back();
  }

  CellsWords words_;
  TombstonesReport report_;
  BuriedPartition in_partition_;
};

}  // namespace

std::uint64_t TombstonesReport::number() const {
  std::uint64_t sum = 0;
  for (const TombstoneCount& count : kinds) sum += count.number;
  return sum;
}

std::uint64_t TombstonesReport::purgeable() const {
  std::uint64_t sum = 0;
  for (const TombstoneCount& count : kinds) sum += count.purgeable;
  return sum;
}

std::string_view name_of(TombstoneKind kind) {
  constexpr std::string_view kNames[kTombstoneKinds] = {"partition",  "range", "row",
                                                        "collection", "cell",  "expired"};
  return kNames[static_cast<std::size_t>(kind)];
}

TombstonesReport report_tombstones(CellsPlace& place, Seconds now) {
  TombstoneCounter counter(*place.table, now);
  LimitedPartitions partitions(place, SIZE_MAX);
  while (partitions.next()) counter.add(partitions);
  TombstonesReport report = counter.take();
  report.rest = partitions.rest();
  return report;
}

std::string tombstones_json(const TombstonesReport& report) {
  using nlohmann::ordered_json;
  ordered_json object = {{"table", report.table},
                         {"now", report.now},
                         {"gc_grace_seconds", report.grace},
                         {"partitions", report.partitions},
                         {"partitions_with_tombstones", report.buried_partitions},
                         {"live_cells", report.live_cells},
                         {"hidden_cells", report.hidden_cells},
                         {"expiring_cells", report.expiring_cells}};
  object["kinds"] = ordered_json::array();
  for (std::size_t i = 0; i < kTombstoneKinds; ++i) {
    const TombstoneCount& count = report.kinds[i];
    ordered_json entry = {{"kind", name_of(static_cast<TombstoneKind>(i))},
                          {"number", count.number},
                          {"purgeable", count.purgeable}};
    entry["oldest"] = count.oldest ? ordered_json(*count.oldest) : ordered_json();
    entry["newest"] = count.newest ? ordered_json(*count.newest) : ordered_json();
    object["kinds"].push_back(std::move(entry));
  }
  object["most"] = ordered_json::array();
  for (const BuriedPartition& each : report.most)
    object["most"].push_back(
        {{"key", each.key}, {"tombstones", each.tombstones}, {"live_cells", each.live_cells}});
  return object.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace cellar
