#include "web/notebook/work_threads.h"

#include <exception>
#include <utility>

#include "storage/system/signals_blocked.h"

namespace cellar {

namespace {

constexpr std::size_t kMostWorkThreads = 32;

}  // namespace

void WorkThreads::run(std::function<void()> task) {
  {
    const std::lock_guard guard(mutex_);
    if (is_ending_) return;
    tasks_.push_back(std::move(task));
    if (tasks_.size() > idle_ && threads_.size() < kMostWorkThreads) {
      const SignalsBlocked blocked;
      try {
        threads_.emplace_back([this] { work(); });
      } catch (const std::exception&) {
        // The system grants no more threads, so those that there are have more to do; there must be one.
        if (threads_.empty()) throw;
      }
    }
  }
  changed_.notify_one();
}

void WorkThreads::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    ++idle_;
    changed_.wait(lock, [this] { return is_ending_ || !tasks_.empty(); });
    --idle_;
    if (is_ending_) return;
    const std::function<void()> task = std::move(tasks_.front());
    tasks_.pop_front();
    lock.unlock();
    task();
    lock.lock();
  }
}

void WorkThreads::end() {
  std::vector<std::thread> threads;
  std::deque<std::function<void()>> dropped;
  {
    const std::lock_guard guard(mutex_);
    is_ending_ = true;
    threads.swap(threads_);
    dropped.swap(tasks_);
  }
  changed_.notify_all();
  for (std::thread& thread : threads) thread.join();
}

}  // namespace cellar
