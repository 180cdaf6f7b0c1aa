// A DATABASE of the command line that is another file than its user thinks.
//
// In:      the path of a file that was refused as no database.
// Refused: a script or a file of rows, each with what to type instead. Returns for anything else.
#pragma once

#include <filesystem>

namespace cellar {

void refuse_text_as_database(const std::filesystem::path& path);

}  // namespace cellar
