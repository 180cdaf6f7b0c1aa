#include "shell/teach/timeline/timeline.h"

#include <fmt/format.h>

#include <algorithm>

#include "parser/script/command_text.h"
#include "shell/teach/cells/cells_words.h"
#include "shell/teach/figure/figure.h"
#include "types/text/text.h"

namespace cellar {

namespace {

TimelineState state_of(const Deletion& deletion) { return {{}, deletion.timestamp, 0, true}; }

TimelineState state_of(const Liveness& liveness, std::string value) {
  return {std::move(value), liveness.timestamp, liveness.time_to_live, false};
}

TimelineState state_of(const CellVersion& version, std::string value) {
  if (version.is_tombstone) return {{}, version.liveness.timestamp, 0, true};
  return state_of(version.liveness, std::move(value));
}

/// Whether the statement is a write that names the table.
bool may_write(std::string_view statement, const std::string& table) {
  return begins_write(statement) && to_lower(statement).find(to_lower(table)) != std::string::npos;
}

}  // namespace

Timeline::Timeline(CellsPlace& place)
    : keyspace_(place.table->keyspace), name_(place.table->name), key_(*place.place.key) {
  shown_key_ = CellsWords(*place.table, 0, false).key(key_);
  entries_ = read(place.snapshot.transaction, place.table);
}

std::string Timeline::table() const { return quote_name(keyspace_) + '.' + quote_name(name_); }

bool Timeline::watches(const CellsPlace& place) const {
  return place.table->keyspace == keyspace_ && place.table->name == name_ && *place.place.key == key_;
}

Timeline::Entries Timeline::read(Transaction& transaction, const TablePointer& table) const {
  const CellsWords words(*table, 0, false);
  Entries entries;
  RawPartitions partitions(transaction, table, {key_, {}});
  if (!partitions.next()) return entries;
  if (partitions.deletion()) entries[{{}, {}, TimelinePart::partition}] = state_of(*partitions.deletion());
  while (const RawItem* item = partitions.next_item()) {
    if (const auto* range = std::get_if<RawRangeStart>(item))
      entries[{{}, words.range(range->range), TimelinePart::range}] = state_of(range->range.deletion);
    const auto* row = std::get_if<RawRow>(item);
    if (row == nullptr) continue;
    const std::string clustering = words.clustering(row->clustering);
    if (row->marker) entries[{clustering, {}, TimelinePart::marker}] = state_of(*row->marker, {});
    if (row->deletion) entries[{clustering, {}, TimelinePart::row}] = state_of(*row->deletion);
    while (const RawRowPart* part = partitions.next_part()) {
      if (const auto* deletion = std::get_if<RawColumnDeletion>(part)) {
        entries[{clustering, quote_name(deletion->column->name), TimelinePart::all_elements}] =
            state_of(deletion->deletion);
      } else {
        const RawCell& cell = std::get<RawCell>(*part);
        entries[{clustering, words.name(cell), TimelinePart::cell}] =
            state_of(cell.version, words.value(cell));
      }
    }
  }
  return entries;
}

void Timeline::note(const Database& database, std::string_view statement) {
  Snapshot snapshot = database.snapshot();
  const TablePointer table = snapshot.schema->find_table(keyspace_, name_);
  Entries now = table == nullptr ? Entries() : read(snapshot.transaction, table);
  TimelineStep step{in_one_line(statement), {}};
  for (const auto& [entry, after] : now) {
    const auto before = entries_.find(entry);
    if (before == entries_.end())
      step.changes.push_back({entry, std::nullopt, after});
    else if (before->second != after)
      step.changes.push_back({entry, before->second, after});
  }
  for (const auto& [entry, before] : entries_) {
    if (!now.contains(entry)) step.changes.push_back({entry, before, std::nullopt});
  }
  entries_ = std::move(now);
  if (!step.changes.empty() || may_write(statement, name_)) steps_.push_back(std::move(step));
  if (steps_.size() > kMostSteps) steps_.erase(steps_.begin());
}

}  // namespace cellar
