// Keeps commands that write files from writing over the open database, and those that read files from ending its locks.
//
// In:      the path of a file that is about to be written or read, and the database.
// Out:     nothing.
// Refused: a path that leads to the database's file or to its lock file, by whatever name.
#pragma once

#include <filesystem>

#include "shell/connection/connection.h"

namespace cellar {

void refuse_database_file(const std::filesystem::path& path, const Connection& connection);

/// To be called before the file is opened: LMDB's locks are POSIX locks, which the process loses when it closes any
/// descriptor of the lock file. Other processes would then write over the pages that this one reads.
void refuse_reading_database_file(const std::filesystem::path& path, const Connection& connection);

}  // namespace cellar
