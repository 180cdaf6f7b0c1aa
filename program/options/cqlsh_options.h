// The options of `cellar cqlsh`, as data.
//
// In:      the arguments of the command line, which program/options/subcommand_options.cpp reads.
// Out:     the server, and what is sent to it.
// Refused: nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cellar {

struct CqlshOptions {
  std::string host = "127.0.0.1";
  std::uint16_t port = 9042;
  std::vector<std::string> statements;  // of -e
  std::optional<std::string> file;      // a script; without one and without statements it is standard input
  std::string keyspace;
};

}  // namespace cellar
