// Another process for a test: forked before the store is opened, since LMDB does not live through a fork.
#pragma once

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>

#include "../mounting.h"
#include "store_fixture.h"

namespace cellar::test {

/// Exit status of a child process to which the system did not grant what the test needs.
inline constexpr int kNotPermitted = 77;

/// Two pipes between parent and child.
class Pipes {
 public:
  Pipes() {
    REQUIRE(pipe(to_child_) == 0);
    REQUIRE(pipe(to_parent_) == 0);
  }
  ~Pipes() {
    for (const int descriptor : {to_child_[0], to_child_[1], to_parent_[0], to_parent_[1]}) {
      if (descriptor >= 0) close(descriptor);
    }
  }
  Pipes(const Pipes&) = delete;
  Pipes& operator=(const Pipes&) = delete;

  void take_side(bool child) {
    close_end(child ? to_child_[1] : to_child_[0]);
    close_end(child ? to_parent_[0] : to_parent_[1]);
    in_ = child ? to_child_[0] : to_parent_[0];
    out_ = child ? to_parent_[1] : to_child_[1];
  }
  void say(int number) const { [[maybe_unused]] const auto written = write(out_, &number, sizeof number); }
  /// -1 when the other side is gone.
  int hear() const {
    int number = -1;
    return read(in_, &number, sizeof number) == sizeof number ? number : -1;
  }

 private:
  static void close_end(int& descriptor) {
    close(descriptor);
    descriptor = -1;
  }
  int to_child_[2];
  int to_parent_[2];
  int in_ = -1;
  int out_ = -1;
};

class Child {
 public:
  /// The result of `work` is the exit code; an exception is 99.
  explicit Child(const std::function<int(Pipes&)>& work) {
    process_ = fork();
    REQUIRE(process_ >= 0);
    pipes.take_side(process_ == 0);
    if (process_ != 0) return;
    int code = 99;
    try {
      code = work(pipes);
    } catch (...) {
    }
    _exit(code);
  }
  ~Child() {
    if (process_ > 0) kill();
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  int wait() {
    int status = 0;
    waitpid(process_, &status, 0);
    process_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }
  void kill() {
    ::kill(process_, SIGKILL);
    wait();
  }
  /// Stops it, as Ctrl-Z does. Returns when it has stopped.
  void stop() {
    ::kill(process_, SIGSTOP);
    int status = 0;
    waitpid(process_, &status, WUNTRACED);
  }
  void go_on() { ::kill(process_, SIGCONT); }

  Pipes pipes;

 private:
  pid_t process_ = 0;
};

}  // namespace cellar::test
