#include "storage/verify/base_rows.h"

#include "storage/format/format.h"

namespace cellar {

std::size_t BaseRows::row_size(std::string_view key) const {
  const std::size_t partition = partition_size(key);
  if (key[partition] != kRowKind) return partition + 1;
  return partition + 1 + clustering_size(layout_, key.substr(partition + 1));
}

const RangeTombstone* BaseRows::covering_over(const std::string& row_key) {
  if (state_.stats(layout_.table->id).covering_tombstones == 0) return nullptr;
  const std::size_t size = partition_size(row_key);
  if (row_key[size] != kRowKind) return nullptr;
  if (!covering_ || partition_ != std::string_view(row_key).substr(0, size)) {
    partition_ = row_key.substr(0, size);
    covering_.emplace(state_.data, partition_, &state_.visited.entries);
  }
  return covering_->find(std::string_view(row_key).substr(size + 1));
}

void BaseRows::each(const std::function<void(const BaseRow&)>& take) {
  OrderedCursor cursor(state_.data, &state_.visited.entries);
  std::string position = prefix_;
  PackedRow row;
  while (cursor.seek(position) && cursor.key().starts_with(prefix_)) {
    const std::string key(cursor.key());
    const std::size_t partition = partition_size(key);
    if (key[partition] == kRangeTombstoneKind) {
      position = key.substr(0, partition) + kRowKind;
      continue;
    }
    const std::string row_key = key.substr(0, row_size(key));
    position = row_key + kAfter;
    if (row_key != key || covering_over(row_key) != nullptr) continue;
    const std::string packed(cursor.value());
    decode_row(packed, row);
    BaseRow base(state_, layout_, row_key, partition);
    base.show(row);
    take(base);
  }
}

bool BaseRows::read(const std::string& row_key, PackedRow& row) {
  const auto found = state_.data.get(row_key);
  if (!found || covering_over(row_key) != nullptr) return false;
  packed_ = *found;
  decode_row(packed_, row);
  return true;
}

void BaseRows::each_element(const BaseRow& row, ColumnId column,
                            const std::function<void(std::string_view, std::string_view)>& take) {
  if (!row.row().has_own_entries) return;
  std::string prefix(row.key());
  append_own_entry(prefix, column);
  OrderedCursor cursor(state_.data, &state_.visited.entries);
  for (bool found = cursor.seek(prefix); found && cursor.key().starts_with(prefix); found = cursor.next()) {
    take(cursor.key().substr(prefix.size()), cursor.value());
  }
}

void BaseRows::ask(const std::function<bool()>& interrupted) {
  constexpr std::uint64_t kBetweenQuestions = 1024;
  if (++asked_ % kBetweenQuestions == 0 && interrupted && interrupted()) refuse("interrupted");
}

}  // namespace cellar
