#include "database/queues/delayed_tasks.h"

#include <utility>

#include "storage/system/signals_blocked.h"

namespace cellar {

DelayedTasks::~DelayedTasks() {
  {
    const std::lock_guard guard(mutex_);
    is_hurrying_ = is_ending_ = true;
    changed_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
}

void DelayedTasks::run_after(std::chrono::milliseconds delay, std::function<void()> task) {
  const std::lock_guard guard(mutex_);
  if (!thread_.joinable()) {
    const SignalsBlocked blocked;
    thread_ = std::thread([this] { work(); });
  }
  tasks_.emplace(std::chrono::steady_clock::now() + delay, std::move(task));
  changed_.notify_all();
}

void DelayedTasks::hurry() {
  const std::lock_guard guard(mutex_);
  is_hurrying_ = true;
  changed_.notify_all();
}

void DelayedTasks::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    if (tasks_.empty()) {
      if (is_ending_) return;
      changed_.wait(lock);
      continue;
    }
    const Time time = tasks_.begin()->first;
    if (!is_hurrying_ && time > std::chrono::steady_clock::now()) {
      changed_.wait_until(lock, time);
      continue;
    }
    const std::function<void()> task = std::move(tasks_.begin()->second);
    tasks_.erase(tasks_.begin());
    lock.unlock();
    task();
    lock.lock();
  }
}

}  // namespace cellar
