// Locks between processes on bytes of a file, far beyond its data.
//
// In:      a path and what to lock.
// Out:     whether it was free.
// Refused: a file that cannot be opened.
//
// The locks belong to an open file description, so they end with the process however it ends, and do not
// disturb LMDB's own.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "storage/system/files.h"

namespace cellar {

/// `lock_file` is locked on the lock file of a database, the others on the database itself. A writer that
/// waits for another process shares `waiting`, and so does a reader that waits to share `writer`.
enum class LockRange { writer, presence, opening, waiting, lock_file };
enum class LockMode { shared, exclusive };

class FileLocks {
 public:
  /// Opens the file; creates it if it is to be written. Refuses a file that cannot be opened.
  FileLocks(const std::string& path, bool read_only);
  /// Takes ownership of the descriptor of an open file.
  FileLocks(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}
  ~FileLocks();
  FileLocks(const FileLocks&) = delete;
  FileLocks& operator=(const FileLocks&) = delete;

  /// Returns false if another process holds a conflicting lock. A lock held already is converted to `mode`.
  bool try_lock(LockRange range, LockMode mode);
  /// Releases a lock. If the system call fails, the lock ends with the descriptor; so a destructor may call
  /// this.
  void unlock(LockRange range) noexcept;
  /// Returns false if another process holds a lock of the range.
  bool is_free(LockRange range) const;
  /// Returns false if another process holds a lock of the range exclusively.
  bool can_share(LockRange range) const;
  /// Shares the lock of `number`. Returns false if another process holds that of another number.
  bool try_share_number(std::uint64_t number);
  void unlock_numbers() noexcept;
  FileStatus status() const;
  int descriptor() const { return descriptor_; }
  /// The file has another name from now on.
  void rename(std::string path) { path_ = std::move(path); }

 private:
  bool could_lock(LockRange range, short type) const;

  std::string path_;
  int descriptor_ = -1;
};

}  // namespace cellar
