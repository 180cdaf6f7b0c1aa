// The locks that a process takes on a file before it reads any of it.
//
// In:      the path of a file.
// Out:     its locks, with `presence` shared; the lock to open the file.
// Refused: a file that another process is replacing, or takes too long to open; a lock file.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "storage/system/file_locks.h"

namespace cellar {

/// Returns the absolute path without symbolic links. A link may lead to a file that does not exist yet: its
/// lock file is beside that file, not beside the link.
std::string path_of_database(const std::filesystem::path& path);

/// Returns true if the path leads to the locked file, which may have been moved since it was opened.
bool names_the_file(const std::string& path, const FileLocks& locks);

/// Opens the file and shares its presence, so that nobody swaps it. Refuses if a swap by another process
/// takes too long.
std::unique_ptr<FileLocks> open_locks(const std::string& path, bool read_only);

/// Held while a process opens the file: one process at a time, since a file that is being created does not
/// look like a database to the next one. Openings to read share the lock. `locks` must outlive it.
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
