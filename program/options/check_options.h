// The options of `cellar check`, as data.
//
// In:      the arguments of the command line, which program/options/subcommand_options.cpp reads.
// Out:     the scripts, and how to run and report them.
// Refused: nothing.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "database/database.h"
#include "program/options/connect_options.h"

namespace cellar {

struct CheckOptions {
  std::vector<std::filesystem::path> paths;
  std::optional<std::filesystem::path> known;
  ConnectOptions connect;  // of a cluster in which the scripts run
  Policy policy = Policy::cassandra;
  StatementPath path = StatementPath::shortest;
  std::vector<std::string> only;  // patterns of the paths that are checked; empty: all
  std::optional<std::filesystem::path> junit;
  bool tap = false;
  bool update = false;
  bool summary = false;
};

}  // namespace cellar
