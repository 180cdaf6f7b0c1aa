#include "storage/purge/row_purge.h"

#include <optional>
#include <string>

#include "storage/derived/derivation.h"
#include "storage/format/format.h"
#include "storage/format/keys.h"

namespace cellar {

namespace {

void save(TransactionState& state, const std::string& row_key, std::string_view stored,
          const PackedRow& row) {
  if (row.empty()) {
    state.data.erase(row_key);
    return;
  }
  std::string encoded;
  encode_row(row, encoded);
  if (encoded != stored) state.data.put(row_key, encoded);
}

std::optional<Derivation> derivation_by(TransactionState& state, const PurgeRule& rule,
                                        const std::string& row_key) {
  if (rule.layout == nullptr || !rule.layout->derived) return std::nullopt;
  return Derivation(state, *rule.layout, partition_prefix_size(row_key, *rule.layout->table));
}

}  // namespace

bool has_own_entry(TransactionState& state, const std::string& row_key) {
  const std::string own = row_key + kOwnEntry;
  OrderedCursor cursor(state.data, &state.visited.entries);
  return cursor.seek(own) && cursor.key().starts_with(own);
}

bool PurgeRule::allows(const CellVersion& version) const {
  if (version.is_tombstone) return version.deleted_at <= cutoff;
  return version.liveness.time_to_live != 0 && version.liveness.expires_at <= cutoff;
}

bool PurgeRule::allows_column(ColumnId column, Timestamp written) const {
  return layout != nullptr && written <= layout->dropped_before(column);
}

void purge_row(TransactionState& state, std::string_view row_key, const PurgeRule& rule) {
  const std::string row_of(row_key);
  const auto found = state.data.get(row_of);
  if (!found) return;
  const std::string stored(*found);
  PackedRow row;
  decode_row(stored, row);
  std::optional<Derivation> derivation = derivation_by(state, rule, row_of);
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
      state.data.erase(key);
    }
    return true;
  });
  row.has_own_entries = row.has_own_entries && has_own_entry(state, row_of);
  save(state, row_of, stored, row);
  if (derivation) derivation->finish(row);
}

void purge_element(TransactionState& state, std::string_view key, std::string_view row_key,
                   const PurgeRule& rule) {
  const auto found = state.data.get(key);
  if (!found) return;
  const Element element = decode_element(*found);
  const ColumnId column = column_of_own_entry(key.substr(row_key.size()));
  if (!rule.allows(element.version) && !rule.allows_column(column, element.version.liveness.timestamp))
    return;
  const std::string bytes(*found);
  const std::string row_of(row_key);
  const auto packed = state.data.get(row_of);
  if (!packed) {
    state.data.erase(key);
    return;
  }
  const std::string stored(*packed);
  PackedRow row;
  decode_row(stored, row);
  std::optional<Derivation> derivation = derivation_by(state, rule, row_of);
  if (derivation) derivation->begin(row_of, &row);
  state.data.erase(key);
  row.has_own_entries = has_own_entry(state, row_of);
  save(state, row_of, stored, row);
  if (!derivation) return;
  derivation->change_element(key, bytes, std::nullopt);
  derivation->finish(row);
}

bool erase_range(OrderedMap& map, std::string_view from, std::string_view to, std::uint64_t& steps) {
  std::uint64_t visited = 0;
  OrderedCursor cursor(map, &visited);
  bool found = cursor.seek(from);
  while (found && cursor.key() < to) {
    if (steps == 0) return false;
    --steps;
    found = cursor.erase_and_next();
  }
  return true;
}

}  // namespace cellar
