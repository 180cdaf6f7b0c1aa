// Paths as a shell writes them.
//
// In:      a path, and the home folder of who has written it.
// Out:     the path that is meant.
// Refused: nothing.
#pragma once

#include <filesystem>

namespace cellar {

/// Returns the path with the home folder for ~ alone and for a leading ~/, as a shell does; unchanged if there is none
/// (`home` is empty).
std::filesystem::path with_home(const std::filesystem::path& path, const std::filesystem::path& home);

}  // namespace cellar
