// Runs a program as its user does, and says how long it took and how much memory it held.
//
// In:      arguments, a file for standard input, a file for standard output.
// Refused: a program that cannot be started, or ends with anything but status 0.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace cellar::bench {

struct Command {
  std::vector<std::string> arguments;  // the program first; it is looked for in PATH
  std::filesystem::path input = "/dev/null";
  std::filesystem::path output = "/dev/null";
};

struct Ended {
  double seconds = 0;  // from its start until it was waited for
  /// The most that was seen of anonymous memory: what is private and not the pages of a file.
  std::size_t private_bytes = 0;
};

/// Standard error goes to a file beside the others of `scratch`, and is told if the command fails.
Ended run(const Command& command, const std::filesystem::path& scratch);
/// Looks at the memory every two milliseconds as well.
Ended run_watched(const Command& command, const std::filesystem::path& scratch);

/// The file of what the last command wrote to standard error.
std::filesystem::path errors_of_last_run(const std::filesystem::path& scratch);

/// What the command writes; empty where there is no such program.
std::string output_of(const Command& command, const std::filesystem::path& scratch);

}  // namespace cellar::bench
