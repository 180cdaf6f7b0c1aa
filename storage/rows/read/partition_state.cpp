#include "storage/rows/read/partition_state.h"

#include <algorithm>
#include <boost/endian/conversion.hpp>
#include <cstring>

#include "storage/format/format.h"
#include "storage/format/keys.h"

namespace cellar {

namespace {

/// Returns true if one partition's prefix is greater than another's. Their tokens, in the first eight bytes,
/// nearly always differ.
[[gnu::always_inline]] inline bool is_greater(std::string_view prefix, std::string_view than) {
  std::uint64_t left = 0, right = 0;
  if (prefix.size() < sizeof left || than.size() < sizeof right) return prefix > than;
  std::memcpy(&left, prefix.data(), sizeof left);
  std::memcpy(&right, than.data(), sizeof right);
  if (left == right) return prefix > than;
  return boost::endian::big_to_native(left) > boost::endian::big_to_native(right);
}

/// What takes rows that a scan passes over: nothing, or a batch.
struct CountedRows {
  /// Keys in the middle of a page are not compared with those around them.
  static constexpr bool kTrustsOrder = true;
  void enter(std::string_view) {}
  bool take(std::string_view, std::string_view) { return true; }
};

struct BatchedRows {
  static constexpr bool kTrustsOrder = false;
  RowReader& reader;
  RowBatch& batch;
  const TableLayout& layout;
  std::size_t clustering_begin;

