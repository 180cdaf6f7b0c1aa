// LMDB behind RAII: environments, transactions, cursors.
//
// In:      bytes of at most 511 as keys. Out: views into the map, valid until the transaction's next
//          write or its end.
// Refused: every code that LMDB or the system reports, in our own words with the file's path.
#pragma once

#include <lmdb.h>

#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/lmdb/page.h"

namespace cellar {

struct EnvironmentCloser {
  void operator()(MDB_env* environment) const { mdb_env_close(environment); }
};
using EnvironmentPointer = std::unique_ptr<MDB_env, EnvironmentCloser>;

/// Ends in a Refusal that says what a code of LMDB or errno means for the file.
[[noreturn]] void refuse_code(int code, const std::string& path);

class LmdbCursor;
class LmdbTransaction;

/// Path of the file that LMDB is at work with in this thread; null if it is not.
const std::string* path_in_lmdb();

class PathCheck;
/// From now on transactions that write ask it about each key.
void set_path_check(MDB_env* environment, PathCheck* check);

/// Lets LMDB's assertions, which only damage can fail, end as a refusal in the place of an abort.
void refuse_failed_assertions(MDB_env* environment);

/// Another process has made the file larger than this one has mapped. The transaction has not begun.
struct MapOutgrown {};

/// Counts the entries that a read visits, and asks once in a while whether it should end.
struct ReadMeter {
  static constexpr std::uint64_t kEntriesBetweenAsks = 1'000;

  std::uint64_t* entries = nullptr;
  const std::function<bool()>* interrupted = nullptr;  // null: nobody is asked
  std::uint64_t asked_at = 0;

  void count() {
    ++*entries;
    if (interrupted != nullptr && *entries - asked_at >= kEntriesBetweenAsks) ask();
  }

 private:
  /// Refuses (`interrupted`) if the answer is yes.
  void ask();
};

struct PageCounts {
  std::size_t entries = 0;   // pages that hold entries
  std::size_t branches = 0;  // pages that lead to them
};

/// Aborted when destroyed. Cursors that are left are closed with it.
class LmdbTransaction {
 public:
  /// `path` must outlive it.
  LmdbTransaction(MDB_env* environment, bool read_only, const std::string& path);
  /// Nothing but `begin` may be called at first.
  explicit LmdbTransaction(const std::string& path) : path_(path) {}
  ~LmdbTransaction();
  LmdbTransaction(const LmdbTransaction&) = delete;
  LmdbTransaction& operator=(const LmdbTransaction&) = delete;

  /// The thread that begins one to write must end it. Throws MapOutgrown, as renew() does.
  void begin(MDB_env* environment, bool read_only);
  bool has_begun() const { return transaction_ != nullptr; }
  const std::string& path() const { return path_; }
  MDB_dbi open_database(const char* name, bool create);
  /// Nothing if there is none of this name.
  std::optional<MDB_dbi> find_database(const char* name);
  /// The one whose keys are the names of the others.
  MDB_dbi main_database();
  std::optional<std::string_view> get(MDB_dbi database, std::string_view key);
  void put(MDB_dbi database, std::string_view key, std::string_view value);
  /// Puts where there is nothing; otherwise leaves all as it is and returns what is there.
  std::optional<std::string_view> insert(MDB_dbi database, std::string_view key, std::string_view value);
  /// The key is greater than all there are.
  void append(MDB_dbi database, std::string_view key, std::string_view value);
  bool erase(MDB_dbi database, std::string_view key);
  /// Returns the transaction's number; for a reader, that of the transaction which wrote its snapshot.
  std::size_t id() const { return mdb_txn_id(transaction_); }
  PageCounts pages(MDB_dbi database);
  /// Nothing of the transaction has happened if it refuses.
  void commit();
  void abort();
  /// rest() lets a read transaction give up its snapshot, renew() lets it take the newest one.
  void rest();
  void renew();
  /// True once a call has failed. Later failures are reported as the first one.
  bool has_failed() const { return first_error_ != 0; }
  /// Refuses what failed first, if anything has.
  void refuse_failure() const {
    if (first_error_ != 0) refuse_code(first_error_, path_);
  }

 private:
  friend class LmdbCursor;
  friend class LmdbCall;
  friend const std::string* path_in_lmdb();
  friend void refuse_failed_assertion(MDB_env* environment, const char* text);
  /// Refuses if `code` is an error; remembers the first one, which explains all later.
  void check(int code);
  /// Refuses what leads out of its page in the map, which only damage does.
  void check_bounds(const MDB_val& bytes) {
    if ((reinterpret_cast<std::uintptr_t>(bytes.mv_data) & (page_size_ - 1)) + bytes.mv_size > page_size_) {
      check_large_value(bytes);
    }
  }
  void check_large_value(const MDB_val& bytes);
  bool has_bounds() const { return page_size_ != kNoBounds; }
  /// Refuse a write whose pages are damaged.
  void check_put(MDB_dbi database, std::string_view key) {
    if (path_check_ != nullptr) check_path(database, key, false);
  }
  void check_erase(MDB_dbi database, std::string_view key) {
    if (path_check_ != nullptr) check_path(database, key, true);
  }
  void check_path(MDB_dbi database, std::string_view key, bool erases);
  void close_cursors();

  static constexpr std::size_t kNoBounds = std::size_t{1} << 63;

