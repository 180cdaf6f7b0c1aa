#include "storage/derived/derived_batch.h"

#include <algorithm>

#include "storage/format/format.h"
#include "storage/format/keys.h"
#include "storage/format/row_format.h"

namespace cellar {

namespace {

constexpr std::size_t kMostBytes = std::size_t{16} << 20;
constexpr std::size_t kMostChanges = 200'000;

void erase_own_entries(Maps& maps, std::string_view row_key) {
  const std::string own = std::string(row_key) + kOwnEntry;
  OrderedCursor cursor(maps.data, &maps.visited.entries);
  bool found = cursor.seek(own);
  while (found && cursor.key().starts_with(own)) found = cursor.erase_and_next();
}

/// Erases large cells and elements that the base has purged and the view still stores.
void erase_left_behind(Maps& maps, std::string_view row_key, std::string_view packed) {
  const auto found = maps.data.get(row_key);
  if (!found) return;
  const std::string stored(*found);
  PackedRow before, after;
  decode_row(stored, before);
  if (!before.has_own_entries) return;
  decode_row(packed, after);
  if (!after.has_own_entries) return erase_own_entries(maps, row_key);
  for (const PackedCell& cell : before.cells) {
    if (!cell.has_own_entry) continue;
    const auto same = std::ranges::find(after.cells, cell.column, &PackedCell::column);
    if (same != after.cells.end() && same->has_own_entry) continue;
    std::string key(row_key);
    append_own_entry(key, cell.column);
    maps.data.erase(key);
  }
}

}  // namespace

bool DerivedBatch::is_full() const { return bytes_.size() > kMostBytes || changes_.size() > kMostChanges; }

void DerivedBatch::append(Kind kind, std::string_view key, std::size_t row_size, std::string_view value) {
  changes_.push_back({bytes_.size(), static_cast<std::uint32_t>(key.size()),
                      static_cast<std::uint32_t>(row_size), static_cast<std::uint32_t>(value.size()), kind});
  bytes_ += key;
  bytes_ += value;
}

void DerivedBatch::put(std::string_view key, std::size_t row_size, std::string_view value) {
  append(Kind::put, key, row_size, value);
}

void DerivedBatch::put_row(std::string_view row_key, std::string_view packed) {
  append(Kind::put_row, row_key, row_key.size(), packed);
}

void DerivedBatch::erase(std::string_view key, std::size_t row_size) {
  append(Kind::erase, key, row_size, "");
}

void DerivedBatch::erase_row(std::string_view row_key) {
  append(Kind::erase_row, row_key, row_key.size(), "");
}

void DerivedBatch::make(const Change& change, Maps& maps) {
  const std::string_view key = key_of(change);
  switch (change.kind) {
    case Kind::put:
      return maps.data.put(key, value_of(change));
    case Kind::put_row:
      erase_left_behind(maps, key, value_of(change));
      return maps.data.put(key, value_of(change));
    case Kind::erase:
      maps.data.erase(key);
      return;
    case Kind::erase_row:
      maps.data.erase(key);
      return erase_own_entries(maps, key);
  }
}

void DerivedBatch::put_all(Maps& maps) {
  std::vector<std::uint32_t> order(changes_.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::uint32_t left, std::uint32_t right) {
    const int rows = row_of(changes_[left]).compare(row_of(changes_[right]));
    return rows != 0 ? rows < 0 : left < right;
  });
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Change& change = changes_[order[i]];
    // A change that the next one overwrites need not be made.
    const bool is_overwritten = i + 1 < order.size() && change.kind != Kind::erase_row &&
                                changes_[order[i + 1]].kind != Kind::erase_row &&
                                key_of(changes_[order[i + 1]]) == key_of(change);
    if (!is_overwritten) make(change, maps);
  }
}

void DerivedBatch::put_into(Maps& maps) {
  if (changes_.empty()) return;
  const auto clear = [this] {
    bytes_.clear();
    changes_.clear();
    markers_.clear();
  };
  try {
    put_all(maps);
  } catch (...) {
    clear();
    throw;
  }
  clear();
}

}  // namespace cellar