  void enter(std::string_view prefix) { batch.enter_partition(prefix, layout); }
  bool take(std::string_view key, std::string_view value) {
    return reader.add_to(batch, key, clustering_begin, value);
  }
};

}  // namespace

PartitionState::PartitionState(Maps& maps, LayoutPointer layout, const WantedColumns& wanted, Seconds now,
                               OrderedCursor* cursor)
    : maps_(maps),
      layout_(std::move(layout)),
      now_(now),
      reader_(layout_, wanted, now, maps.visited.skipped),
      cursor_(cursor),
      wanted_(wanted),
      table_has_covering_(maps.stats(layout_->table->id).covering_tombstones != 0) {
  if (cursor_ == nullptr) cursor_ = &own_cursor_.emplace(maps.data, &maps.meter);
}

inline void PartitionState::set_partition(std::string_view partition) {
  if (partition.size() == prefix_size_) {
    copy_prefix(partition, rows_.data());
  } else {
    rows_.assign(partition);
    prefix_size_ = partition.size();
    rows_.push_back(kRowKind);
  }
  key_is_known_ = false;
  static_row_ = StaticRow::unknown;
  ++maps_.visited.partitions;
}

void PartitionState::enter(std::string_view partition, bool is_inside) {
  set_partition(partition);
  if (is_inside && cursor_->key()[prefix_size_] != kStaticKind) static_row_ = StaticRow::absent;
  covering_.reset();
  reversed_ = has_begun_ = in_slice_ = false;
  on_row_ = OnRow::no;
  is_placed_ = is_inside;
  slice_ = 0;
}

/// Returns the size of the prefix of the partition under the cursor; 0 if that partition is beyond the scan.
inline std::size_t PartitionState::next_prefix_size(const ScanBounds& scan) const {
  const std::string_view key = cursor_->key();
  if (!scan.contains(key)) {
    cursor_->check_neighbours();
    return 0;
  }
  const std::size_t size =
      scan.prefix_size != 0 ? scan.prefix_size : partition_prefix_size(key, *layout_->table);
  // A scan that does not reach a greater partition is in a cycle of damaged pages.
  if (key.size() <= size || !is_greater(key.substr(0, size), prefix())) refuse_damaged_bytes();
  return size;
}

bool PartitionState::enter_next(const ScanBounds& scan) {
  const std::size_t size = next_prefix_size(scan);
  if (size != 0) enter(cursor_->key().substr(0, size), true);
  return size != 0;
}

const std::vector<std::string>& PartitionState::key() {
  if (!key_is_known_) partition_key_of_prefix(prefix(), *layout_, key_);
  key_is_known_ = true;
  return key_;
}

std::int64_t PartitionState::token() const { return token_of_prefix(prefix()); }

const StoredRow* PartitionState::static_row() {
  if (static_row_ == StaticRow::unknown) {
    static_row_ = StaticRow::absent;
    if (layout_->table->has_static()) {
      const std::string key = entry_key(kStaticKind);
      OrderedCursor* cursor = cursor_;
      bool found = is_placed_ && !has_begun_ && cursor_->valid() && cursor_->key() == key;
      if (!found) {
        if (!static_cursor_) static_cursor_.emplace(maps_.data, &maps_.meter);
        cursor = &*static_cursor_;
        found = cursor->seek(key) && cursor->key() == key;
      }
      if (!static_reader_) static_reader_.emplace(layout_, wanted_, now_, maps_.visited.skipped);
      if (found && static_reader_->read(*cursor, key.size(), true)) static_row_ = StaticRow::present;
    }
  }
  return static_row_ == StaticRow::present ? &static_reader_->row() : nullptr;
}

void PartitionState::select(const std::vector<Slice>& slices, bool reversed) {
  is_whole_ = false;
  slices_.clear();
  for (const Slice& slice : slices) {
    maps_.meter.count_step();
    const bool is_one_row = slice.start.prefix.size() == layout_->clustering.size() && !slice.start.after &&
                            slice.end.after && slice.start.prefix == slice.end.prefix;
    slices_.push_back({rows_ + position_bytes(*layout_, slice.start),
                       rows_ + position_bytes(*layout_, slice.end), is_one_row});
  }
  if (reversed) std::ranges::reverse(slices_);
  begin_slices(reversed);
}

void PartitionState::begin_slices(bool reversed) {
  // A second select() on the same partition may ask for rows before the cursor.
  if (has_begun_) is_placed_ = false;
  slice_ = 0;
  reversed_ = reversed;
  has_begun_ = true;
  in_slice_ = false;
  on_row_ = OnRow::no;
  if (table_has_covering_ && !covering_) find_covering();
}

/// Begins to read the whole partition.
void PartitionState::begin() {
  if (!is_whole_) {
    is_whole_ = true;
    slices_.resize(1);
    slices_[0].is_one_row = layout_->clustering.empty();
  }
  begin_slices(false);
}

void PartitionState::find_covering() {
  const std::string tombstones = entry_key(kRangeTombstoneKind);
  const bool is_beyond = is_placed_ && (!cursor_->valid() || cursor_->key() >= tombstones);
  if (!is_beyond) cursor_->seek(tombstones);
  is_placed_ = true;
  if (cursor_->valid() && cursor_->key().starts_with(tombstones)) {
    covering_.emplace(maps_.data, prefix(), &maps_.visited.entries);
  }
}

const StoredRow* PartitionState::advance() {
  if (!has_begun_) begin();
  return reversed_ ? next_backward() : next_forward();
}

const StoredRow* PartitionState::walk(const ScanBounds& scan) {
  bool leaves = on_row_ != OnRow::no;
  on_row_ = OnRow::no;
  if (!has_begun_) {
    begin();
    if (!enter_slice_forward(slices_[0])) return nullptr;
  }
  for (;; leaves = true) {
    if (leaves && !reader_.leave_forward(*cursor_)) return nullptr;
    if (!begins_with(cursor_->key(), rows_) && !walk_into_next(scan)) return nullptr;
    if (reader_.read(*cursor_, rows_.size(), false)) return hand_out(OnRow::of_walk);
  }
}

std::uint64_t PartitionState::pass_rows(const ScanBounds& scan) {
  return walks() && !reader_.wants_columns() ? pass(scan, CountedRows{}) : 0;
}

std::uint64_t PartitionState::read_rows(const ScanBounds& scan, RowBatch& batch, std::size_t most) {
  batch.begin(most);
  if (!walks() || !reader_.can_add()) return 0;
  batch.enter_partition(cursor_->key().substr(0, prefix_size_), *layout_);
  batch.stay_in_partition();
  return pass(scan, BatchedRows{reader_, batch, *layout_, rows_.size()});
}

/// Moves over rows as far as `rows` takes them.
template <typename Rows>
std::uint64_t PartitionState::pass(const ScanBounds& scan, Rows rows) {
  const std::string_view end = Rows::kTrustsOrder ? cursor_->end_of_pass() : std::string_view();
  // Keys are in order: if the last one belongs to this partition, so do those before it.
  const bool is_in_partition = begins_with(end, rows_);
  const auto take_of_partition = [&](std::string_view key, std::string_view value) {
    return (is_in_partition || begins_with(key, rows_)) && rows.take(key, value);
  };
  const std::uint64_t passed = is_in_partition || scan.prefix_size == 0
                                   ? reader_.pass_rows(*cursor_, take_of_partition)
                                   : pass_partitions(scan, !end.empty() && scan.contains(end), rows);
  maps_.visited.rows += passed;
  return passed;
}

/// As pass(), for partitions with prefixes of one size. `all_in_scan`: none of the rows is beyond the scan.
template <typename Rows>
std::uint64_t PartitionState::pass_partitions(const ScanBounds& scan, bool all_in_scan, Rows& rows) {
  const std::size_t size = scan.prefix_size;
  std::uint64_t partitions = 0;
  std::string_view last = cursor_->key().substr(0, size);
  const std::uint64_t passed = reader_.pass_rows(*cursor_, [&](std::string_view key, std::string_view value) {
    if (key.size() <= size || key[size] != kRowKind) return false;
    const std::string_view prefix = key.substr(0, size);
    if (begins_with(prefix, last)) return rows.take(key, value);
    if (!is_greater(prefix, last) || (!all_in_scan && !scan.contains(key))) return false;
    rows.enter(prefix);
    if (!rows.take(key, value)) return false;
    last = prefix;
    ++partitions;
    return true;
  });
  if (partitions > 0) {
    set_partition(last);
    maps_.visited.partitions += partitions - 1;
  }
  return passed;
}

ReadPosition PartitionState::place_of(std::string_view row) const {
  ReadPosition place;
  const std::size_t size = partition_prefix_size(row, *layout_->table);
  partition_key_of_prefix(row.substr(0, size), *layout_, place.partition_key);
  read_clustering(*layout_, row.substr(size + 1), place.clustering);
  return place;
}

/// Moves on to the first row's entry in the following partitions; nothing is left of the current one.
bool PartitionState::walk_into_next(const ScanBounds& scan) {
  do {
    const std::size_t size = next_prefix_size(scan);
    if (size == 0) return false;
    const std::string_view key = cursor_->key();
    set_partition(key.substr(0, size));
    // Compares one byte: comparing all of `rows_`, just written, would stall the processor.
    if (key[size] == kRowKind) return true;
    if (key > rows_) refuse_damaged_bytes();
    if (!cursor_->seek(rows_)) return false;
  } while (!begins_with(cursor_->key(), rows_));
  return true;
}

inline const StoredRow* PartitionState::hand_out(OnRow handed_out) {
  on_row_ = handed_out;
  ++maps_.visited.rows;
  return &reader_.row();
}

std::string_view PartitionState::row_part(std::string_view key) const {
  return key.substr(0, row_key_size(*layout_, key, prefix_size_)).substr(rows_.size());
}

const RangeTombstone* PartitionState::covering_over(std::string_view row) {
  return covering_ ? covering_->find(row) : nullptr;
}

bool PartitionState::is_within(const Bounds& bounds) const {
  return is_whole_ ? begins_with(cursor_->key(), rows_) : cursor_->key() < bounds.to;
}

bool PartitionState::enter_slice_forward(const Bounds& bounds) {
  in_slice_ = true;
  // In a scan the cursor is nearly always on the partition's first row already.
  if (is_whole_ && is_placed_ && on_row_ == OnRow::no && !covering_ && cursor_->valid() &&
      begins_with(cursor_->key(), rows_)) {
    return true;
  }
  return seek_slice_forward(bounds);
}

bool PartitionState::seek_slice_forward(const Bounds& bounds) {
  const std::string& begin = is_whole_ ? rows_ : bounds.from;
  const RangeTombstone* covering = covering_over(std::string_view(begin).substr(rows_.size()));
  if (covering != nullptr) {
    count_skipped(*covering);
    after_covering_ = rows_ + covering->end;
  }
  const std::string& from = covering != nullptr ? after_covering_ : begin;
  const bool is_there = is_placed_ && on_row_ == OnRow::no &&
                        (!cursor_->valid() || begins_with(cursor_->key(), from) || cursor_->key() > from);
  on_row_ = OnRow::no;
  is_placed_ = true;
  if (is_there) return cursor_->valid();
  const bool found = cursor_->seek(from);
  if (found) cursor_->check_neighbours();
  return found;
}

void PartitionState::count_skipped(const RangeTombstone& covering) {
  const bool is_partition = covering.start.empty() && covering.end == kPartitionEnd;
  SkippedDeletions& skipped = maps_.visited.skipped;
  ++(is_partition ? skipped.partitions : skipped.ranges);
}

bool PartitionState::leave_covering(const RangeTombstone& covering) {
  count_skipped(covering);
  return cursor_->seek(rows_ + covering.end);
}

const StoredRow* PartitionState::next_forward() {
  for (; slice_ < slices_.size(); ++slice_, in_slice_ = false) {
    const Bounds& bounds = slices_[slice_];
    if (in_slice_ && bounds.is_one_row) continue;
    if (!in_slice_) maps_.meter.count_step();
    bool found = true;
    if (!in_slice_) {
      found = enter_slice_forward(bounds);
    } else if (on_row_ != OnRow::no) {
      on_row_ = OnRow::no;
      found = reader_.leave_forward(*cursor_);
    }
    while (found && is_within(bounds)) {
      const RangeTombstone* covering =
          covering_ ? covering_->find(cursor_->key().substr(rows_.size())) : nullptr;
      if (covering != nullptr) {
        found = leave_covering(*covering);
      } else if (reader_.read(*cursor_, rows_.size(), false)) {
        return hand_out(OnRow::of_slice);
      } else {
        found = reader_.leave_forward(*cursor_);
      }
    }
    if (found) cursor_->check_neighbours();
  }
  return nullptr;
}

const StoredRow* PartitionState::next_backward() {
  is_placed_ = false;
  for (; slice_ < slices_.size(); ++slice_, in_slice_ = false) {
    const Bounds& bounds = slices_[slice_];
    bool found = true;
    if (!in_slice_) {
      in_slice_ = true;
      maps_.meter.count_step();
      found = cursor_->seek_before(bounds.to);
      if (found) cursor_->check_neighbours();
    } else if (on_row_ != OnRow::no) {
      found = reader_.leave_backward(*cursor_);
    }
    on_row_ = OnRow::no;
    while (found && cursor_->key() >= bounds.from) {
      const std::string row(row_part(cursor_->key()));
      if (const RangeTombstone* covering = covering_over(row)) {
        count_skipped(*covering);
        found = cursor_->seek_before(rows_ + covering->start);
        continue;
      }
      const std::string packed = rows_ + row;
      if (cursor_->key() != packed && (!cursor_->seek(packed) || cursor_->key() != packed)) {
        refuse("file_damaged", {}, {{"path", maps_.lmdb.path()}});
      }
      if (reader_.read(*cursor_, rows_.size(), false)) return hand_out(OnRow::of_slice);
      found = reader_.leave_backward(*cursor_);
    }
    if (found) cursor_->check_neighbours();
  }
  return nullptr;
}

}  // namespace cellar
