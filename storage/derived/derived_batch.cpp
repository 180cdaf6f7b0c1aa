#include "storage/derived/derived_batch.h"

#include <algorithm>

#include "storage/format/format.h"
#include "storage/transaction_state.h"

namespace cellar {

namespace {

constexpr std::size_t kMostBytes = std::size_t{16} << 20;
constexpr std::size_t kMostChanges = 200'000;

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

void DerivedBatch::erase(std::string_view key, std::size_t row_size) {
  append(Kind::erase, key, row_size, "");
}

void DerivedBatch::erase_row(std::string_view row_key) {
  append(Kind::erase_row, row_key, row_key.size(), "");
}

void DerivedBatch::make(const Change& change, TransactionState& state) {
  const std::string_view key = key_of(change);
  switch (change.kind) {
    case Kind::put:
      return state.data.put(key, value_of(change));
    case Kind::erase:
      state.data.erase(key);
      return;
    case Kind::erase_row: {
      const std::string own = std::string(key) + kOwnEntry;
      state.data.erase(key);
      OrderedCursor cursor(state.data, &state.visited.entries);
      bool found = cursor.seek(own);
      while (found && cursor.key().starts_with(own)) found = cursor.erase_and_next();
      return;
    }
  }
}

void DerivedBatch::put_all(TransactionState& state) {
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
    if (!is_overwritten) make(change, state);
  }
}

void DerivedBatch::put_into(TransactionState& state) {
  if (changes_.empty()) return;
  const auto clear = [this] {
    bytes_.clear();
    changes_.clear();
  };
  try {
    put_all(state);
  } catch (...) {
    clear();
    throw;
  }
  clear();
}

}  // namespace cellar
