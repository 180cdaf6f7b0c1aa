// The options of `cellar class`, as data.
//
// In:      the arguments of the command line, which program/options/subcommand_options.cpp reads.
// Out:     what the page shows, and where it is.
// Refused: nothing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "web/http/server_tls.h"

namespace cellar {

struct ClassOptions {
  std::optional<std::filesystem::path> database;  // nothing: the data are gone at the end
  std::string host = "127.0.0.1";
  std::uint16_t port = 8048;
  std::size_t students = 0;  // that may come, each to a database of their own; 0: there is one notebook
  std::optional<std::filesystem::path> keep;                // the folder of their databases
  std::vector<std::string> names;                           // of this machine
  std::optional<std::filesystem::path> lessons, exercises;  // folders; nothing: those of the program
  std::optional<ServerTlsFiles> tls;                        // nothing: the page comes in the clear
  bool draws_code = true;                                   // of the address of a class, at a terminal
};

}  // namespace cellar
