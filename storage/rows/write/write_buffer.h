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
//
// A bulk load gathers so much that new rows fill their pages in order, once. Its buffer has parts, each for a range of
// tokens, so that a part is sorted and put within the processor's caches.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/format/keys.h"
#include "storage/format/row_format.h"
#include "storage/format/table_layout.h"
#include "storage/rows/maps.h"

namespace cellar {

enum class BufferSize {
  usual,  // a few megabytes
  bulk,   // bulk_memory()
};

/// Returns the memory, in bytes, that a bulk load may take for writes before they are put, and for the pages that it
/// has changed: a sixteenth of what the system grants the process, at most 256 MiB. The next transaction may gather as
/// much while this one is committed.
std::size_t bulk_memory();

/// One buffer is filled while another thread puts another one.
class alignas(kCacheLine) WriteBuffer {
 public:
  explicit WriteBuffer(BufferSize size);
  /// `second` is the local deletion time of what the mutation deletes.
  void add(const LayoutPointer& layout, Mutation mutation, Seconds second);
  /// Returns false and adds nothing if the row cannot be packed as it is (a large cell, or many).
  bool add(const LayoutPointer& layout, const SimpleRow& row, Seconds second);
  /// The buffer is empty afterwards, even if it throws.
  void put_into(Maps& maps);
  bool is_empty() const { return count_ == 0; }
  /// Returns the key of the write that was added last. Requires !is_empty().
  KeyInPartition last_key() const {
    const Entry& entry = last_->entries.back();
    return {last_->key_of(entry), entry.partition_size};
  }
  /// Returns true if it holds enough writes to be put; with more of them, more would share a page.
  bool is_worth_putting() const;
  /// Returns true if it has reached its limit of memory and must be put or handed over.
  bool is_full() const;
  /// Returns the size of the keys and values.
  std::size_t bytes() const { return bytes_; }
  /// As above, with what the buffer needs to sort them.
  std::size_t memory() const { return bytes_ + count_ * sizeof(Entry); }

 private:
  /// `Part::bytes` holds the key followed by the packed row; for another mutation, its key or the partition's
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

  /// The writes of a range of tokens.
  struct Part {
    std::string bytes;
    std::vector<Entry> entries;

    std::string_view key_of(const Entry& entry) const { return {&bytes[entry.begin], entry.key_size}; }
    std::string_view row_of(const Entry& entry) const {
      return {bytes.data() + entry.begin + entry.key_size, entry.row_size};
    }
    std::vector<Place> sorted() const;
    void fetch_ahead(const std::vector<Place>& places, std::size_t at) const;
  };

  Part& part_of_key();
  Entry& append_entry(Part& part, const LayoutPointer& layout, std::size_t begin, std::size_t partition_size);
  void put_all(Maps& maps);
  void put(const Part& part, const Entry& entry, Maps& maps);
  void merge_packed(const Part& part, const Entry& entry, Maps& maps, std::optional<std::string_view> stored);
  void show(const Part& part, const Entry& entry, Maps& maps);
  void clear();

  const BufferSize size_;
  const std::size_t limit_;  // of memory(); only of a bulk load
  std::vector<Part> parts_;  // by the highest bits of the token
  Part* last_ = nullptr;     // to which was added last
  std::size_t count_ = 0;    // of entries
  std::size_t bytes_ = 0;    // in all parts and mutations
  std::vector<Mutation> mutations_;
  std::vector<LayoutPointer> layouts_;  // owned, since the entries point to them
  PackedRow row_;                       // memory that is reused
  std::string key_;                     // memory that is reused
};

}  // namespace cellar
