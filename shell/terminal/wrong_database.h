// A DATABASE of the command line, which may be another file than its user thinks.
//
// In:      its path.
// Out:     the database.
// Refused: what opening it refuses; a script or a file of rows, each with what to type instead; likewise a name of such a
//          file if it does not exist, unless its folder is named, too.
#pragma once

#include <filesystem>

#include "database/database.h"

namespace cellar {

/// Refuses a name by which no database is made.
void refuse_missing_text(const std::filesystem::path& path);
Database open_named_database(const std::filesystem::path& path, const StoreOptions& store,
                             const DatabaseOptions& options = {});

}  // namespace cellar
