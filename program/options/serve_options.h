// The options of `cellar serve`, as data.
//
// In:      the arguments of the command line, which program/options/subcommand_options.cpp reads.
// Out:     what is served, where, and what runs before.
// Refused: nothing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "database/database.h"

namespace cellar {

struct ServeOptions {
  std::optional<std::filesystem::path> database;  // nothing: the data are gone at the end
  std::vector<std::string> listen;                // addresses, or paths of unix sockets
  std::uint16_t port = 9042;
  std::vector<std::filesystem::path> init;  // scripts, or folders of them
  std::optional<std::filesystem::path> ready_file;
  NodeNames node;
  Policy policy = Policy::cassandra;
  bool is_read_only = false;
  bool is_insecure = false;
  bool is_strict_about_consistency = false;
  std::vector<std::string> faults;
};

}  // namespace cellar
