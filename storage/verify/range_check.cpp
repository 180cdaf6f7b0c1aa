#include "storage/verify/range_check.h"

#include "storage/format/format.h"

namespace cellar {

void RangeCheck::take_range(std::string_view key, std::size_t partition, std::string_view value) {
  const RangeTombstone range = decode_range_tombstone(range_tombstone_start(key, partition), value);
  const std::string_view prefix = key.substr(0, partition);
  if (prefix == range_partition_ && range.start < range_end_)
    actions_.on_damage(key, "two deleted ranges overlap");
  range_partition_ = prefix;
  range_end_ = range.end;
}

void RangeCheck::take_row(std::string_view key, std::size_t partition, std::string_view value) {
  find_range(key, partition);
  if (over_ == nullptr) return;
  row_key_ = key;
  decode_row(value, row_);
  if (row_.marker) take(row_.marker->timestamp);
  if (row_.deletion) take(row_.deletion->timestamp);
  for (const PackedDeletion& deleted : row_.column_deletions) take(deleted.deletion.timestamp);
  for (const PackedCell& cell : row_.cells) take(cell.version.liveness.timestamp);
}

void RangeCheck::take_element(std::string_view value) {
  if (over_ != nullptr) take(decode_element(value).version.liveness.timestamp);
}

/// The range tombstones of a partition come before its rows, so the last one that was taken tells whether it has any.
void RangeCheck::find_range(std::string_view key, std::size_t partition) {
  over_ = nullptr;
  const std::string_view prefix = key.substr(0, partition);
  if (key[partition] != kRowKind || prefix != range_partition_) return;
  if (prefix != partition_) {
    partition_ = prefix;
    ranges_.emplace(state_.data, partition_, &state_.visited.entries);
    next_ = ranges_->seek_from("");
  }
  const std::string_view row = key.substr(partition + 1);
  while (next_ != nullptr && next_->end <= row) next_ = ranges_->next();
  if (next_ != nullptr && next_->start <= row) over_ = next_;
}

void RangeCheck::take(Timestamp timestamp) {
  if (over_ == nullptr) return;
  const bool is_covering = over_->kind == RangeTombstoneKind::covering;
  if (is_covering == (timestamp <= over_->deletion.timestamp)) return;
  over_ = nullptr;
  actions_.on_damage(row_key_, is_covering ? "it is younger than the deleted range that hides it"
                                           : "it is not younger than the deleted range that it is in");
}

}  // namespace cellar
