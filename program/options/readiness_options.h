// The options of `cellar readiness`, as data.
//
// In:      the arguments of the command line, which program/options/options.cpp reads.
// Out:     the database and the scripts that are judged, and how findings are weighed and reported.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace cellar {

struct ReadinessOptions {
  std::optional<std::filesystem::path> database;
  std::vector<std::filesystem::path> scripts;  // or folders of them
  std::vector<std::string> given;              // --level: texts that LintLevels::set takes
  std::size_t nodes = 3;
  bool json = false;
};

}  // namespace cellar
