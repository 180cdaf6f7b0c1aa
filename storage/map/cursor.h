// A cursor over the keys of one database of LMDB, in both directions.
//
// In:      keys to search for, steps.
// Out:     keys and values, as views into the map.
// Refused: entries that lie outside of their page or are not in order (`file_damaged`); an interrupt.
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <string_view>

#include "storage/map/lmdb.h"
#include "storage/map/page.h"

namespace cellar {

/// Counts the entries that a read visits, and asks from time to time whether the read should end.
struct ReadMeter {
  static constexpr std::uint64_t kEntriesBetweenAsks = 1'000;

  explicit ReadMeter(std::uint64_t* counter) : entries_(counter) {}

  /// From now on `interrupted` is asked; it must outlive the reads. Null: nobody is asked.
  void ask_while_reading(const std::function<bool()>* interrupted) {
    interrupted_ = interrupted;
    ask_at_ = interrupted != nullptr ? asked_at_ + kEntriesBetweenAsks : kNever;
  }
  void count(std::uint64_t entries = 1) {
    if ((*entries_ += entries) >= ask_at_) ask();
  }
  /// Counts a step that may visit no entry: to a partition or slice that does not exist.
  void count_step() { count_steps(1); }
  /// Counts a value that takes as long as many entries to read.
  void count_large_value(std::size_t bytes) { count_steps(bytes / kBytesOfStep); }

 private:
  static constexpr std::uint64_t kNever = UINT64_MAX;
  static constexpr std::size_t kBytesOfStep = 256;

  void count_steps(std::uint64_t steps) {
    if ((steps_ += steps) >= kEntriesBetweenAsks) ask();
  }
  /// Refuses (`interrupted`) if the answer is yes.
  void ask();

  std::uint64_t* entries_;
  const std::function<bool()>* interrupted_ = nullptr;
  std::uint64_t asked_at_ = 0;
  std::uint64_t ask_at_ = kNever;
  std::uint64_t steps_ = 0;  // since the last question
};

/// Reads the entries of one database in order. `visited` counts the entries that it has been on; a meter may
/// also end the read.
///
/// Within a leaf page of a snapshot it reads the entries by itself, since a call of LMDB for each costs
/// several times as much. Meanwhile LMDB's cursor stays on the entry by which the page was entered. In a
/// longer walk forwards LMDB's cursor is ahead instead, on the first entry after the page, so that the next
/// page is prefetched while this one is read.
class LmdbCursor {
 public:
  LmdbCursor(LmdbTransaction& transaction, MDB_dbi database, std::uint64_t* visited);
  LmdbCursor(LmdbTransaction& transaction, MDB_dbi database, ReadMeter* meter);
  ~LmdbCursor();
  LmdbCursor(const LmdbCursor&) = delete;
  LmdbCursor& operator=(const LmdbCursor&) = delete;

  /// Moves to the first key that is not less. Returns false if there is none.
  bool seek(std::string_view key);
  bool next() { return index_ + 1 < leaf_size_ ? step(index_ + 1) : leave_leaf_forward(); }
  bool previous() { return index_ < leaf_size_ && index_ > 0 ? step(index_ - 1) : step_of_lmdb(MDB_PREV); }
  /// Moves over the following entries of the leaf for which `passes(key, value)` is true; the cursor is then on the
  /// last of them. Returns how many there were; may return 0 although more would pass. Stops before a damaged entry,
  /// which next() refuses. If `passes` throws, the cursor has not moved.
  template <typename Passes>
  std::size_t pass(Passes passes) {
    if (steps_ < kStepsInOrder) return 0;
    std::size_t end = index_ + 1;
    std::optional<Entry> last;
    for (; end < leaf_size_; ++end) {
      const std::optional<Entry> entry = sound_entry(end);
      if (!entry || !passes(view_of(entry->key), view_of(entry->value))) break;
      last = entry;
      prefetch_ahead();
    }
    if (!last) return 0;
    const std::size_t passed = end - 1 - index_;
    key_ = last->key;
    value_ = last->value;
    index_ = end - 1;
    steps_ += passed;
    meter_->count(passed);
    return passed;
  }
  /// Returns the last key of the leaf, if the leaf is read without LMDB and the key is not damaged; otherwise an empty
  /// view.
  std::string_view last_key_of_leaf() const {
    if (leaf_size_ == 0) return {};
    const std::optional<Entry> last = sound_entry(leaf_size_ - 1);
    return last ? view_of(last->key) : std::string_view();
  }
  bool first() { return move(MDB_FIRST); }
  bool last() { return move(MDB_LAST); }
  /// Erases the current entry and moves to the next key. Returns false if there is none.
  bool erase_and_next();
  /// put() and insert() work as those of LmdbTransaction, and leave the cursor on the key.
  void put(std::string_view key, std::string_view value);
  std::optional<std::string_view> insert(std::string_view key, std::string_view value);
  /// Works as put(), but without a search if the cursor is still on the key, where insert() has found it.
  void replace(std::string_view key, std::string_view value);

