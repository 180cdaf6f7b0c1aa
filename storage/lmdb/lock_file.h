// The file beside a database in which LMDB keeps its readers: the database's name and "-lock".
//
// In:      the path of a database, and its locks.
// Out:     its lock file, open.
// Refused: a place that is taken by a file of another kind, which would be overwritten; a database that
//          another process has open under another name, and so with another lock file.
#pragma once

#include <memory>
#include <string>

#include "storage/lmdb/file_locks.h"

namespace cellar {

inline constexpr unsigned kReaders = 1022;

/// LMDB holds locks of the whole process on the file, which end when any descriptor of it is closed: `file`
/// must outlive LMDB's environment.
struct OpenedLockFile {
  std::unique_ptr<FileLocks> file;  // null if it cannot be written here and is not needed to read
  bool is_new = false;              // it did not exist before
};

/// Opens the lock file, or creates it. The caller has the lock to open the database (storage/lmdb/opening.h),
/// whose locks are `database`. A call that is refused removes what it has created, with two exceptions: if it
/// was only to read, others that read may have opened the file meanwhile; and if another process has opened
/// the file as a database, it is theirs.
OpenedLockFile open_lock_file(const std::string& path, bool read_only, FileLocks& database);

std::string lock_file_name(const std::string& path);

}  // namespace cellar
