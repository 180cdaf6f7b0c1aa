// An open file: its map, its databases, whose turn it is to write.
//
// In:      a path. Out: an environment that all stores of a process share.
// Refused: what storage/store.h says of files.
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "storage/facts.h"
#include "storage/file_check.h"
#include "storage/file_locks.h"
#include "storage/lmdb.h"
#include "storage/store.h"

namespace cellar {

struct Databases {
  MDB_dbi data = 0;
  MDB_dbi purge = 0;
  MDB_dbi schema = 0;
  MDB_dbi meta = 0;
};

inline constexpr unsigned kMostDatabases = 8;

/// Their names in the file.
inline std::array<std::pair<const char*, MDB_dbi>, 4> named(const Databases& databases) {
  return {{{"meta", databases.meta},
           {"data", databases.data},
           {"purge", databases.purge},
           {"schema", databases.schema}}};
}

inline constexpr std::size_t kLayoutsBeforeSweep = 1'000;

struct TransactionState;

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
  bool has_no_lock_file = false;  // read only, in a folder that is not ours
  std::unique_ptr<FileLocks> locks;
  EnvironmentPointer map;
  Databases databases;

  std::mutex mutex;  // guards what follows
  std::condition_variable changed;
  bool has_writer = false;
  bool is_swapping = false;  // compact() puts another file in place
  unsigned transactions = 0;
  std::vector<std::unique_ptr<TransactionState>> resting;  // readers that wait for their next use

  std::mutex memory_mutex;  // guards what follows
  SnapshotMemory memory;
  std::unordered_map<const Table*, LayoutPointer>
      layouts;  // which keep the tables, so that addresses stay their own
  std::size_t layouts_before_sweep = kLayoutsBeforeSweep;

  // Of the data, when a writer looked last.
  std::atomic<std::size_t> entry_pages{0};
  std::atomic<std::size_t> branch_pages{0};

  void note_pages(const PageCounts& pages) {
    entry_pages = pages.entries;
    branch_pages = pages.branches;
  }

  Timestamp clock() const { return options.clock(); }
};

/// Opens the file of the path, or finds it open.
std::shared_ptr<Environment> open_environment(const std::string& path, const StoreOptions& options);
std::shared_ptr<Environment> open_temporary_environment(const StoreOptions& options);

/// Maps the file that `locks` holds. Creates the databases if it is empty.
void open_map(Environment& environment);

/// Locks the file's presence, so that nobody swaps it, and gives up if another process does so for long.
std::unique_ptr<FileLocks> open_locks(const std::string& path, bool read_only);

/// Puts another file in the place of the environment's, during a SwapTurn.
void swap_file(const std::shared_ptr<Environment>& environment, const std::string& with);

}  // namespace cellar
