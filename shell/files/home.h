// Paths as a shell writes them.
//
// In:      a path; HOME.
// Out:     the path that is meant.
// Refused: nothing.
#pragma once

#include <filesystem>

namespace cellar {

/// Returns the path with HOME for ~ alone and for a leading ~/, as a shell does; unchanged if HOME is not set.
std::filesystem::path with_home(const std::filesystem::path& path);

}  // namespace cellar
