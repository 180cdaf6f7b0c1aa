// An open file: its map, its databases, and the order in which writers take turns.
//
// In:      a path.
// Out:     an environment that all stores of a process share.
// Refused: what storage/store.h says of files.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "storage/format/table_layout.h"
#include "storage/format/table_stats.h"
#include "storage/map/before_images.h"
#include "storage/map/databases.h"
#include "storage/map/file_check.h"
#include "storage/map/lmdb.h"
#include "storage/map/path_check.h"
#include "storage/purge/deriving_tables.h"
#include "storage/system/fault_signals.h"
#include "storage/system/file_locks.h"
#include "storage/transaction/store_options.h"

namespace cellar {

inline constexpr std::size_t kLayoutsBeforeSweep = 1'000;
inline constexpr std::size_t kMostIdleReaders = 16;

struct TransactionState;
class WriterLock;

/// Values that the readers of one snapshot need again and again.
struct SnapshotCache {
  std::size_t snapshot = 0;  // LMDB's id of the transaction that wrote the snapshot
  std::optional<std::uint64_t> schema_version;
  std::unordered_map<TableId, TableStats> stats;

  /// Clears the cache if it belongs to another snapshot.
  void enter(std::size_t id) {
    if (id == snapshot) return;
    snapshot = id;
    schema_version.reset();
    stats.clear();
  }
};

/// The writers of this process that wait, and whether this process lets another one write first.
struct WriterLine {
  std::deque<const WriterLock*> waiting;  // writers of this process, the next one first
  unsigned announced = 0;                 // how many of them, or readers, are announced to other processes
  /// When this process first took the lock after it last stood back.
  std::optional<std::chrono::steady_clock::time_point> writes_since;
  /// Until then this process lets a waiting process write first.
  std::optional<std::chrono::steady_clock::time_point> stands_back_until;
  std::size_t written_before = 0;  // the file's last transaction when this process began to stand back
  /// How often in a row it stood back and no other process has written.
  unsigned untaken_turns = 0;
};

struct Environment {
  Environment();
  ~Environment();
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

  std::string path;
  StoreOptions options;
  bool is_temporary = false;
  bool is_registered = false;  // open_environment() finds it, by these two
  FileIdentity identity;
  std::optional<FileIdentity> lock_file_identity;
  bool has_no_lock_file = false;  // read only, in a folder or file system that cannot be written
  std::unique_ptr<FileLocks> locks;
  std::unique_ptr<FileLocks> lock_file;  // must outlive the map (storage/map/lock_file.h)
  std::optional<FaultWatch> fault_watch;
  bool was_checked_to_write = false;            // since it was opened, by check_before_first_write()
  std::unique_ptr<PathCheck> path_check;        // for a large file that is opened to write
  std::unique_ptr<BeforeImages> before_images;  // once a baseline was marked
  WriteHooks write_hooks;                       // those of them that are there
  EnvironmentPointer map;
  std::size_t page_size = 0;
  Databases databases;

  std::mutex mutex;  // guards the members below
  std::condition_variable changed;
  bool has_writer = false;
  WriterLine line;
  bool is_compacting = false;  // somebody holds the CompactTurn
  bool is_swapping = false;    // compact() is replacing the file, or waits for transactions to end
  unsigned transactions = 0;
  std::vector<std::unique_ptr<TransactionState>> idle_readers;  // kept for the next read transactions

  std::mutex snapshot_cache_mutex;  // guards the members below
  SnapshotCache snapshot_cache;
  /// Each layout owns its table, so a key's address is not reused.
  std::unordered_map<const Table*, LayoutPointer> layouts;
  std::size_t layouts_before_sweep = kLayoutsBeforeSweep;

  // Page counts of `data` when a writer last looked.
  std::atomic<std::size_t> entry_pages{0};
  std::atomic<std::size_t> branch_pages{0};

  void note_pages(const PageCounts& pages) {
    entry_pages = pages.entries;
    branch_pages = pages.branches;
  }

  // What the purge knows of the schema (storage/purge/deriving_tables.h); for the holder of the lock to write.
  std::shared_ptr<DerivingTables> deriving_tables;
  std::uint64_t schema_of_deriving_tables = 0;  // its version

  /// Whether the last write transaction has read partitions or rows: the next one probably does, too.
  std::atomic<bool> last_writer_read_partitions{false};  // or rows
  std::atomic<bool> last_writer_read_rows{false};        // by their whole keys

  Timestamp clock() const { return options.clock(); }

  /// To be called when one of the objects that want to know of writes has come or gone.
  void set_write_hooks();

  /// Called by the writing thread between two LMDB transactions. Starts to sync commits if a store has asked
  /// for it, and clears readers of killed processes if the file has grown.
  void prepare_to_write();

  /// To be called when a write transaction has failed, while it still counts as open. After some failures LMDB refuses
  /// all that is asked of the map from then on.
  void note_failure();

  /// The map is to be opened anew once no transaction is under way.
  std::atomic<bool> is_broken{false};
  std::atomic<bool> must_begin_to_sync{false};
  /// The id of the node is known to be in the file, so that no commit has to look.
  std::atomic<bool> has_host_id{false};
  /// Snapshots may stay open so many times before the table of readers is counted again.
  std::atomic<int> open_before_count{0};

 private:
  std::atomic<std::size_t> pages_at_reader_check_{0};
};

/// Opens the file at `path`, or shares the environment that already has it open.
std::shared_ptr<Environment> open_environment(const std::string& path, const StoreOptions& options);
std::shared_ptr<Environment> open_temporary_environment(const StoreOptions& options);

/// Maps the file that `environment.locks` holds. Creates the databases if the file is empty. If it refuses, the
/// environment has no map.
void open_map(Environment& environment);

/// Closes the map, if there is one, and opens the file anew. No transaction is under way, and none begins.
void reopen_map(Environment& environment);

/// Checks all pages of a small file, or arranges for the pages of a large one to be checked before they are
/// changed (storage/map/file_check.h). Does so once each time that the file was opened. The caller holds the lock to
/// write, and counts as a transaction, so that nobody opens the file anew.
void check_before_first_write(Environment& environment);
/// Refuses (E505) if the file has lost its name since it was opened: what is written would be gone with the last process
/// that has it open.
void refuse_if_removed(const Environment& environment);

/// Replaces the environment's file by `with`, during a SwapLock. The rename is durable on return.
void swap_file(const std::shared_ptr<Environment>& environment, const std::string& with);

}  // namespace cellar
