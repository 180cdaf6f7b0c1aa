#include "shell/teach/advise/fill_markers.h"

#include <algorithm>

namespace cellar {

namespace {

std::optional<CellTime> marker_of(Transaction& transaction, const TablePointer& table,
                                  const std::vector<Value>& key, Seconds now) {
  if (std::ranges::any_of(key, [](const Value& value) { return !value; })) return std::nullopt;
  std::vector<std::string> partition, clustering;
  for (std::size_t index = 0; index < key.size(); ++index)
    (index < table->partition_key_size ? partition : clustering).push_back(*key[index]);
  PartitionReader reader = transaction.partition(table, partition, {table->columns.size() - 1}, now);
  reader.select({Slice{{clustering}, {clustering, true}}}, false);
  const StoredRow* row = reader.next();
  if (row == nullptr || row->marker == nullptr) return std::nullopt;
  const Liveness& marker = *row->marker;
  const Seconds rest = marker.time_to_live == 0 ? 0 : std::max<Seconds>(marker.expires_at - now, 1);
  return CellTime{marker.timestamp, static_cast<std::int32_t>(rest)};
}

}  // namespace

std::vector<std::optional<CellTime>> marker_times(const Database& database, const TablePointer& table,
                                                  std::span<const std::vector<Value>> keys) {
  Snapshot snapshot = database.snapshot();
  const Seconds now = database.now() / 1'000'000;
  std::vector<std::optional<CellTime>> times;
  const bool is_read = table->columns.size() > table->key_size();
  for (const std::vector<Value>& key : keys)
    times.push_back(is_read ? marker_of(snapshot.transaction, table, key, now) : CellTime{database.now(), 0});
  return times;
}

}  // namespace cellar
