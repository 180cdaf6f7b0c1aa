// `cellar serve` as a process of its own.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "process.h"

namespace cellar::test {

class ServeProcess {
 public:
  /// Runs `cellar serve` with the arguments, on a free port of 127.0.0.1 unless they name addresses. `before` is called in
  /// the new process. Returns once clients can connect; throws if the program ends before.
  explicit ServeProcess(const std::vector<std::string>& arguments,
                        const std::function<void()>& before = nullptr);
  /// Kills it, if it has not ended.
  ~ServeProcess();
  ServeProcess(const ServeProcess&) = delete;
  ServeProcess& operator=(const ServeProcess&) = delete;

  pid_t id() const { return id_; }
  const std::vector<std::string>& addresses() const { return addresses_; }
  const std::string& address() const { return addresses_.front(); }
  std::filesystem::path ready_file() const { return folder_ / "ready"; }
  std::string output() const { return read_file(folder_ / "out"); }
  std::string errors() const { return read_file(folder_ / "err"); }

  void send_signal(int number) const;
  /// Waits for its end. Returns the exit status; 128 + signal where a signal ended it.
  int await_end();
  /// The same after a signal.
  int end_by(int signal) {
    send_signal(signal);
    return await_end();
  }

 private:
  TemporaryFolder folder_;
  pid_t id_ = -1;
  std::vector<std::string> addresses_;
};

}  // namespace cellar::test
