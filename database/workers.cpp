#include "database/workers.h"

#include <algorithm>
#include <csignal>
#include <system_error>

namespace cellar {

namespace {

constexpr unsigned kFewestThreads = 2;
constexpr unsigned kMostThreads = 64;

}  // namespace

Workers::~Workers() {
  {
    const std::lock_guard guard(mutex_);
    is_ending_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

Workers::Waiting::Waiting(Workers& workers) : workers_(workers) {
  const std::lock_guard guard(workers_.mutex_);
  ++workers_.waiting_;
  if (!workers_.is_ending_) workers_.start_threads();
}

Workers::Waiting::~Waiting() {
  const std::lock_guard guard(workers_.mutex_);
  --workers_.waiting_;
}

/// Signals are for the threads of the program. The threads stay until the end.
void Workers::start_threads() {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const unsigned working = std::max(kFewestThreads, std::thread::hardware_concurrency());
  const unsigned count = std::min(working + waiting_, kMostThreads);
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
