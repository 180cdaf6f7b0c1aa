// A DATABASE of the command line that is another file than its user thinks.
//
// In:      the path of a file that was refused as no database.
// Out:     nothing, if the file is neither a script nor a file of rows, or cannot be read.
// Refused: a script or a file of rows, each with what to type instead.
#pragma once

#include <filesystem>

namespace cellar {

void refuse_text_as_database(const std::filesystem::path& path);

}  // namespace cellar
