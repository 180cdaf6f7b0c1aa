#include "stepped_process.h"

#include <fcntl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <map>
#include <stdexcept>

#include "process.h"

namespace {

constexpr int kSystemCallStop = SIGTRAP | 0x80;  // PTRACE_O_TRACESYSGOOD

[[noreturn]] void become_traced(const std::filesystem::path& database, const std::filesystem::path& script) {
  dup2(open(script.c_str(), O_RDONLY), STDIN_FILENO);
  const int null = open("/dev/null", O_WRONLY);
  dup2(null, STDOUT_FILENO);
  dup2(null, STDERR_FILENO);
  setenv("ASAN_OPTIONS", "detect_leaks=0", 1);  // the leak check is a tracer, too
  if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) _exit(126);
  raise(SIGSTOP);
  execl(CELLAR_PROGRAM, CELLAR_PROGRAM, database.c_str(), nullptr);
  _exit(127);
}

class Tracer {
 public:
  Tracer(pid_t process, int stop) : process_(process), stop_(stop) {}

  std::optional<long> run() {
    int status = 0;
    if (waitpid(process_, &status, 0) != process_ || !WIFSTOPPED(status)) refuse_to_trace();
    const long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL;
    if (ptrace(PTRACE_SETOPTIONS, process_, nullptr, options) != 0) refuse_to_trace();
    ptrace(PTRACE_SYSCALL, process_, nullptr, nullptr);
    while (true) {
      const pid_t thread = waitpid(-1, &status, __WALL);
      if (thread < 0) return std::nullopt;
      if (!WIFSTOPPED(status)) {
        if (thread == process_) return std::nullopt;
        continue;
      }
      if (WSTOPSIG(status) == kSystemCallStop && is_the_stop(thread)) {
        kill_process();
        return calls_[thread];
      }
      ptrace(PTRACE_SYSCALL, thread, nullptr, signal_of(status));
    }
  }

 private:
  [[noreturn]] void refuse_to_trace() {
    kill_process();
    throw std::runtime_error("the system does not let a process trace another one");
  }

  bool is_the_stop(pid_t thread) {
    struct __ptrace_syscall_info info {};
    ptrace(PTRACE_GET_SYSCALL_INFO, thread, sizeof info, &info);
    if (info.op == PTRACE_SYSCALL_INFO_ENTRY) calls_[thread] = static_cast<long>(info.entry.nr);
    if (has_read_) return ++stops_ == stop_;
    if (info.op == PTRACE_SYSCALL_INFO_ENTRY) {
      reads_ = info.entry.nr == SYS_read && info.entry.args[0] == STDIN_FILENO;
    } else if (info.op == PTRACE_SYSCALL_INFO_EXIT) {
      has_read_ = reads_ && info.exit.rval > 0;
    }
    return false;
  }

  /// The signal that the thread is to get: none for stops that tracing itself makes.
  static long signal_of(int status) {
    const int signal = WSTOPSIG(status);
    const bool is_of_tracing = signal == kSystemCallStop || signal == SIGTRAP || signal == SIGSTOP;
    return is_of_tracing ? 0 : signal;
  }

  void kill_process() {
    kill(process_, SIGKILL);
    while (waitpid(-1, nullptr, __WALL) > 0 || errno == EINTR) {
    }
  }

  const pid_t process_;
  const int stop_;
  bool reads_ = false;     // the thread that starts the program is in a read of standard input
  bool has_read_ = false;  // the script
  int stops_ = 0;
  std::map<pid_t, long> calls_;  // the last system call of each thread
};

}  // namespace

std::optional<long> kill_at(int stop, const std::filesystem::path& database, const std::string& script) {
  const TemporaryFolder folder;
  write_file(folder / "script", script);
  const pid_t process = fork();
  if (process == 0) become_traced(database, folder / "script");
  return Tracer(process, stop).run();
}
