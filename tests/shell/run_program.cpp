#include "run_program.h"

#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

ProgramRun run_program(const std::filesystem::path& folder, const std::string& arguments) {
  const std::string command = "cd '" + folder.string() + "' && { CELLAR_HISTORY= " CELLAR_PROGRAM " " +
                              arguments + "; } 2>errors.txt </dev/null";
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("cannot start a shell");
  ProgramRun run;
  char piece[4096];
  for (std::size_t count; (count = std::fread(piece, 1, sizeof piece, pipe)) > 0;)
    run.output.append(piece, count);
  const int status = pclose(pipe);
  run.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  std::stringstream errors;
  errors << std::ifstream(folder / "errors.txt").rdbuf();
  run.errors = errors.str();
  return run;
}

ScratchFolder::ScratchFolder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "cellar-shell-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make a temporary folder");
  path = pattern;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path, ignored);
}

void ScratchFolder::write(const std::string& name, const std::string& text) const {
  std::filesystem::create_directories((path / name).parent_path());
  std::ofstream(path / name, std::ios::binary) << text;
}

std::string ScratchFolder::read(const std::string& name) const {
  std::stringstream text;
  text << std::ifstream(path / name, std::ios::binary).rdbuf();
  return text.str();
}
