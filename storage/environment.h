// An open file: its map, its databases, who may write.
//
// In:      a path.
// Out:     an environment that all stores of a process share.
// Refused: what storage/store.h says of files.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "storage/lmdb/fault_report.h"
#include "storage/lmdb/file_check.h"
#include "storage/lmdb/file_locks.h"
#include "storage/lmdb/lmdb.h"
#include "storage/lmdb/path_check.h"
#include "storage/store.h"
#include "storage/table_stats.h"

namespace cellar {

struct Databases {
  MDB_dbi data = 0;
  MDB_dbi purge = 0;
  MDB_dbi schema = 0;
  MDB_dbi meta = 0;
};

inline constexpr unsigned kMostDatabases = 8;

inline constexpr std::size_t kLayoutsBeforeSweep = 1'000;

struct TransactionState;
class WriterLock;

/// The writers that wait, and whether this process stands back for another one.
struct WriterLine {
  std::deque<const WriterLock*> waiting;  // of this process, the first one is next
  unsigned announced = 0;                 // of these, those that other processes know of
  /// When this process took the lock for the first time since it stood back last.
  std::optional<std::chrono::steady_clock::time_point> writes_since;
  /// Another process that waits is let in until then.
  std::optional<std::chrono::steady_clock::time_point> stands_back_until;
};

struct Environment {
  Environment();
  ~Environment();
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

  std::filesystem::path file;
  std::string path;
  StoreOptions options;
  bool is_temporary = false;
  bool is_registered = false;     // others in this process find it
  bool has_no_lock_file = false;  // read only, in a folder or a file system that takes no writes
  std::unique_ptr<FileLocks> locks;
  std::unique_ptr<FileLocks> lock_file;  // outlives the map (storage/lmdb/lock_file.h)
  std::optional<FaultWatch> fault_watch;
  std::unique_ptr<PathCheck> path_check;  // of a large file that is written
  EnvironmentPointer map;
  std::size_t page_size = 0;
  Databases databases;

  std::mutex mutex;  // guards what follows
  std::condition_variable changed;
  bool has_writer = false;
  WriterLine line;
  bool was_checked_to_write = false;  // by check_before_first_write()
  bool is_swapping = false;           // compact() puts another file in place
  unsigned transactions = 0;
  std::vector<std::unique_ptr<TransactionState>> idle_readers;  // readers that wait for their next use

  std::mutex snapshot_cache_mutex;  // guards what follows
  SnapshotCache snapshot_cache;
  std::unordered_map<const Table*, LayoutPointer>
      layouts;  // each owns its table, so no address is used again
  std::size_t layouts_before_sweep = kLayoutsBeforeSweep;

  // Pages of `data`, when a writer looked last.
  std::atomic<std::size_t> entry_pages{0};
  std::atomic<std::size_t> branch_pages{0};

  void note_pages(const PageCounts& pages) {
    entry_pages = pages.entries;
    branch_pages = pages.branches;
  }

  Timestamp clock() const { return options.clock(); }

  /// The thread that writes calls it between two transactions of LMDB: makes commits durable if a store has
  /// asked for it meanwhile, and clears readers of killed processes if the file has grown.
  void prepare_to_write();

  std::atomic<bool> must_begin_to_sync{false};

 private:
  std::atomic<std::size_t> pages_at_reader_check_{0};
};

/// Opens the file of the path, or finds it open.
std::shared_ptr<Environment> open_environment(const std::string& path, const StoreOptions& options);
std::shared_ptr<Environment> open_temporary_environment(const StoreOptions& options);

/// Maps the file that `locks` holds. Creates the databases if it is empty.
void open_map(Environment& environment);

/// Makes the map larger if another process has made the file larger. Waits, with environment.mutex locked,
/// for the transactions of this process to end, and refuses if they do not.
void fit_map(Environment& environment, std::unique_lock<std::mutex>& lock);

/// For a reader without a lock file, of which LMDB does not know: waits until nobody writes, and keeps
/// writers waiting from then on. Refuses if a writer does not end. Gives way to a writer that waits already,
/// also where other reads of this process are under way. Called with environment.mutex locked.
void lock_out_writers(Environment& environment, std::unique_lock<std::mutex>& lock);
/// Checks the pages of a small file, or arranges for those of a large one to be checked as they are written
/// (storage/lmdb/file_check.h). Does so once. To be called with the lock to write held.
void check_before_first_write(Environment& environment);

/// Puts another file in the place of the environment's, during a SwapLock. A rename is durable with its
/// folder.
void swap_file(const std::shared_ptr<Environment>& environment, const std::string& with);

}  // namespace cellar
