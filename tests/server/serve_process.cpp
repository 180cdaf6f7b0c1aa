#include "serve_process.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <thread>
#include <utility>

namespace cellar::test {

namespace {

int status_of(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status); }

}  // namespace

ServeProcess::ServeProcess(const std::vector<std::string>& arguments, const std::function<void()>& before) {
  std::vector<std::string> words = {CELLAR_PROGRAM,       "serve", "--port", "0", "--ready-file",
                                    ready_file().string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const std::string out = (folder_ / "out").string(), err = (folder_ / "err").string();
  id_ = ::fork();
  if (id_ == 0) {
    if (freopen(out.c_str(), "w", stdout) == nullptr || freopen(err.c_str(), "w", stderr) == nullptr)
      ::_exit(126);
    if (before) before();
    ::execv(argv.front(), argv.data());
    ::_exit(127);
  }
  while (!std::filesystem::exists(ready_file())) {
    int status = 0;
    if (::waitpid(id_, &status, WNOHANG) == id_) {
      id_ = -1;
      throw std::runtime_error("cellar serve has ended with " + std::to_string(status_of(status)) + ": " +
                               errors());
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  std::ifstream file(ready_file());
  for (std::string address; std::getline(file, address);) addresses_.push_back(address);
}

ServeProcess::~ServeProcess() {
  if (id_ > 0) end_by(SIGKILL);
}

void ServeProcess::send_signal(int number) const { ::kill(id_, number); }

int ServeProcess::await_end() {
  int status = 0;
  ::waitpid(std::exchange(id_, -1), &status, 0);
  return status_of(status);
}

}  // namespace cellar::test
