// Writes of a transaction that are not in its maps yet: gathered as they come, put there in the order of
// their keys.
//
// In:      mutations.
// Out:     nothing until `put_into`, which brings all of them into the maps of a transaction.
// Refused: by `put_into`, what the file refuses; then half of the writes may be there, and the transaction
//          must not be committed.
//
// Neighbours in the file share pages, so sorted writes touch each page once. The order among the writes of a
// transaction may change because merging does not depend on it. A row of simple cells is packed at once, the
// way it will lie in the file where nothing is stored yet.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/format/row_format.h"
#include "storage/format/table_layout.h"

namespace cellar {

struct TransactionState;

/// Cache-line size in bytes. Data written by different threads is kept on different lines.
inline constexpr std::size_t kCacheLine = 64;

/// One is filled while another one is put, by another thread.
class alignas(kCacheLine) WriteBuffer {
 public:
  /// `second` is when what it deletes was deleted, by the clock.
  void add(const LayoutPointer& layout, Mutation mutation, Seconds second);
  /// False if the row cannot be packed as it is (a large cell, or many): then nothing is added.
  bool add(const LayoutPointer& layout, const SimpleRow& row, Seconds second);
  /// It is empty afterwards, also if it refuses.
  void put_into(TransactionState& state);
  bool is_empty() const { return entries_.empty(); }
  /// Neighbours are put together: it holds enough of them to be put, though more would be better.
  bool is_worth_putting() const;
  /// True if it has reached its bound of memory and must be put or handed over.
  bool is_full() const;
  std::size_t bytes() const { return bytes_.size() + mutation_bytes_; }

 private:
  /// Key and packed row lie one behind the other in `bytes_`; for another mutation only the partition's key
  /// is there.
  struct alignas(kCacheLine) Entry {
    std::uint64_t order;  // the first bytes of the key behind the table's id, the token, as a number
    const TableLayout* layout;
    std::size_t begin;
    std::uint32_t key_size;
    std::uint32_t partition_size;
    std::uint32_t row_size;
    std::uint32_t mutation;  // index into mutations_, or kPacked
    Timestamp timestamp;     // the largest of a packed row
    Seconds second;          // of the clock at the write
    bool has_ends;           // the purge queue has to hear of it
  };
  struct Place {
    std::uint64_t order;
    TableId table;
    std::uint32_t entry;
  };
  static constexpr std::uint32_t kPacked = static_cast<std::uint32_t>(-1);

  Entry& append_entry(const LayoutPointer& layout, std::size_t begin, std::size_t partition_size);
  std::string_view key_of(const Entry& entry) const { return {&bytes_[entry.begin], entry.key_size}; }
  std::string_view row_of(const Entry& entry) const {
    return {bytes_.data() + entry.begin + entry.key_size, entry.row_size};
  }
  std::vector<Place> sorted() const;
  void fetch_ahead(const std::vector<Place>& places, std::size_t at) const;
  void put_all(TransactionState& state);
  void put(const Entry& entry, TransactionState& state);
  void merge_packed(const Entry& entry, TransactionState& state, std::optional<std::string_view> stored);
  void clear();

  std::string bytes_;
  std::size_t mutation_bytes_ = 0;  // of the cells of mutations_
  std::vector<Entry> entries_;
  std::vector<Mutation> mutations_;
  std::vector<LayoutPointer> layouts_;  // kept alive for the entries
  PackedRow row_;                       // memory that is used again
};

}  // namespace cellar
