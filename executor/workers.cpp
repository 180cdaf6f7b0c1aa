#include "executor/workers.h"

#include <algorithm>
#include <csignal>
#include <system_error>

namespace cellar {

namespace {

/// One thread waits for the turn to write while another one reads.
constexpr unsigned kFewestThreads = 2;

}  // namespace

Workers::~Workers() {
  {
    const std::lock_guard guard(mutex_);
    is_ending_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

/// Signals are for the threads of the program.
void Workers::start_threads() {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const unsigned count = std::max(kFewestThreads, std::thread::hardware_concurrency());
  try {
    while (threads_.size() < count) threads_.emplace_back([this] { work(); });
  } catch (const std::system_error&) {
    // Fewer do the same.
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void Workers::run(std::function<void()> task) {
  {
    const std::lock_guard guard(mutex_);
    if (threads_.empty()) start_threads();
    if (!threads_.empty()) {
      tasks_.push_back(std::move(task));
      changed_.notify_one();
      return;
    }
  }
  task();
}

void Workers::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return is_ending_ || !tasks_.empty(); });
    if (tasks_.empty()) return;
    std::function<void()> task = std::move(tasks_.front());
    tasks_.pop_front();
    lock.unlock();
    task();
    task = nullptr;  // what it holds ends outside the lock
    lock.lock();
  }
}

}  // namespace cellar