  MDB_txn* transaction_ = nullptr;
  const std::string& path_;
  int first_error_ = 0;
  PathCheck* path_check_ = nullptr;
  std::size_t page_size_ = kNoBounds;  // of a snapshot; kNoBounds if pages have no bounds to check
  std::vector<LmdbCursor*> cursors_;
};

/// Walks one database. `visited` counts the keys that it stood on; a meter may end the walk, too.
///
/// Within a leaf page of a snapshot it reads the entries by itself, since a call of LMDB for each costs
/// several times as much. Meanwhile LMDB's cursor stays on the entry by which the page was entered. In a
/// longer walk forwards it is ahead instead, on the first entry behind the page, so that the next page is
/// prefetched while this one is read.
class LmdbCursor {
 public:
  LmdbCursor(LmdbTransaction& transaction, MDB_dbi database, std::uint64_t* visited);
  LmdbCursor(LmdbTransaction& transaction, MDB_dbi database, ReadMeter* meter);
  ~LmdbCursor();
  LmdbCursor(const LmdbCursor&) = delete;
  LmdbCursor& operator=(const LmdbCursor&) = delete;

  /// Moves to the first key that is not less.
  bool seek(std::string_view key);
  bool next() { return index_ + 1 < leaf_size_ ? step(index_ + 1) : leave_leaf_forward(); }
  bool previous() { return index_ < leaf_size_ && index_ > 0 ? step(index_ - 1) : step_of_lmdb(MDB_PREV); }
  bool first() { return move(MDB_FIRST); }
  bool last() { return move(MDB_LAST); }
  /// Deletes where it stands and goes to the next key.
  bool erase_and_next();
  /// Do what those of LmdbTransaction do, and leave the cursor on the key.
  void put(std::string_view key, std::string_view value);
  std::optional<std::string_view> insert(std::string_view key, std::string_view value);
  /// Does what put() does, but without a search if the cursor is still on the key, where insert() has found
  /// it.
  void replace(std::string_view key, std::string_view value);

  /// To be called where a walk ends since this entry is outside of its bounds: refuses an entry that is not
  /// in order with its neighbours in the page, since only damage has put it here, and the walk is not at its
  /// end.
  void check_end_of_walk();

  std::string_view key() const { return {static_cast<const char*>(key_.mv_data), key_.mv_size}; }
  std::string_view value() const { return {static_cast<const char*>(value_.mv_data), value_.mv_size}; }

 private:
  friend class LmdbTransaction;
  bool move(MDB_cursor_op operation);
  /// Moves to an entry of the leaf that is next to the current one.
  bool step(std::size_t index) {
    const std::size_t page_size = transaction_->page_size_;
    const auto offset = leaf_number<std::uint16_t>(kPageHeaderSize + sizeof(std::uint16_t) * index);
    if (offset > page_size - kNodeHeaderSize) transaction_->check(MDB_CORRUPTED);
    const std::size_t value_size = leaf_number<std::uint32_t>(offset);
    const auto flags = leaf_number<std::uint16_t>(offset + 4);
    const std::size_t key_size = leaf_number<std::uint16_t>(offset + 6);
    const bool forward = index > index_;
    if (flags != 0) return step_of_lmdb(forward ? MDB_NEXT : MDB_PREV);
    const std::size_t key_begin = offset + kNodeHeaderSize;
    if (key_size == 0 || key_begin + key_size + value_size > page_size) transaction_->check(MDB_CORRUPTED);
    const MDB_val before = key_;
    char* const key = const_cast<char*>(leaf_) + key_begin;
    key_ = {key_size, key};
    value_ = {value_size, key + key_size};
    index_ = index;
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
  bool leave_leaf_forward();
  /// Moves by LMDB's cursor, from the entry that this one is on.
  bool step_of_lmdb(MDB_cursor_op operation);
  void go_back_to(std::string_view key);
  void accept(const MDB_val& before, bool forward);
  void enter_leaf(bool forward);
  void run_ahead();
  void check_order(const MDB_val& before, bool forward);
  void check_steps();
  std::uintptr_t page_of_key() const { return reinterpret_cast<std::uintptr_t>(key_.mv_data) / kPage; }

  static constexpr std::uintptr_t kPage = 4096;
  static constexpr std::uint64_t kStepsInOrder = 256;
  static constexpr std::uint64_t kStepsWithoutQuestion = std::uint64_t{1} << 20;

  LmdbTransaction* transaction_;
  std::uint64_t steps_ = 0;  // since the last search
  std::uint64_t most_steps_ = kStepsWithoutQuestion;
  MDB_cursor* cursor_ = nullptr;
  ReadMeter own_meter_;  // of a cursor that only counts
  ReadMeter* meter_;
  MDB_val key_{};
  MDB_val value_{};
  const char* leaf_ = nullptr;    // the page whose entries it reads by itself
  std::size_t leaf_size_ = 0;     // entries in it; 0: no such page, LMDB's cursor is where this one is
  std::size_t index_ = 0;         // of the entry in the leaf
  std::optional<bool> is_ahead_;  // set once LMDB's cursor has left the leaf; false: nothing is behind it
  MDB_val ahead_key_{};
  MDB_val ahead_value_{};
  std::size_t pages_entered_ = 0;  // since the last search
};

}  // namespace cellar
