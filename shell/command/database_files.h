// Keeps commands that write files from writing over the open database.
//
// In:      the path of a file that is about to be written, and the database.
// Out:     nothing.
// Refused: a path that leads to the database's file or to its lock file, by whatever name.
#pragma once

#include <filesystem>

#include "database/database.h"

namespace cellar {

void refuse_database_file(const std::filesystem::path& path, const Database& database);

}  // namespace cellar
