// The file beside a database in which LMDB keeps its table of readers, named after the database with "-lock".
//
// In:      the path of a database, and its locks.
// Out:     its open lock file.
// Refused: a name that a file of another kind has, which would be overwritten; a database that another
//          process has open under another name, and so with another lock file.
#pragma once

#include <memory>
#include <string>

#include "storage/system/file_locks.h"

namespace cellar {

inline constexpr unsigned kReaders = 1022;

/// LMDB holds locks of the whole process on the file, which end when any descriptor of it is closed: `file`
/// must outlive LMDB's environment.
struct OpenedLockFile {
  std::unique_ptr<FileLocks> file;  // null if it cannot be written and is not needed to read
  bool is_new = false;              // this call has created it
};

/// Opens the lock file, or creates it. The caller holds the lock to open the database
/// (storage/map/opening.h) among `database`, its locks. A call that refuses removes the file that it has
/// created, with two exceptions: if the database was opened only to read, other readers may have opened the
/// file meanwhile; and if another process has opened the file as a database, it belongs to that process.
OpenedLockFile open_lock_file(const std::string& path, bool read_only, FileLocks& database);

std::string lock_file_name(const std::string& path);

}  // namespace cellar
