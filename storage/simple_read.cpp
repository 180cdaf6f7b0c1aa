// Reading one row by its whole key, with one look-up.

#include <algorithm>

#include "storage/format/format.h"
#include "storage/format/keys.h"
#include "storage/format/stored_value.h"
#include "storage/rows/read/row_reader.h"
#include "storage/store.h"
#include "storage/transaction/transaction_state.h"

namespace cellar {

namespace {

/// Completes the key, which begins with the partition's prefix. Returns false if it does not encode the row exactly.
bool append_row_key(const SimpleRowRead& read, const TableLayout& layout, std::string& key) {
  key.push_back(kRowKind);
  const bool exact = append_clustering(key, layout, read.clustering);
  return exact && key.size() <= kShortKeySize;
}

/// Refuses damage that may have led the search for the key to a wrong page.
void check_absence(TransactionState& state, std::string_view key) {
  std::uint64_t visited = 0;
  OrderedCursor around(state.data, &visited);
  if (around.seek(key)) around.check_neighbours();
}

/// A row under its key.
struct KeyedRow {
  const TableLayout& layout;
  std::string_view key;
  const PackedEntry& entry;
};

/// Takes the cells of a row that lives for ever, all of them written at one time.
void take_alike_cells(const KeyedRow& row, std::span<const ColumnId> wanted,
                      std::span<std::optional<std::string_view>> values) {
  const ColumnLayout* at = row.layout.columns.data();
  const ColumnLayout* const end = at + row.layout.columns.size();
  ByteReader reader(row.entry.values());
  std::size_t next = 0;
  for (unsigned bits = row.entry.short_bitmap(); bits != 0; bits &= bits - 1) {
    const auto column = static_cast<ColumnId>(__builtin_ctz(bits) + 1);
    const bool is_last = (bits & (bits - 1)) == 0;
    const std::string_view value = is_last ? reader.rest() : reader.take(reader.varint());
    while (next < wanted.size() && wanted[next] < column) ++next;
    if (next == wanted.size()) return;
    if (wanted[next] != column) continue;
    while (at != end && at->id < column) ++at;
    if (at != end && at->id == column) check_stored(row.layout, row.key, *at, value);
    values[next] = value;
  }
}

SimpleRowFound take_cells(const KeyedRow& keyed, Seconds now, std::span<const ColumnId> wanted,
                          std::span<std::optional<std::string_view>> values) {
  const TableLayout& layout = keyed.layout;
  const PackedEntry& row = keyed.entry;
  bool lives = row.has_marker() && row.base().is_live(now);
  if (!lives && layout.has_strict_liveness) return SimpleRowFound::no;
  if (lives && row.has_short_bitmap() && row.base().timestamp > layout.last_drop) {
    take_alike_cells(keyed, wanted, values);
    return SimpleRowFound::yes;
  }
  bool is_elsewhere = false;
  std::size_t next = 0;
  const auto take = [&](const PackedCell& cell, std::size_t place) {
    lives = true;
    while (next < wanted.size() && wanted[next] < cell.column) ++next;
    if (next == wanted.size()) return false;
    if (wanted[next] != cell.column) return true;
    if (cell.has_own_entry)
      is_elsewhere = true;
    else
      check_stored(layout, keyed.key, layout.columns[place], cell.version.value);
    values[next] = cell.version.value;
    return true;
  };
  each_live_cell(row, layout, now, take, [](const PackedCell&) {});
  if (is_elsewhere || (!lives && row.has_own_entries())) return SimpleRowFound::unknown;
  return lives ? SimpleRowFound::yes : SimpleRowFound::no;
}

}  // namespace

SimpleRowFound Transaction::read(const SimpleRowRead& read, Seconds now,
                                 std::span<std::optional<std::string_view>> values) {
  std::string& key = state_->key;
  key.clear();
  append_partition_prefix(key, *read.table, read.partition_key);
  const std::size_t partition_size = key.size();
  const TableLayout& layout = *state_->layout(read.table);
  if (!append_row_key(read, layout, key)) return SimpleRowFound::unknown;
  TransactionState& state = state_->source_of(*read.table, {key, partition_size});
  if (state.stats(read.table->id).covering_tombstones != 0) return SimpleRowFound::unknown;
  const std::optional<std::string_view> entry = state.data.get(key);
  SimpleRowFound found = SimpleRowFound::no;
  if (entry) {
    const PackedEntry row(*entry);
    if (!row.clustering().empty()) return SimpleRowFound::unknown;
    std::ranges::fill(values, std::nullopt);
    found = take_cells({layout, key, row}, now, read.columns, values);
    if (found == SimpleRowFound::unknown) return found;
    ++state.visited.entries;
  } else if (read.proves_absence) {
    check_absence(state, key);
  }
  ++state.visited.partitions;
  if (found == SimpleRowFound::yes) ++state.visited.rows;
  return found;
}

}  // namespace cellar
