#include "database/workers.h"

#include <algorithm>
#include <climits>
#include <exception>

#include "refusal/refusal.h"
#include "storage/system/signals_blocked.h"

namespace cellar {

namespace {

/// The threads that can work while others wait; one of them may lead the write queue.
constexpr unsigned kFewestThreads = 3;
constexpr unsigned kMostThreads = 256;

/// The workers that this thread is one of.
constinit thread_local const Workers* workers_of_thread = nullptr;

/// Tasks that this thread has to run itself, after the one that is running. Null if none is running.
constinit thread_local std::deque<std::function<void()>>* tasks_here = nullptr;

void run_tasks_here() {
  while (!tasks_here->empty()) {
    const std::function<void()> task = std::move(tasks_here->front());
    tasks_here->pop_front();
    task();
  }
}

}  // namespace

Workers::~Workers() {
  {
    const std::lock_guard guard(mutex_);
    is_ending_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

Workers::Waiting::Waiting(Workers& workers) {
  if (tasks_here != nullptr) run_tasks_here();
  if (workers_of_thread != &workers) return;
  const std::lock_guard guard(workers.mutex_);
  ++workers.waiting_;
  if (!workers.is_ending_) workers.start_threads(kMostThreads);
  const bool are_others_left = workers.threads_.size() >= workers.waiting_ + kFewestThreads - 1;
  if (!are_others_left && workers.waiting_ > 1) {
    const unsigned others = --workers.waiting_;
    refuse("too_many_waiting", {}, {{"count", std::to_string(others)}});
  }
  workers_ = &workers;
}

Workers::Waiting::Waiting(Workers& workers, std::nothrow_t) noexcept {
  if (tasks_here != nullptr) run_tasks_here();
  if (workers_of_thread != &workers) return;
  const std::lock_guard guard(workers.mutex_);
  ++workers.waiting_;
  if (!workers.is_ending_) workers.start_threads(UINT_MAX);
  workers_ = &workers;
}

void Workers::Waiting::work_if_all_wait() {
  if (workers_ == nullptr) return;
  std::unique_lock lock(workers_->mutex_);
  if (workers_->tasks_.empty() || workers_->threads_.size() > workers_->waiting_) return;
  const std::function<void()> task = workers_->next_task();
  lock.unlock();
  task();
}

Workers::Waiting::~Waiting() {
  if (workers_ == nullptr) return;
  const std::lock_guard guard(workers_->mutex_);
  --workers_->waiting_;
}

/// The threads run until the object is destroyed.
void Workers::start_threads(unsigned most) {
  const SignalsBlocked blocked;
  const unsigned working = std::max(kFewestThreads, std::thread::hardware_concurrency());
  const unsigned count = std::min(working + waiting_, most);
  try {
    while (threads_.size() < count) threads_.emplace_back([this] { work(); });
  } catch (const std::exception&) {
    // The system grants no more threads, or memory is used up: fewer threads do the same work.
  }
}

void Workers::run(std::function<void()> task) {
  {
    const std::lock_guard guard(mutex_);
    if (threads_.empty()) start_threads(kMostThreads);
    if (!threads_.empty()) {
      tasks_.push_back(std::move(task));
      changed_.notify_one();
      return;
    }
  }
  run_here(std::move(task));
}

void Workers::run_here(std::function<void()> task) {
  if (tasks_here != nullptr) return tasks_here->push_back(std::move(task));
  std::deque<std::function<void()>> tasks;
  tasks.push_back(std::move(task));
  tasks_here = &tasks;
  run_tasks_here();
  tasks_here = nullptr;
}

std::function<void()> Workers::next_task() {
  std::function<void()> task = std::move(tasks_.front());
  tasks_.pop_front();
  return task;
}

void Workers::work() {
  workers_of_thread = this;
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return is_ending_ || !tasks_.empty(); });
    if (tasks_.empty()) return;
    std::function<void()> task = next_task();
    lock.unlock();
    task();
    task = nullptr;  // what it holds ends outside the lock
    lock.lock();
  }
}

}  // namespace cellar
