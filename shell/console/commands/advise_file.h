// The file of ADVISE FILE: the queries of a program.
//
// In:      the path of a file of statements and comments, or their text.
// Out:     its queries, each with its place.
// Refused: a file that cannot be read (E590), or has no query (E621); a text may have none. What is wrong with a statement is said by those
//          who plan it, but for the end of the file within a statement (E113).
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "shell/teach/advise/advise_report.h"

namespace cellar {

struct AskedWorkload {
  std::vector<AskedQuery> queries;
  /// What the file ends with, if a quote or a comment is left open there.
  std::optional<std::pair<AskedQuery, Diagnostic>> unfinished;
};

AskedWorkload read_workload(const std::filesystem::path& path);
/// The text comes by a network, perhaps: it may name so few queries that all of them can be drawn (E536).
AskedWorkload workload_of(std::string_view text);

}  // namespace cellar
