// The locks that a process takes on a file before it looks into it.
//
// In:      the path of a file.
// Out:     its locks, with `presence` shared; the lock to open it.
// Refused: a file that another process is about to replace, or opens for a long time; a lock file.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "storage/lmdb/file_locks.h"

namespace cellar {

/// Returns the path without links, absolute. A symbolic link may lead to a file that is yet to be made: its
/// lock file lies beside that file, not beside the link.
std::string path_of_database(const std::filesystem::path& path);

/// Returns true if the path leads to the file that is locked; it may have been moved since.
bool names_the_file(const std::string& path, const FileLocks& locks);

/// Shares the file's presence, so that nobody swaps it, and gives up if another process swaps it for long.
std::unique_ptr<FileLocks> open_locks(const std::string& path, bool read_only);

/// Processes open a file by turns, since a file in the making looks like no database to the next one. Those
/// that only read share the lock. `locks` must outlive it.
class OpeningLock {
 public:
  OpeningLock(FileLocks& locks, const std::string& path, bool read_only);
  ~OpeningLock() { locks_.unlock(LockRange::opening); }
  OpeningLock(const OpeningLock&) = delete;
  OpeningLock& operator=(const OpeningLock&) = delete;

 private:
  FileLocks& locks_;
};

}  // namespace cellar
