#include "program/awaited_signals.h"

#include <pthread.h>
#include <unistd.h>

#include <chrono>
#include <csignal>

namespace cellar {

namespace {

/// Signals that come together ask once: timeout(1) sends its signal to the program and to its process group.
constexpr std::chrono::milliseconds kTogether{500};

constexpr int kEndedBySignal = 128;  // and the number of the signal, as shells say it

/// Wakes the thread at its end. The others may all be ignored.
int wake_signal() { return SIGRTMIN; }

sigset_t awaited_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGUSR1}) {
    struct sigaction action {};
    sigaction(number, nullptr, &action);
    if (action.sa_handler != SIG_IGN) sigaddset(&signals, number);  // nohup
  }
  sigaddset(&signals, wake_signal());
  return signals;
}

}  // namespace

AwaitedSignals::AwaitedSignals() {
  std::signal(wake_signal(), SIG_DFL);
  const sigset_t signals = awaited_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  thread_ = std::thread([this] { watch(); });
}

AwaitedSignals::~AwaitedSignals() {
  is_ending_ = true;
  pthread_kill(thread_.native_handle(), wake_signal());
  thread_.join();
}

void AwaitedSignals::watch() {
  using Clock = std::chrono::steady_clock;
  const sigset_t signals = awaited_signals();
  Clock::time_point first;
  for (int number = 0; sigwait(&signals, &number) == 0 && !is_ending_;) {
    if (number == wake_signal()) continue;  // of somebody else
    if (number == SIGUSR1) {
      const std::lock_guard guard(mutex_);
      ++user_signals_;
      changed_.notify_all();
      continue;
    }
    if (requested_ != 0 && Clock::now() - first < kTogether) continue;
    if (requested_ != 0) ::_exit(kEndedBySignal + number);
    first = Clock::now();
    const std::lock_guard guard(mutex_);
    requested_ = number;
    changed_.notify_all();
  }
}

int AwaitedSignals::await(const std::function<void()>& on_user_signal) {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return requested_ != 0 || user_signals_ != 0; });
    if (requested_ != 0) return requested_;
    --user_signals_;
    lock.unlock();
    on_user_signal();
    lock.lock();
  }
}

}  // namespace cellar
