#include "storage/purge/row_purge.h"

#include <optional>
#include <string>

#include "storage/derived/derivation.h"
#include "storage/format/format.h"
#include "storage/format/keys.h"
#include "storage/rows/entries.h"
#include "storage/rows/range_tombstones.h"

namespace cellar {

namespace {

void save(DerivingMaps& maps, const std::string& row_key, std::string_view stored, const PackedRow& row) {
  if (row.empty()) {
    maps.data.erase(row_key);
    return;
  }
  std::string encoded;
  encode_row(row, encoded);
  if (encoded != stored) maps.data.put(row_key, encoded);
}

/// Returns true if a range tombstone covers the row: its table had no index or view when the range was deleted.
bool is_covered(DerivingMaps& maps, const Table& table, std::string_view row_key,
                std::size_t partition_size) {
  if (row_key[partition_size] != kRowKind || maps.stats(table.id).covering_tombstones == 0) return false;
  CoveringFinder covering(maps.data, row_key.substr(0, partition_size), &maps.visited.entries);
  return covering.find(row_key.substr(partition_size + 1)) != nullptr;
}

/// Indexes and views have nothing of a covered row, and get nothing of it.
std::optional<Derivation> derivation_by(DerivingMaps& maps, const PurgeRule& rule,
                                        const std::string& row_key) {
  if (rule.layout == nullptr || !rule.layout->derived) return std::nullopt;
  const std::size_t partition_size = partition_prefix_size(row_key, *rule.layout->table);
  if (row_key_size(*rule.layout, row_key, partition_size) != row_key.size()) refuse_damaged_bytes();
  if (is_covered(maps, *rule.layout->table, row_key, partition_size)) return std::nullopt;
  return Derivation(maps, *rule.layout, partition_size);
}

}  // namespace

bool PurgeRule::allows(const CellVersion& version) const {
  if (version.is_tombstone) return version.deleted_at <= cutoff;
  return version.liveness.time_to_live != 0 && version.liveness.expires_at <= cutoff;
}

bool PurgeRule::allows_column(ColumnId column, Timestamp written) const {
  return layout != nullptr && written <= layout->dropped_before(column);
}

void purge_row(DerivingMaps& maps, std::string_view row_key, const PurgeRule& rule) {
  const std::string row_of(row_key);
  const auto found = maps.data.get(row_of);
  if (!found) return;
  const std::string stored(*found);
  PackedRow row;
  decode_row(stored, row);
  std::optional<Derivation> derivation = derivation_by(maps, rule, row_of);
  if (derivation) derivation->begin(row_of, &row);
  if (row.marker && row.marker->time_to_live != 0 && row.marker->expires_at <= rule.cutoff)
    row.marker.reset();
  if (row.deletion && rule.allows(*row.deletion)) row.deletion.reset();
  std::erase_if(row.column_deletions, [&](const PackedDeletion& each) {
    return rule.allows(each.deletion) || rule.allows_column(each.column, each.deletion.timestamp);
  });
  std::erase_if(row.cells, [&](const PackedCell& cell) {
    const CellVersion& version = cell.version;
    if (!rule.allows(version) && !rule.allows_column(cell.column, version.liveness.timestamp)) return false;
    if (cell.has_own_entry) {
      std::string key = row_of;
      append_own_entry(key, cell.column);
      maps.data.erase(key);
    }
    return true;
  });
  row.has_own_entries = row.has_own_entries && has_own_entry(maps, row_of);
  save(maps, row_of, stored, row);
  if (derivation) derivation->finish(row);
}

void purge_element(DerivingMaps& maps, std::string_view key, std::string_view row_key,
                   const PurgeRule& rule) {
  const auto found = maps.data.get(key);
  if (!found) return;
  const Element element = decode_element(*found);
  const ColumnId column = column_of_own_entry(key.substr(row_key.size()));
  if (!rule.allows(element.version) && !rule.allows_column(column, element.version.liveness.timestamp))
    return;
  const std::string bytes(*found);
  const std::string row_of(row_key);
  const auto packed = maps.data.get(row_of);
  if (!packed) {
    maps.data.erase(key);
    return;
  }
  const std::string stored(*packed);
  PackedRow row;
  decode_row(stored, row);
  std::optional<Derivation> derivation = derivation_by(maps, rule, row_of);
  if (derivation) derivation->begin(row_of, &row);
  maps.data.erase(key);
  row.has_own_entries = has_own_entry(maps, row_of);
  save(maps, row_of, stored, row);
  if (!derivation) return;
  derivation->change_element(key, bytes, std::nullopt);
  derivation->finish(row);
}

}  // namespace cellar
