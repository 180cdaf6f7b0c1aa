// Compares one script with the answers that it expects.
//
// In:      its text, the policy, the path of statements, the known differences, perhaps a cluster.
// Out:     the differences, the number of answers that are as expected, and the text with the answers of this
//          run. The script runs in a fresh temporary database with keyspace `conformance` in use, or in a cluster, where all
//          keyspaces that it has made are dropped behind it.
// Refused: a cluster that has a keyspace `conformance`, or cannot be reached. A fault of the script is a difference.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "database/database.h"
#include "shell/check/known_differences.h"
#include "shell/connection/connection.h"
#include "storage/transaction/stop_token.h"

namespace cellar {

struct ScriptDifference {
  std::size_t line = 0;
  std::string statement;  // the first line of the statement
  std::string expected;
  std::string got;
};

struct ScriptReport {
  std::size_t answers = 0;
  std::size_t matched = 0;
  std::size_t known = 0;                      // differences that are on the list
  std::vector<ScriptDifference> differences;  // not on the list; or on the list without a difference
  std::string updated;
};

struct CheckSettings {
  Policy policy = Policy::cassandra;
  StatementPath path = StatementPath::shortest;
  StopToken stop = {};
  Connection* cluster = nullptr;  // in which the script runs; null: in a database of its own
};

ScriptReport check_script(std::string_view text, const CheckSettings& settings,
                          const std::vector<KnownDifference>& known);

}  // namespace cellar
