// The file beside a database in which LMDB keeps its readers: the database's name and "-lock".
//
// In:      the path of a database. Out: its lock file, open.
// Refused: a place that is taken by a file of another kind, which would be overwritten.
#pragma once

#include <memory>
#include <string>

#include "storage/file_locks.h"

namespace cellar {

inline constexpr unsigned kReaders = 1022;

/// Opens the lock file, or creates it. Null if it cannot be written here and is not needed to read.
///
/// LMDB holds locks of the whole process on the file, which end when any descriptor of it is closed: the
/// object must outlive LMDB's environment.
std::unique_ptr<FileLocks> open_lock_file(const std::string& path, bool read_only);

}  // namespace cellar
