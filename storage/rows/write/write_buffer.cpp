#include "storage/rows/write/write_buffer.h"

#include <algorithm>

#include "storage/format/format.h"
#include "storage/format/keys.h"
#include "storage/map/leaf_division.h"
#include "storage/rows/maps.h"
#include "storage/rows/write/range_deletion.h"
#include "storage/rows/write/row_writer.h"
#include "storage/system/memory.h"

namespace cellar {

namespace {

constexpr std::size_t kWorthBytes = 2 << 20;
constexpr std::size_t kWorthEntries = 8'192;
constexpr std::size_t kMostBytes = 4 << 20;
constexpr std::size_t kMostEntries = 24'576;

constexpr std::size_t kMostBulkMemory = 256 << 20;
constexpr std::size_t kShareOfBulk = 16;
// A bulk load has a part for each value of the highest bits of the token.
constexpr unsigned kPartBits = 8;

void apply(Maps& maps, const TableLayout& layout, std::string_view partition, const Mutation& mutation,
           Seconds second) {
  if (const auto* row = std::get_if<RowWrite>(&mutation.write)) {
    RowWriter(maps, layout, partition, second).write(*row);
  } else if (const auto* range = std::get_if<RangeDeletion>(&mutation.write)) {
    const std::string start = position_bytes(layout, range->slice.start);
    const std::string end = position_bytes(layout, range->slice.end);
    delete_range(maps, layout, partition, start, end, {range->timestamp, second});
  } else {
    const Timestamp timestamp = std::get<PartitionDeletion>(mutation.write).timestamp;
    delete_partition(maps, layout, partition, {timestamp, second});
  }
}

/// Once a buffer has outgrown `small`, reserves room for `large` in one step: doubling it repeatedly would
/// copy it and touch new pages more often than anything else that is done with it. Reserved memory that is
/// not touched costs nothing.
template <typename Container>
void make_room(Container& container, std::size_t small, std::size_t large) {
  if (container.size() > small && container.capacity() < large) container.reserve(large);
}

/// Returns the number of pages with rows.
std::size_t pages_of(Maps& maps) { return maps.lmdb.pages(maps.data.database()).entries; }

bool is_dropped(const TableLayout& layout, const SimpleCell& cell, Timestamp timestamp) {
  return timestamp <= layout.last_drop && timestamp <= layout.find(cell.column)->dropped_before;
}

std::size_t size_of_cells(const RowWrite& row) {
  std::size_t size = 0;
  for (const CellWrite& cell : row.cells) size += cell.path.size() + (cell.value ? cell.value->size() : 0);
  for (const ElementsWrite& elements : row.elements) size += elements.collection.size();
  return size;
}

}  // namespace

std::size_t bulk_memory() {
  static const std::size_t memory = std::min(granted_memory(kMostBulkMemory) / kShareOfBulk, kMostBulkMemory);
  return memory;
}

// A transaction of a bulk load is asked to end at bulk_memory(). The buffer itself is put later than that, in case it
// is not asked in time.
WriteBuffer::WriteBuffer(BufferSize size)
    : size_(size),
      limit_(bulk_memory() / 8 * 9),
      parts_(size == BufferSize::bulk ? std::size_t{1} << kPartBits : 1) {}

bool WriteBuffer::is_worth_putting() const {
  return size_ == BufferSize::bulk ? is_full() : bytes_ > kWorthBytes || count_ >= kWorthEntries;
}

bool WriteBuffer::is_full() const {
  return size_ == BufferSize::bulk ? memory() > limit_ : bytes_ > kMostBytes || count_ >= kMostEntries;
}

/// Returns the part for the prefix of a partition in `key_`.
WriteBuffer::Part& WriteBuffer::part_of_key() {
  if (size_ == BufferSize::usual) return parts_.front();
  ByteReader key(key_);
  key.id();
  return parts_[key.u64() >> (64 - kPartBits)];
}

/// Appends an entry for what was appended to the part's bytes from `begin` on: a key, for a packed row the row as well.
/// All that may throw for want of memory comes before it, so that no entry is half made.
WriteBuffer::Entry& WriteBuffer::append_entry(Part& part, const LayoutPointer& layout, std::size_t begin,
                                              std::size_t partition_size) {
  if (size_ == BufferSize::usual) {
    make_room(part.bytes, kMostBytes / 32, kMostBytes + kMostBytes / 16);
    make_room(part.entries, kMostEntries / 32, kMostEntries);
  }
  if (layouts_.empty() || layouts_.back() != layout) layouts_.push_back(layout);
  Entry& entry = part.entries.emplace_back();
  entry.layout = layout.get();
  entry.begin = begin;
  ByteReader key(std::string_view(part.bytes).substr(begin));
  key.id();
  entry.order = key.u64();
  entry.partition_size = static_cast<std::uint32_t>(partition_size);
  entry.key_size = static_cast<std::uint32_t>(key_.size());
  entry.row_size = static_cast<std::uint32_t>(part.bytes.size() - begin - key_.size());
  entry.mutation = kPacked;
  ++count_;
  bytes_ += part.bytes.size() - begin;
  last_ = &part;
  return entry;
}

void WriteBuffer::add(const LayoutPointer& layout, Mutation mutation, Seconds second) {
  key_.clear();
  append_partition_prefix(key_, *mutation.table, mutation.partition_key);
  const std::size_t partition_size = key_.size();
  Part& part = part_of_key();
  const auto* row = std::get_if<RowWrite>(&mutation.write);
  const bool is_range = row == nullptr && !layout->clustering.empty();
  if (row != nullptr && !row->is_static) {
    key_.push_back(kRowKind);
    append_clustering(key_, *layout, row->clustering);
  }
  const std::size_t begin = part.bytes.size();
  part.bytes += key_;
  const std::size_t cells = row != nullptr ? size_of_cells(*row) : 0;
  if (size_ == BufferSize::usual) make_room(mutations_, kMostEntries / 32, kMostEntries);
  mutations_.push_back(std::move(mutation));
  Entry& entry = append_entry(part, layout, begin, partition_size);
  entry.mutation = static_cast<std::uint32_t>(mutations_.size() - 1);
  // Deletions of ranges sort before all rows of the table: after a younger row, in any partition, each of
  // them would have to read the rows of its range.
  if (is_range) entry.order = 0;
  entry.second = second;
  bytes_ += cells;
}

bool WriteBuffer::add(const LayoutPointer& layout, const SimpleRow& row, Seconds second) {
  std::size_t size = 0;
  for (const SimpleCell& cell : row.cells) {
    if (!cell.value) continue;
    if (cell.value->size() > kLargestPackedValue) return false;
    size += cell.value->size();
  }
  if (size > kLargestPackedRow) return false;
  key_.clear();
  append_partition_prefix(key_, *row.table, row.partition_key);
  const std::size_t partition_size = key_.size();
  Part& part = part_of_key();
  key_.push_back(kRowKind);
  std::string written;
  if (!append_clustering(key_, *layout, row.clustering)) {
    written = encode_values(std::vector<std::string>(row.clustering.begin(), row.clustering.end()));
  }
  row_.clear();
  row_.clustering = written;
  if (row.marker) row_.marker = row.liveness;
  bool has_ends = row.liveness.time_to_live != 0;
  for (const SimpleCell& cell : row.cells) {
    if (is_dropped(*layout, cell, row.liveness.timestamp)) continue;
    CellVersion version{row.liveness, false, 0, cell.value.value_or("")};
    if (!cell.value) version = {{row.liveness.timestamp, 0, 0}, true, second, {}};
    has_ends |= !cell.value;
    row_.cells.push_back({cell.column, false, version});
  }
  if (row_.empty()) return true;
  const std::size_t begin = part.bytes.size();
  part.bytes += key_;
  encode_row(row_, part.bytes);
  Entry& entry = append_entry(part, layout, begin, partition_size);
  entry.timestamp = row.liveness.timestamp;
  entry.second = second;
  entry.has_ends = has_ends;
  return true;
}

/// `stored` is the packed entry in the file, if it has been looked up.
void WriteBuffer::merge_packed(const Part& part, const Entry& entry, Maps& maps,
                               std::optional<std::string_view> stored) {
  const std::string_view key = part.key_of(entry);
  decode_row(part.row_of(entry), row_);
  RowWrite write;
  write.marker = row_.marker;
  write.cells.reserve(row_.cells.size());
  for (const PackedCell& cell : row_.cells) {
    const CellVersion& version = cell.version;
    write.cells.push_back(
        {cell.column, "", version.is_tombstone ? Value() : Value(version.value), version.liveness});
  }
  RowWriter writer(maps, *entry.layout, key.substr(0, entry.partition_size), entry.second);
  if (stored) return writer.write(write, key, *stored);
  write.clustering.resize(entry.layout->clustering.size());
  if (row_.clustering.empty()) {
    read_clustering(*entry.layout, key.substr(entry.partition_size + 1), write.clustering);
  } else {
    decode_values(row_.clustering, write.clustering);
  }
  writer.write(write);
}

void WriteBuffer::put(const Part& part, const Entry& entry, Maps& maps) {
  const std::string_view key = part.key_of(entry);
  if (entry.mutation != kPacked) {
    return apply(maps, *entry.layout, key.substr(0, entry.partition_size), mutations_[entry.mutation],
                 entry.second);
  }
  TableStats& stats = maps.stats(entry.layout->table->id);
  if (entry.has_ends || stats.range_tombstones != 0) return merge_packed(part, entry, maps, std::nullopt);
  const std::optional<std::string_view> stored = maps.data.insert(key, part.row_of(entry));
  if (stored) return merge_packed(part, entry, maps, stored);
  stats.largest_timestamp = std::max(stats.largest_timestamp, entry.timestamp);
  if (entry.layout->derived) show(part, entry, maps);
}

/// Shows the new row to the observer of its table.
void WriteBuffer::show(const Part& part, const Entry& entry, Maps& maps) {
  const std::unique_ptr<RowObserver> observer = maps.observe(*entry.layout, entry.partition_size);
  if (!observer) return;
  decode_row(part.row_of(entry), row_);
  observer->begin(part.key_of(entry), nullptr);
  observer->finish(row_);
}

/// Returns the entries in the order of their keys, and for one key in the order in which they were added.
std::vector<WriteBuffer::Place> WriteBuffer::Part::sorted() const {
  std::vector<Place> places;
  places.reserve(entries.size());
  for (const Entry& entry : entries) {
    places.push_back({entry.order, entry.layout->table->id, static_cast<std::uint32_t>(places.size())});
  }
  std::sort(places.begin(), places.end(), [&](const Place& left, const Place& right) {
    if (left.table != right.table) return left.table < right.table;
    if (left.order != right.order) return left.order < right.order;
    const int keys = key_of(entries[left.entry]).compare(key_of(entries[right.entry]));
    return keys != 0 ? keys < 0 : left.entry < right.entry;
  });
  return places;
}

/// Prefetches coming entries, whose memory is in random order when they are visited by key.
void WriteBuffer::Part::fetch_ahead(const std::vector<Place>& places, std::size_t at) const {
  constexpr std::size_t kAhead = 8;
  if (at + 2 * kAhead < places.size()) __builtin_prefetch(&entries[places[at + 2 * kAhead].entry]);
  if (at + kAhead >= places.size()) return;
  const char* coming = bytes.data() + entries[places[at + kAhead].entry].begin;
  for (const std::size_t line : {0, 64, 128}) __builtin_prefetch(coming + line);
}

void WriteBuffer::put_all(Maps& maps) {
  std::uint64_t visited = 0;  // where pages are divided, which is no read
  LmdbCursor cursor(maps.lmdb, maps.data.database(), &visited);
  const NearWrites near(maps.data, cursor);
  std::size_t pages = pages_of(maps);
  for (Part& part : parts_) {
    const std::vector<Place> places = part.sorted();
    for (std::size_t i = 0; i < places.size(); ++i) {
      part.fetch_ahead(places, i);
      const Entry& entry = part.entries[places[i].entry];
      put(part, entry, maps);
      if (const std::size_t now = pages_of(maps); now != pages) {
        if (now > pages) end_leaf_after(cursor, part.key_of(entry), entry.partition_size);
        pages = pages_of(maps);
      }
    }
    if (size_ == BufferSize::bulk) part = {};  // its memory serves LMDB's pages
  }
}

void WriteBuffer::put_into(Maps& maps) {
  if (is_empty()) return;
  try {
    put_all(maps);
  } catch (...) {
    clear();
    throw;
  }
  clear();
}

void WriteBuffer::clear() {
  for (Part& part : parts_) {
    part.bytes.clear();
    part.entries.clear();
  }
  last_ = nullptr;
  count_ = 0;
  bytes_ = 0;
  mutations_.clear();
  layouts_.clear();
}

}  // namespace cellar
