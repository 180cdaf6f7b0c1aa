#include "storage/derived/index_derivation.h"

#include <algorithm>

#include "storage/derived/existing_limit.h"
#include "storage/format/index_entry.h"
#include "storage/format/stored_value.h"
#include "storage/rows/purge_queue.h"

namespace cellar {

namespace {

std::optional<Seconds> end_of(const Liveness& liveness) {
  return liveness.time_to_live != 0 ? std::optional(liveness.expires_at) : std::nullopt;
}

/// Whether a row has a marker, cell or own entries, and the second in which the last of them expires, if all do.
struct RowLife {
  bool is_there = false;
  std::optional<Seconds> end = 0;

  void add(std::optional<Seconds> until) {
    is_there = true;
    end = end && until ? std::optional(std::max(*end, *until)) : std::nullopt;
  }
};

/// Elements are not read: a row with elements counts as one that does not expire. Whoever reads by the index reads
/// the row as well and finds out.
RowLife life_of(const BaseRow& row) {
  RowLife life;
  const PackedRow& packed = row.row();
  if (packed.marker) life.add(end_of(*packed.marker));
  for (const PackedCell& cell : packed.cells) {
    if (row.cell(cell.column) != nullptr) life.add(end_of(cell.version.liveness));
  }
  if (packed.has_own_entries) life.add(std::nullopt);
  return life;
}

/// `grace` is that of the table: what has expired in it may still be shown if the clock is set back.
void put_entry(DerivingMaps& maps, const IndexLayout& index, const IndexEntry& entry, std::int64_t grace) {
  const std::optional<std::string_view> kept =
      index.keeps_value ? std::optional<std::string_view>(entry.kept) : std::nullopt;
  maps.derived.put(entry.key, entry.key.size(), encode_index_value(entry.end, kept));
  if (!entry.end) return;
  maps.stats(index.index->id).grace = grace;
  queue(maps, index.index->id, {PurgeKind::index_entry, *entry.end, entry.key, 0});
}

}  // namespace

std::optional<IndexEntry> entry_of_row(const IndexLayout& index, const BaseRow& row) {
  if (index.of_elements) return std::nullopt;
  IndexEntry entry;
  std::optional<std::string_view> value;
  if (index.place.source == ValueSource::cell) {
    const PackedCell* cell = row.cell(index.place.column->id);
    if (cell == nullptr) return std::nullopt;
    value = row.value_of(*cell);
    entry.end = end_of(cell->version.liveness);
  } else {
    const RowLife life = life_of(row);
    value = row.value_at(index.place);
    if (!life.is_there || !value) return std::nullopt;
    entry.end = life.end;
  }
  entry.key = index.prefix;
  if (index.keeps_value)
    entry.kept = *value;
  else
    append_component(*index.type, *value, entry.key);
  append_base_row(entry.key, row.key());
  return entry;
}

std::optional<IndexEntry> entry_of_element(const IndexLayout& index, const BaseRow& row,
                                           std::string_view path, std::string_view element) {
  const CellVersion version = decode_element(element).version;
  const std::int64_t dropped_before = row.layout().dropped_before(index.place.column->id);
  if (version.is_tombstone || version.liveness.timestamp <= dropped_before) return std::nullopt;
  IndexEntry entry{index.prefix, version.end(), ""};
  if (index.holds_path) entry.key += path;
  if (index.holds_element && !has_form(*index.type, version.value))
    refuse_value(row.layout(), row.key(), index.place.column->name, index.place.column->type);
  if (index.holds_element) append_component(*index.type, version.value, entry.key);
  append_base_row(entry.key, row.key());
  if (index.repeats) (entry.key += kOwnEntry) += path;
  return entry;
}

void change_entry(const BaseRow& row, const IndexLayout& index, const std::optional<IndexEntry>& before,
                  const std::optional<IndexEntry>& after) {
  if (before == after) return;
  DerivedBatch& derived = row.maps().derived;
  if (before && (!after || after->key != before->key)) derived.erase(before->key, before->key.size());
  if (after && after->key.size() <= kLongestDerivedKey)
    put_entry(row.maps(), index, *after, row.layout().grace);
}

void change_element_entry(const IndexLayout& index, const BaseRow& row, const ElementChange& change) {
  if (!index.of_elements || change.column != index.place.column->id) return;
  const auto entry_of = [&](const std::optional<std::string>& bytes) -> std::optional<IndexEntry> {
    if (!bytes) return std::nullopt;
    return entry_of_element(index, row, change.path, *bytes);
  };
  change_entry(row, index, entry_of(change.before), entry_of(change.after));
}

}  // namespace cellar
