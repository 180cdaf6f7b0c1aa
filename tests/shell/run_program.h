// The built program, as a person would start it from another shell.
//
// In:      a folder and arguments.
// Out:     what the program printed, and its exit status.
// Refused: nothing.
#pragma once

#include <filesystem>
#include <string>

struct ProgramRun {
  int status = -1;  // exit status
  std::string output;
  std::string errors;
};

/// Runs `cellar ARGUMENTS` in `folder`; the arguments are text for sh, so they may redirect and pipe.
ProgramRun run_program(const std::filesystem::path& folder, const std::string& arguments);

/// A folder of its own, gone when the object is.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  void write(const std::string& name, const std::string& text) const;
  std::string read(const std::string& name) const;
  ProgramRun run(const std::string& arguments) const { return run_program(path, arguments); }

  std::filesystem::path path;
};
