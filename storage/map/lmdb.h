// LMDB wrapped in RAII: environments and transactions. Cursors: storage/map/cursor.h.
//
// In:      keys of at most 511 bytes, values.
// Out:     views into the map, valid until the transaction's next write or its end.
// Refused: every code that LMDB or the system reports, in our own words with the file's path.
#pragma once

#include <lmdb.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cellar {

struct EnvironmentCloser {
  void operator()(MDB_env* environment) const { mdb_env_close(environment); }
};
using EnvironmentPointer = std::unique_ptr<MDB_env, EnvironmentCloser>;

/// Throws the Refusal that says what a code of LMDB or an errno means for the file.
[[noreturn]] void refuse_code(int code, const std::string& path);

class LmdbCursor;
class LmdbTransaction;

// LMDB does not write through the key or value that it is given.
inline MDB_val value_of(std::string_view bytes) { return {bytes.size(), const_cast<char*>(bytes.data())}; }

inline std::string_view view_of(const MDB_val& value) {
  return {static_cast<const char*>(value.mv_data), value.mv_size};
}

/// Wraps each call of LMDB that reads pages: records in this thread which transaction it is for.
class LmdbCall {
 public:
  explicit LmdbCall(LmdbTransaction& transaction);
  ~LmdbCall();
  LmdbCall(const LmdbCall&) = delete;
  LmdbCall& operator=(const LmdbCall&) = delete;

 private:
  LmdbTransaction* before_;
};

/// Returns the path of the file for which this thread is in a call of LMDB; null if it is in none.
const std::string* path_in_lmdb();

class PathCheck;
class BeforeImages;
/// What write transactions tell of each key before it is written; null: nobody wants to know.
struct WriteHooks {
  PathCheck* path_check = nullptr;
  BeforeImages* before_images = nullptr;
};
/// The hooks must outlive the environment. Transactions that begin from now on have them.
void set_write_hooks(MDB_env* environment, const WriteHooks* hooks);

/// Turns failures of LMDB's assertions, which only damage can cause, into refusals instead of abort().
void refuse_failed_assertions(MDB_env* environment);

/// Thrown if another process has enlarged the file beyond this process's map. The transaction has not begun.
struct MapOutgrown {};

struct PageCounts {
  std::size_t entries = 0;   // pages that hold entries
  std::size_t branches = 0;  // pages that lead to other pages
};

/// Aborts when destroyed unless it was committed, and closes its cursors.
class LmdbTransaction {
 public:
  /// `path` must outlive it.
  LmdbTransaction(MDB_env* environment, bool read_only, const std::string& path);
  /// Only `begin` may be called first.
  explicit LmdbTransaction(const std::string& path) : path_(path) {}
  ~LmdbTransaction();
  LmdbTransaction(const LmdbTransaction&) = delete;
  LmdbTransaction& operator=(const LmdbTransaction&) = delete;

  /// A write transaction must end in the thread that begins it. Throws MapOutgrown, as renew() does.
  void begin(MDB_env* environment, bool read_only);
  bool has_begun() const { return transaction_ != nullptr; }
  const std::string& path() const { return path_; }
  MDB_dbi open_database(const char* name, bool create);
  /// Returns nothing if there is no database of this name.
  std::optional<MDB_dbi> find_database(const char* name);
  /// Returns the database whose keys are the names of the others.
  MDB_dbi main_database();
  std::optional<std::string_view> get(MDB_dbi database, std::string_view key);
  void put(MDB_dbi database, std::string_view key, std::string_view value);
  /// Puts the value if the key does not exist. Otherwise changes nothing and returns the existing value.
  std::optional<std::string_view> insert(MDB_dbi database, std::string_view key, std::string_view value);
  /// Requires a key that is greater than all existing ones.
  void append(MDB_dbi database, std::string_view key, std::string_view value);
  bool erase(MDB_dbi database, std::string_view key);
  /// Returns the transaction's number; for a reader, that of the transaction which wrote its snapshot.
  std::size_t id() const { return mdb_txn_id(transaction_); }
  PageCounts pages(MDB_dbi database);
  /// If it refuses, nothing of the transaction is stored.
  void commit();
  void abort();
  /// reset() lets a read transaction give up its snapshot, renew() lets it take the newest one.
  void reset();
  void renew();
  /// Returns true for a snapshot in whose pages of this size keys and values may be looked for without LMDB.
  bool has_pages_of(std::size_t size) const { return page_size_ == size; }
  /// Returns that of the file, which LMDB owns.
  int descriptor() const;
  [[noreturn]] void refuse_damage();
  /// Returns true once a call has failed. Later failures are reported as the first one.
  bool has_failed() const { return first_error_ != 0; }
  /// Refuses with the first failure, if there was one.
  void refuse_failure() const {
    if (first_error_ != 0) refuse_code(first_error_, path_);
  }

 private:
  friend class LmdbCursor;
  friend const std::string* path_in_lmdb();
  friend void refuse_failed_assertion(MDB_env* environment, const char* text);
  /// Refuses if `code` is an error; keeps the first one, which explains all later ones.
  void check(int code);
  /// Refuses a key or value that lies outside of its page in the map, which only damage causes.
  void check_bounds(const MDB_val& bytes) {
    if ((reinterpret_cast<std::uintptr_t>(bytes.mv_data) & (page_size_ - 1)) + bytes.mv_size > page_size_) {
      check_large_value(bytes);
    }
  }
  void check_large_value(const MDB_val& bytes);
  bool has_bounds() const { return page_size_ != kNoBounds; }
  /// Call the hooks; refuse a write that would change damaged pages.
  void before_put(MDB_dbi database, std::string_view key) {
    if (has_hooks_) call_hooks(database, key, false);
  }
  void before_erase(MDB_dbi database, std::string_view key) {
    if (has_hooks_) call_hooks(database, key, true);
  }
  void call_hooks(MDB_dbi database, std::string_view key, bool erases);
  void close_cursors();

  static constexpr std::size_t kNoBounds = std::numeric_limits<std::size_t>::max() / 2 + 1;

  MDB_txn* transaction_ = nullptr;
  const std::string& path_;
  int first_error_ = 0;
  WriteHooks hooks_;
  bool has_hooks_ = false;
  std::size_t page_size_ = kNoBounds;  // of a snapshot; kNoBounds if views need not lie within pages
  std::vector<LmdbCursor*> cursors_;
};

}  // namespace cellar