  /// Refuses an entry that is not in order with its neighbours in the page. To be called after a search, and
  /// when a read ends because this entry is outside of its bounds: if damage has changed a key, a search may
  /// end at a wrong entry beside it, and a read would end too early. Checks pages of snapshots only.
  void check_neighbours();

  std::string_view key() const { return view_of(key_); }
  std::string_view value() const { return view_of(value_); }

 private:
  friend class LmdbTransaction;
  bool move(MDB_cursor_op operation);
  struct Entry {
    MDB_val key, value;
  };
  /// Returns an entry of the leaf; nothing if its value is in overflow pages, or if it is damaged.
  std::optional<Entry> sound_entry(std::size_t index) const {
    bool is_damaged = false;
    return find_entry(index, is_damaged);
  }
  /// As above, but refuses damage.
  std::optional<Entry> plain_entry(std::size_t index) const {
    bool is_damaged = false;
    const std::optional<Entry> entry = find_entry(index, is_damaged);
    if (is_damaged) transaction_->check(MDB_CORRUPTED);
    return entry;
  }
  std::optional<Entry> find_entry(std::size_t index, bool& is_damaged) const {
    const auto offset = leaf_number<std::uint16_t>(kPageHeaderSize + sizeof(std::uint16_t) * index);
    is_damaged = offset > kPage - kNodeHeaderSize;
    if (is_damaged) return std::nullopt;
    const std::size_t value_size = leaf_number<std::uint32_t>(offset);
    const auto flags = leaf_number<std::uint16_t>(offset + 4);
    const std::size_t key_size = leaf_number<std::uint16_t>(offset + 6);
    if (flags != 0) return std::nullopt;
    const std::size_t key_begin = offset + kNodeHeaderSize;
    is_damaged = key_size == 0 || key_begin + key_size + value_size > kPage;
    if (is_damaged) return std::nullopt;
    char* const key = const_cast<char*>(leaf_) + key_begin;
    return Entry{{key_size, key}, {value_size, key + key_size}};
  }
  /// Moves to an adjacent entry of the leaf.
  bool step(std::size_t index) {
    const bool forward = index > index_;
    const std::optional<Entry> entry = plain_entry(index);
    if (!entry) return step_of_lmdb(forward ? MDB_NEXT : MDB_PREV);
    const MDB_val before = key_;
    key_ = entry->key;
    value_ = entry->value;
    index_ = index;
    prefetch_ahead();
    if (++steps_ < kStepsInOrder) check_order(before, forward);
    meter_->count();
    return true;
  }
  template <typename Number>
  Number leaf_number(std::size_t offset) const {
    Number number;
    std::memcpy(&number, leaf_ + offset, sizeof number);
    return number;
  }
  /// Prefetches an entry's share of the next page: the whole page at once would fill the processor's queue of
  /// misses, and wait.
  void prefetch_ahead() {
    if (ahead_line_ == ahead_end_) return;
    for (int i = 0; i < 2; ++i, ahead_line_ += kLine) __builtin_prefetch(ahead_line_);
  }
  bool leave_leaf_forward();
  /// Moves by LMDB's cursor, from the entry that this cursor is on.
  bool step_of_lmdb(MDB_cursor_op operation);
  void go_back_to(std::string_view key);
  void accept(const MDB_val& before, bool forward);
  void enter_leaf(bool forward);
  void run_ahead();
  void check_order(const MDB_val& before, bool forward);
  void check_steps();
  void check_passed_over(std::string_view target);
  void check_beside(MDB_cursor_op operation);
  bool is_first_in_page() const;
  std::size_t index_in_page() const;
  std::uintptr_t page_of_key() const { return reinterpret_cast<std::uintptr_t>(key_.mv_data) / kPage; }

  /// The place of LMDB's cursor: in the leaf, on the first entry after it, or at the end because there is none.
  enum class Ahead : std::uint8_t { no, on_entry, at_end };

  static constexpr std::uintptr_t kPage = 4096;
  static constexpr std::uintptr_t kLine = 64;
  static constexpr std::size_t kNeighbours = 2;
  static constexpr std::size_t kLargeValue = 16 * kPage;
  static constexpr std::uint64_t kStepsInOrder = 256;
  static constexpr std::uint64_t kStepsWithoutQuestion = std::uint64_t{1} << 20;

  LmdbTransaction* transaction_;
  std::uint64_t steps_ = 0;  // since the last search
  std::uint64_t most_steps_ = kStepsWithoutQuestion;
  MDB_cursor* cursor_ = nullptr;
  ReadMeter own_meter_{nullptr};  // used if the cursor only counts
  ReadMeter* meter_;
  MDB_val key_{};
  MDB_val value_{};
  const char* leaf_ = nullptr;  // the page whose entries are read without LMDB
  std::size_t leaf_size_ = 0;   // entries in it; 0: none, LMDB's cursor is where this one is
  std::size_t index_ = 0;       // of the current entry in the leaf
  Ahead ahead_ = Ahead::no;
  MDB_val ahead_key_{};
  MDB_val ahead_value_{};
  const char* ahead_line_ = nullptr;  // the rest of the next page that is not yet prefetched
  const char* ahead_end_ = nullptr;
  std::size_t pages_entered_ = 0;  // since the last search
};

}  // namespace cellar
