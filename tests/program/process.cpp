#include "process.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace {

[[noreturn]] void become_cellar(const std::vector<std::string>& arguments,
                                const std::vector<std::string>& environment) {
  for (const std::string& setting : environment) putenv(const_cast<char*>(setting.c_str()));
  // What is loaded into it by its environment needs a program that is linked dynamically.
  const char* program = environment.empty() ? CELLAR_PROGRAM : CELLAR_DYNAMIC_PROGRAM;
  std::vector<char*> argv{const_cast<char*>(program)};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  execv(program, argv.data());
  _exit(127);
}

}  // namespace

Outcome run_cellar(const std::vector<std::string>& arguments, const std::string& input,
                   const std::vector<std::string>& environment) {
  TemporaryFolder folder;
  write_file(folder / "in", input);
  const pid_t child = fork();
  if (child == 0) {
    if (freopen((folder / "in").c_str(), "r", stdin) == nullptr) _exit(126);
    if (freopen((folder / "out").c_str(), "w", stdout) == nullptr) _exit(126);
    if (freopen((folder / "err").c_str(), "w", stderr) == nullptr) _exit(126);
    become_cellar(arguments, environment);
  }
  int status = 0;
  waitpid(child, &status, 0);
  Outcome outcome;
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  outcome.output = read_file(folder / "out");
  outcome.errors = read_file(folder / "err");
  return outcome;
}

TemporaryFolder::TemporaryFolder(const std::filesystem::path& within) {
  std::string pattern = (within / "cellar-test-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make a temporary folder");
  path = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path, ignored);
}

void write_file(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}
