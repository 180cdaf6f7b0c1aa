// The scripts that a path means.
//
// In:      the path of a script, or of a folder.
// Out:     the script; or all files of the folder, and of those in it, whose names end in .cql, by their paths.
// Refused: a folder without any, one that cannot be read. A script is not opened.
#pragma once

#include <filesystem>
#include <vector>

namespace cellar {

std::vector<std::filesystem::path> scripts_of_path(const std::filesystem::path& path);

}  // namespace cellar
