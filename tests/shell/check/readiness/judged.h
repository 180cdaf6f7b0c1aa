// A readiness report in tests: scripts judged in a database of their own, with limits that a few rows pass.
//
// In:      the text of a script.
// Out:     the report; its findings in words.
// Refused: nothing.
#pragma once

#include <string>
#include <vector>

#include "run_program.h"
#include "shell/check/readiness/readiness.h"

namespace cellar {

inline ReadinessLimits small_limits() {
  ReadinessLimits limits;
  limits.partition_bytes = 10'000;
  limits.partition_cells = 100;
  limits.value_bytes = 1'000;
  limits.segment_bytes = 5'000;
  limits.elements = 10;
  limits.tombstones = 10;
  limits.too_many_tombstones = 50;
  limits.skew = 10;
  limits.hot_bytes = 2'000;
  limits.values_of_index = 5;
  limits.rows_of_value = 4;
  return limits;
}

inline const std::string kThreeReplicas =
    "CREATE KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': 3};\nUSE "
    "shop;\n";

inline ReadinessReport judged_text(const std::string& text,
                                   const LintLevels& levels = LintLevels(LeveledCodes::all)) {
  const ScratchFolder folder;
  folder.write("script.cql", text);
  ReadinessTask task{.name = "", .judged = std::nullopt, .tried = Database::open_temporary(), .scripts = {}};
  task.scripts = {folder.path / "script.cql"};
  task.limits = small_limits();
  task.levels = levels;
  return judge_readiness(task);
}

/// "error L530 shop.posts"
inline std::vector<std::string> said_in(const ReadinessReport& report) {
  std::vector<std::string> all;
  for (const ReadinessFinding& finding : report.findings) {
    std::string about = finding.keyspace;
    if (!finding.table.empty()) about += "." + finding.table;
    all.push_back(std::string(name(finding.level)) + " " + std::string(finding.what.code()) +
                  (about.empty() ? "" : " " + about));
  }
  return all;
}

}  // namespace cellar
