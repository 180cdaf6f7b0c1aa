// Locks between processes on bytes of a file, far behind its data.
//
// They belong to an open file description, so they end with the process however it ends, and do not
// disturb LMDB's own. In: a path and what to lock. Out: whether it was free.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <string>

namespace cellar {

/// `lock_file` is held on the lock file of a database, the others on the database itself. A writer that
/// waits for another process shares `waiting`.
enum class LockRange { writer, presence, opening, waiting, lock_file };
enum class LockMode { shared, exclusive };

class FileLocks {
 public:
  /// Opens the file, and creates it if it may be written. Refuses what cannot be opened.
  FileLocks(const std::string& path, bool read_only);
  /// Owns the descriptor of a file that is open.
  FileLocks(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}
  ~FileLocks();
  FileLocks(const FileLocks&) = delete;
  FileLocks& operator=(const FileLocks&) = delete;

  /// False if another process is in the way. A lock may be turned into another.
  bool try_lock(LockRange range, LockMode mode);
  /// Frees a lock. If the system fails to, the lock ends with the descriptor; so a destructor may call it.
  void unlock(LockRange range) noexcept;
  /// False if anybody else holds a lock of the range.
  bool is_free(LockRange range) const;
  /// Shares a lock of its own for each number. False if anybody else holds that of another one.
  bool try_share_number(std::uint64_t number);
  void unlock_numbers() noexcept;
  struct stat status() const;
  int descriptor() const { return descriptor_; }

 private:
  std::string path_;
  int descriptor_ = -1;
};

}  // namespace cellar
