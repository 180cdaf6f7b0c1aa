// Buffers the writes of a transaction, and puts them into its maps in the order of their keys.
//
// In:      mutations.
// Out:     nothing until put_into(), which puts all of them into the maps of a transaction.
// Refused: by put_into(), what the file refuses; some of the writes are then in the maps, and the transaction
//          must not be committed.
//
// Writes that are adjacent in the file share pages, so sorted writes touch each page once. Writes of a
// transaction may be reordered because merging does not depend on the order. A row of simple cells is packed
// when it is added, in the form in which it is stored if the row does not exist yet.
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

/// One buffer is filled while another thread puts another one.
class alignas(kCacheLine) WriteBuffer {
 public:
  /// `second` is the local deletion time of what the mutation deletes.
  void add(const LayoutPointer& layout, Mutation mutation, Seconds second);
  /// Returns false and adds nothing if the row cannot be packed as it is (a large cell, or many).
  bool add(const LayoutPointer& layout, const SimpleRow& row, Seconds second);
  /// The buffer is empty afterwards, even if it throws.
  void put_into(TransactionState& state);
  bool is_empty() const { return entries_.empty(); }
  /// Returns the prefix of the partition to which the last write was added. Requires !is_empty().
  std::string_view last_partition() const {
    return key_of(entries_.back()).substr(0, entries_.back().partition_size);
  }
  /// Returns true if it holds enough writes to be put; with more of them, more would share a page.
  bool is_worth_putting() const;
  /// Returns true if it has reached its limit of memory and must be put or handed over.
  bool is_full() const;
  std::size_t bytes() const { return bytes_.size() + mutation_bytes_; }

 private:
  /// `bytes_` holds the key followed by the packed row; for another mutation, its key or the partition's
  /// prefix.
  struct alignas(kCacheLine) Entry {
    std::uint64_t order;  // the token as a number: the bytes of the key after the table's id
    const TableLayout* layout;
    std::size_t begin;
    std::uint32_t key_size;
    std::uint32_t partition_size;
    std::uint32_t row_size;
    std::uint32_t mutation;  // index into mutations_, or kPacked
    Timestamp timestamp;     // the largest in a packed row
    Seconds second;          // the clock at the write
    bool has_ends;           // the row has to be queued for purging
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
  void derive(const Entry& entry, TransactionState& state);
  void clear();

  std::string bytes_;
  std::size_t mutation_bytes_ = 0;  // the size of the cells in mutations_
  std::vector<Entry> entries_;
  std::vector<Mutation> mutations_;
  std::vector<LayoutPointer> layouts_;  // owned, since the entries point to them
  PackedRow row_;                       // memory that is reused
};

}  // namespace cellar
