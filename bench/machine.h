// The machine and the peers that the numbers were measured with, and how durable each side's commits are.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace cellar::bench {

struct Machine {
  std::string processor;
  unsigned cores = 0;
  std::string kernel;
  std::string file_system;
  std::string load;  // of the last minute, at the start
  std::string sqlite;
  std::string lmdb;
};

/// `folder` is where the files of the works lie.
Machine describe_machine(const std::filesystem::path& folder, const std::string& sqlite_version);

/// Name and value, the sync settings among them.
std::vector<std::pair<std::string, std::string>> facts_of(const Machine& machine);
std::string to_text(const Machine& machine);

}  // namespace cellar::bench
