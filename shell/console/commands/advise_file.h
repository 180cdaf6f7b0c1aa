// The file of ADVISE FILE: the queries of a program.
//
// In:      the path of a file of statements and comments.
// Out:     its queries, each with its place.
// Refused: a file that cannot be read (E590), or has no query (E621). What is wrong with a statement is said by those
//          who plan it, but for the end of the file within a statement (E113).
#pragma once

#include <filesystem>
#include <vector>

#include "shell/teach/advise/advise_report.h"

namespace cellar {

struct AskedWorkload {
  std::vector<AskedQuery> queries;
  /// What the file ends with, if a quote or a comment is left open there.
  std::optional<std::pair<AskedQuery, Diagnostic>> unfinished;
};

AskedWorkload read_workload(const std::filesystem::path& path);

}  // namespace cellar
