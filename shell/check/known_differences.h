// Differences that are decisions: a list that a check goes by.
//
// In:      lines `path:line reason`, the line being that of the statement; `#` starts a comment. A path fits
//          a script whose path ends in it.
// Out:     whether a difference is listed; the entries of a script that name nothing that differs.
// Refused: a line of another form, an entry without a reason.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace cellar {

struct KnownDifference {
  std::string path;
  std::size_t line = 0;
  std::string reason;
};

std::vector<KnownDifference> read_known_differences(const std::filesystem::path& file);

/// Those of one script.
std::vector<KnownDifference> known_for(const std::vector<KnownDifference>& all,
                                       const std::filesystem::path& script);

}  // namespace cellar
