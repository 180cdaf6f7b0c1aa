// One script against the answers that it holds.
//
// In:      its text, the policy, the path of statements, the differences that are known.
// Out:     what differs, how many answers are as expected, and the text with the answers of this run. It runs
//          in a fresh temporary database with keyspace `conformance` in use.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "database/database.h"
#include "shell/check/known_differences.h"

namespace cellar {

struct ScriptDifference {
  std::size_t line = 0;
  std::string statement;  // its first line
  std::string expected;
  std::string got;
};

struct ScriptReport {
  std::size_t answers = 0;
  std::size_t matched = 0;
  std::size_t known = 0;                      // differences that are listed
  std::vector<ScriptDifference> differences;  // those that are not listed, and listed ones that do not differ
  std::string updated;
};

ScriptReport check_script(std::string_view text, Policy policy, StatementPath path,
                          const std::vector<KnownDifference>& known);

}  // namespace cellar
