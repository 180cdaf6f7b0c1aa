// Runs the program as its user does, and says what came of it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

struct Outcome {
  int status = -1;  // exit status; 128 + signal where a signal ended it
  std::string output;
  std::string errors;
};

/// Runs `cellar` with the arguments and the text as standard input, under `environment` ("NAME=value")
/// besides.
Outcome run_cellar(const std::vector<std::string>& arguments, const std::string& input = {},
                   const std::vector<std::string>& environment = {});

/// A folder of its own, gone when the object is.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(const std::filesystem::path& within = std::filesystem::temp_directory_path());
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::filesystem::path operator/(const std::string& name) const { return path / name; }

  std::filesystem::path path;
};

void write_file(const std::filesystem::path& path, const std::string& text);
std::string read_file(const std::filesystem::path& path);
