// Differences that are intended: a list that `cellar check` reads.
//
// In:      lines `path:line reason`, where the line is that of the statement; `#` starts a comment. An entry
//          applies to every script whose path ends in its path.
// Out:     whether a difference is listed; the entries of a script that match no difference.
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

/// Returns the entries for one script.
std::vector<KnownDifference> known_for(const std::vector<KnownDifference>& all,
                                       const std::filesystem::path& script);

}  // namespace cellar
