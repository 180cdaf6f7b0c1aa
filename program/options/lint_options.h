// The options of `cellar lint`, as data.
//
// In:      the arguments of the command line, which program/options/subcommand_options.cpp reads.
// Out:     the scripts, and how their lints are weighed and reported.
// Refused: nothing.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "database/database.h"
#include "shell/teach/lint/lint_levels.h"

namespace cellar {

struct LintOptions {
  std::vector<std::filesystem::path> paths;
  std::vector<std::string> given;  // --level: texts that LintLevels::set takes
  Policy policy = Policy::cassandra;
  bool json = false;
};

}  // namespace cellar
