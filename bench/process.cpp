#include "bench/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace cellar::bench {

namespace {

constexpr std::chrono::milliseconds kBetweenLooks{2};
constexpr std::size_t kErrorsTold = 600;

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

class Redirections {
 public:
  Redirections(const Command& command, const std::filesystem::path& errors) {
    posix_spawn_file_actions_init(&actions_);
    add(STDIN_FILENO, command.input, O_RDONLY);
    add(STDOUT_FILENO, command.output, O_WRONLY | O_CREAT | O_TRUNC);
    add(STDERR_FILENO, errors, O_WRONLY | O_CREAT | O_TRUNC);
  }
  ~Redirections() { posix_spawn_file_actions_destroy(&actions_); }
  Redirections(const Redirections&) = delete;
  Redirections& operator=(const Redirections&) = delete;

  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  void add(int descriptor, const std::filesystem::path& path, int flags) {
    posix_spawn_file_actions_addopen(&actions_, descriptor, path.c_str(), flags, 0666);
  }
  posix_spawn_file_actions_t actions_;
};

pid_t start(const Command& command, const std::filesystem::path& errors) {
  const Redirections redirections(command, errors);
  std::vector<char*> arguments;
  for (const std::string& argument : command.arguments)
    arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  pid_t child = 0;
  const int code = posix_spawnp(&child, arguments[0], redirections.get(), nullptr, arguments.data(), environ);
  if (code != 0) throw std::runtime_error(fmt::format("cannot start {}: {}", arguments[0], strerror(code)));
  return child;
}

// The kernel's own count, which costs no walk over the pages as smaps_rollup does; both say the same.
std::size_t anonymous_bytes(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/status", process));
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("RssAnon:")) return std::stoul(line.substr(8)) * 1024;
  }
  return 0;
}

int wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

int watch(pid_t child, std::size_t& most) {
  int status = 0;
  while (waitpid(child, &status, WNOHANG) != child) {
    most = std::max(most, anonymous_bytes(child));
    std::this_thread::sleep_for(kBetweenLooks);
  }
  return status;
}

Ended run(const Command& command, const std::filesystem::path& scratch, bool watched) {
  const std::filesystem::path errors = errors_of_last_run(scratch);
  Ended ended;
  const auto begin = std::chrono::steady_clock::now();
  const pid_t child = start(command, errors);
  const int status = watched ? watch(child, ended.private_bytes) : wait_for(child);
  ended.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (status != 0) {
    const std::string told = text_of(errors);
    throw std::runtime_error(fmt::format("{} ended with status {:#x}: {}", fmt::join(command.arguments, " "),
                                         status, told.substr(0, kErrorsTold)));
  }
  return ended;
}

}  // namespace

std::filesystem::path errors_of_last_run(const std::filesystem::path& scratch) { return scratch / "errors"; }

Ended run(const Command& command, const std::filesystem::path& scratch) {
  return run(command, scratch, false);
}

Ended run_watched(const Command& command, const std::filesystem::path& scratch) {
  return run(command, scratch, true);
}

std::string output_of(const Command& command, const std::filesystem::path& scratch) {
  Command told = command;
  told.output = scratch / "output";
  try {
    run(told, scratch);
  } catch (const std::runtime_error&) {
    return {};
  }
  return text_of(told.output);
}

}  // namespace cellar::bench
