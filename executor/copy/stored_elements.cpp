#include "executor/copy/stored_elements.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_set>

#include "types/number/number.h"

namespace cellar {

namespace {

using Cells = std::span<const CellWrite>;
using Elements = std::vector<StoredElement>;

/// The row that a mutation is for. The views of the stored values last as long as the object.
class StoredTarget {
 public:
  StoredTarget(Transaction& transaction, const Mutation& mutation, const WantedColumns& wanted, Seconds now)
      : reader_(transaction.partition(mutation.table, mutation.partition_key, wanted, now)) {
    const auto& write = std::get<RowWrite>(mutation.write);
    if (write.is_static) {
      row_ = reader_.static_row();
    } else {
      reader_.select({Slice{{write.clustering}, {write.clustering, true}}}, false);
      row_ = reader_.advance();
    }
  }
  /// Returns null if no such row lives.
  const StoredRow* get() const { return row_; }

 private:
  PartitionReader reader_;
  const StoredRow* row_ = nullptr;
};

/// Deletes elements that the source does not have any more: those that are older than all that it has, and those of a
/// list that were written at the same time as one that it has, under another position.
void delete_others(const Column& column, Cells cells, const Elements& stored, RowWrite& deletions) {
  std::unordered_set<std::string_view> paths;
  std::set<Timestamp> times;
  for (const CellWrite& cell : cells) {
    paths.insert(cell.path);
    times.insert(cell.liveness.timestamp);
  }
  bool has_older = false;
  for (const StoredElement& element : stored) {
    const Timestamp written = element.cell.liveness.timestamp;
    if (paths.contains(element.path)) continue;
    const bool is_same_write = column.type.kind == TypeKind::list && times.contains(written);
    if (is_same_write) deletions.cells.push_back({column.id, element.path, std::nullopt, {written, 0, 0}});
    has_older = has_older || written < *times.begin();
  }
  if (has_older) deletions.column_deletions.push_back({column.id, *times.begin() - 1});
}

}  // namespace

Cells cells_of(const RowWrite& write, ColumnId column) {
  const auto begin = std::ranges::find(write.cells, column, &CellWrite::column);
  const auto end =
      std::find_if(begin, write.cells.end(), [&](const CellWrite& cell) { return cell.column != column; });
  return {begin, end};
}

bool end_alike(const Liveness& left, const Liveness& right) {
  const bool is_endless = left.time_to_live == 0;
  return is_endless == (right.time_to_live == 0) && (is_endless || left.expires_at == right.expires_at);
}

bool is_same_list(Cells cells, const Elements& stored) {
  return std::ranges::equal(cells, stored, [](const CellWrite& cell, const StoredElement& element) {
    const Liveness& stored_liveness = element.cell.liveness;
    return cell.liveness.timestamp == stored_liveness.timestamp &&
           end_alike(cell.liveness, stored_liveness) && cell.value == element.cell.value;
  });
}

void agree_with_stored_elements(Transaction& transaction, std::span<const std::size_t> columns, Seconds now,
                                Mutation& mutation) {
  const Table& table = *mutation.table;
  auto& write = std::get<RowWrite>(mutation.write);
  const StoredTarget row(transaction, mutation, {columns.begin(), columns.end()}, now);
  if (row.get() == nullptr) return;
  RowWrite deletions;
  std::vector<ColumnId> same_lists;
  for (const std::size_t index : columns) {
    const Column& column = table.columns[index];
    const Cells cells = cells_of(write, column.id);
    const Elements& stored = row.get()->elements[index];
    if (cells.empty() || stored.empty()) continue;
    if (column.type.kind == TypeKind::list && is_same_list(cells, stored)) {
      same_lists.push_back(column.id);
    } else {
      delete_others(column, cells, stored, deletions);
    }
  }
  std::erase_if(write.cells, [&](const CellWrite& cell) {
    return std::ranges::find(same_lists, cell.column) != same_lists.end();
  });
  std::ranges::move(deletions.cells, std::back_inserter(write.cells));
  std::ranges::move(deletions.column_deletions, std::back_inserter(write.column_deletions));
}

void subtract_stored_counters(Transaction& transaction, Timestamp timestamp, Seconds now,
                              Mutation& mutation) {
  const Table& table = *mutation.table;
  auto& write = std::get<RowWrite>(mutation.write);
  WantedColumns wanted;
  for (std::size_t index = table.key_size(); index < table.columns.size(); ++index) wanted.push_back(index);
  const StoredTarget row(transaction, mutation, wanted, now);
  for (CellWrite& cell : write.cells) {
    cell.liveness = {timestamp, 0, 0};
    if (row.get() == nullptr) continue;
    const std::optional<StoredCell>& stored = row.get()->cells[*table.find(cell.column)];
    if (!stored) continue;
    const auto wanted_sum = static_cast<std::uint64_t>(decode_integer(*cell.value));
    const auto stored_sum = static_cast<std::uint64_t>(decode_integer(stored->value));
    cell.value = encode_int64(static_cast<std::int64_t>(wanted_sum - stored_sum));
  }
}

}  // namespace cellar
