// Locks between processes on bytes of the database file, far behind its data.
//
// They belong to an open file description, so they end with the process however it ends, and do not
// disturb LMDB's own. In: a path and what to lock. Out: whether it was free.
#pragma once

#include <sys/stat.h>

#include <string>

namespace cellar {

enum class LockRange { writer, presence, opening };
enum class LockMode { shared, exclusive, none };

class FileLocks {
 public:
  /// Opens the file, and creates it if it may be written. Refuses what cannot be opened.
  FileLocks(const std::string& path, bool read_only);
  ~FileLocks();
  FileLocks(const FileLocks&) = delete;
  FileLocks& operator=(const FileLocks&) = delete;

  /// False if another process is in the way. A lock may be turned into another; `none` frees it.
  bool try_lock(LockRange range, LockMode mode);
  struct stat status() const;
  int descriptor() const { return descriptor_; }

 private:
  std::string path_;
  int descriptor_ = -1;
};

}  // namespace cellar
