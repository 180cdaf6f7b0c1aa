#include "storage/verify/statistics_agreement.h"

#include <algorithm>

#include "storage/transaction/meta.h"

namespace cellar {

namespace {

std::string counted_otherwise(const std::string& ranges, std::uint64_t stored, std::uint64_t found) {
  return "they count " + std::to_string(stored) + " " + ranges + ", and it has " + std::to_string(found) +
         ": reads may show deleted rows";
}

}  // namespace

StatisticsAgreement::Counted& StatisticsAgreement::of(TableId table) {
  if (last_ == nullptr || last_table_ != table) {
    last_ = &tables_[table];
    last_table_ = table;
  }
  return *last_;
}

void StatisticsAgreement::take_meta(std::string_view key, std::string_view value) {
  if (const auto found = stats_in(key, value)) of(found->first).stored = found->second;
}

void StatisticsAgreement::take_range_tombstone(TableId table, RangeTombstoneKind kind) {
  Counted& counted = of(table);
  ++counted.range_tombstones;
  if (kind == RangeTombstoneKind::covering) ++counted.covering_tombstones;
}

void StatisticsAgreement::take_row(TableId table, const PackedRow& row) {
  Timestamp& largest = of(table).largest_timestamp;
  if (row.marker) largest = std::max(largest, row.marker->timestamp);
  if (row.deletion) largest = std::max(largest, row.deletion->timestamp);
  for (const PackedDeletion& deleted : row.column_deletions)
    largest = std::max(largest, deleted.deletion.timestamp);
  for (const PackedCell& cell : row.cells) largest = std::max(largest, cell.version.liveness.timestamp);
}

void StatisticsAgreement::take_element(TableId table, const Element& element) {
  Timestamp& largest = of(table).largest_timestamp;
  largest = std::max(largest, element.version.liveness.timestamp);
}

/// `layout` is null for an index.
std::optional<std::string> StatisticsAgreement::fault_of_statistics(const Counted& counted,
                                                                    const TableLayout* layout) {
  const TableStats& stored = counted.stored;
  if (stored.range_tombstones != counted.range_tombstones)
    return counted_otherwise("deleted ranges", stored.range_tombstones, counted.range_tombstones);
  if (stored.covering_tombstones != counted.covering_tombstones)
    return counted_otherwise("deleted ranges with rows", stored.covering_tombstones,
                             counted.covering_tombstones);
  if (layout == nullptr || layout->table->is_view()) return std::nullopt;
  if (stored.largest_timestamp < counted.largest_timestamp)
    return "a row is younger than they say, so the deletion of a range may hide it";
  if (stored.grace && *stored.grace != layout->grace)
    return "they have another gc_grace_seconds than the table";
  return std::nullopt;
}

void StatisticsAgreement::report(const TablesById& tables,
                                 const std::function<void(TableId, const std::string&)>& on_damage) const {
  for (const auto& [table, counted] : tables_) {
    const TableLayout* layout = tables.find(table);
    if (layout == nullptr && tables.find_index(table) == nullptr) continue;
    if (const auto fault = fault_of_statistics(counted, layout)) on_damage(table, *fault);
  }
}

}  // namespace cellar
