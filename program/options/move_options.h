// The options of `cellar move`, as data.
//
// In:      the arguments of the command line, which program/options/subcommand_options.cpp reads.
// Out:     a file, the cluster on the other side, what is moved and how.
// Refused: nothing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "program/options/connect_options.h"

namespace cellar {

struct MoveOptions {
  std::filesystem::path database;
  bool is_to_cluster = true;  // false: from it
  ConnectOptions connect;     // its nodes are those of --to or --from
  std::vector<std::string> keyspaces, tables;
  std::vector<std::string> replication;  // "shop={...}", or a map alone
  std::string tokens;                    // "BEGIN:END", "1%"; empty: all
  std::optional<std::uint32_t> rows_per_partition;
  std::string where;
  std::optional<std::filesystem::path> record;
  bool checks_only = false;
  bool checks = true;
  bool json = false;
  std::vector<std::string> arguments;  // of the whole command, for the one that goes on
};

}  // namespace cellar
