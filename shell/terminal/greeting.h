// What the prompt says before the first statement.
//
// In:      the database that is open, and whether its file was there before.
// Out:     two lines: what this is, and where the data go.
// Refused: nothing.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "shell/connection/connection.h"

namespace cellar {

/// `file`: as the command line names it; nothing: the database is temporary.
std::string greeting(const Connection& connection, const std::optional<std::filesystem::path>& file,
                     bool is_new, Language language);

}  // namespace cellar
