#include "database/queues/workers.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <exception>
#include <utility>

#include "database/request.h"
#include "refusal/refusal.h"
#include "storage/system/signals_blocked.h"
#include "storage/system/thread_scheduling.h"

namespace cellar {

namespace {

/// The threads that can work while others wait; one of them may lead the write queue.
constexpr unsigned kFewestThreads = 3;
constexpr unsigned kMostThreads = 256;

/// Calls of note_work() before a task counts as long, and in one turn: about ten thousand entries.
constexpr unsigned kShortWork = 10;
/// The same for work of which each piece is long, as a function of a value of megabytes.
constexpr std::chrono::milliseconds kShortTime{10};

constexpr std::chrono::milliseconds kBetweenQuestions{20};

/// One core is left for short tasks.
unsigned turns_of_long() { return std::max(2U, std::thread::hardware_concurrency()) - 1; }

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

WorkerPool::Running& WorkerPool::running() {
  constinit thread_local Running of_thread;
  return of_thread;
}

WorkerPool::~WorkerPool() {
  {
    const std::lock_guard guard(mutex_);
    is_ending_ = true;
  }
  changed_.notify_all();
  for (std::list<std::thread>* threads : {&threads_, &ended_threads_})
    for (std::thread& thread : *threads) thread.join();
}

std::size_t WorkerPool::wanted_threads() const {
  const std::size_t working = std::max(kFewestThreads, std::thread::hardware_concurrency());
  return working + waiting_ + long_;
}

/// The threads run until the pool ends, or until they have run a long task.
void WorkerPool::start_threads(std::size_t most) {
  const SignalsBlocked blocked;
  const std::size_t count = std::min(wanted_threads(), most);
  for (std::thread& thread : ended_threads_) thread.join();
  ended_threads_.clear();
  try {
    while (threads_.size() < count)
      threads_.emplace_back(
          [this, has_low_priority = running().has_low_priority] { work(has_low_priority); });
  } catch (const std::exception&) {
    // The system grants no more threads, or memory is used up: fewer threads do the same work.
  }
}

void WorkerPool::add_place() {
  const std::lock_guard guard(mutex_);
  places_.emplace_back();
  ++reserved_;
}

void WorkerPool::give_up_place() {
  const std::lock_guard guard(mutex_);
  --reserved_;
  if (!places_.empty()) places_.pop_back();
}

void WorkerPool::add_task(Entry entry) {
  if (places_.empty()) places_.emplace_back();
  places_.front() = std::move(entry);
  tasks_.splice(tasks_.end(), places_, places_.begin());
}

WorkerPool::Entry WorkerPool::next_task() {
  Entry entry = std::move(tasks_.front());
  if (tasks_.size() + places_.size() > reserved_)
    tasks_.pop_front();
  else
    places_.splice(places_.end(), tasks_, tasks_.begin());
  return entry;
}

/// A thread has the priority of the one that has started it.
void WorkerPool::work(bool has_low_priority) {
  running() = {.pool = this, .has_low_priority = has_low_priority};
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return is_ending_ || !tasks_.empty(); });
    if (tasks_.empty()) return;
    run_task(lock);
    // Nobody may raise the priority of a thread again without special rights, so another one takes its place.
    if (running().has_low_priority && !is_ending_ && threads_.size() > wanted_threads())
      return end_this_thread();
  }
}

/// To be called at the end of a thread, with the lock: the next one that is started joins it.
void WorkerPool::end_this_thread() {
  const auto is_this = [](const std::thread& thread) {
    return thread.get_id() == std::this_thread::get_id();
  };
  ended_threads_.splice(ended_threads_.end(), threads_, std::ranges::find_if(threads_, is_this));
}

/// Runs the first task, without the lock.
void WorkerPool::run_task(std::unique_lock<std::mutex>& lock) {
  Entry entry = next_task();
  const Running outer =
      std::exchange(running(), {.pool = this, .has_low_priority = running().has_low_priority});
  lock.unlock();
  entry.task();
  entry.task = nullptr;  // what it holds ends outside the lock
  lock.lock();
  const Running ended = std::exchange(running(), outer);
  running().has_low_priority |= ended.has_low_priority;
  if (ended.is_long) --long_;
  if (ended.has_turn) give_turn();
  if (--entry.owner->tasks_ == 0) entry.owner->all_done_.notify_all();
}

/// Notes work of this thread's task. Returns true if the task, or its turn, has had enough.
bool WorkerPool::has_worked_long() {
  Running& task = running();
  const std::chrono::microseconds computed = thread_processor_time();
  if (task.noted == 0) task.noted_first = computed;
  return ++task.noted >= kShortWork || computed - task.noted_first >= kShortTime;
}

void WorkerPool::become_long() {
  if (long_ == kMostLongReads) refuse("too_many_long_requests", {}, {{"count", std::to_string(long_)}});
  ++long_;
  running().is_long = true;
  if (!is_ending_) start_threads(kMostThreads);
  // Not before another thread has taken its place, which would inherit the priority.
  const bool has_substitute = threads_.size() >= wanted_threads();
  if (has_substitute && !running().has_low_priority) running().has_low_priority = lower_thread_priority();
}

/// Returns true if `stop` returned true; the task has no turn then.
bool WorkerPool::await_turn(const std::function<bool()>& stop) {
  Running& task = running();
  std::unique_lock lock(mutex_);
  if (!task.is_long) become_long();
  if (task.has_turn && waiters_.empty()) return false;
  if (std::exchange(task.has_turn, false)) give_turn();
  if (turns_ < turns_of_long()) {
    ++turns_;
    task.has_turn = true;
    return false;
  }
  Waiter waiter;
  waiters_.push_back(&waiter);
  const auto leave = [&] {
    if (waiter.has_turn) return give_turn();
    std::erase(waiters_, &waiter);
  };
  while (!waiter.changed.wait_for(lock, kBetweenQuestions, [&] { return waiter.has_turn; })) {
    lock.unlock();
    bool must_stop = false;
    try {
      must_stop = stop && stop();
    } catch (...) {
      lock.lock();
      leave();
      throw;
    }
    lock.lock();
    if (!must_stop) continue;
    leave();
    return true;
  }
  task.has_turn = true;
  return false;
}

/// Hands a turn to the long task that has waited longest.
void WorkerPool::give_turn() {
  if (waiters_.empty()) {
    --turns_;
    return;
  }
  Waiter* const next = waiters_.front();
  waiters_.pop_front();
  next->has_turn = true;
  next->changed.notify_one();
}

Workers::~Workers() {
  std::unique_lock lock(pool_->mutex_);
  all_done_.wait(lock, [&] { return tasks_ == 0; });
}

bool Workers::note_work(const std::function<bool()>& stop) {
  WorkerPool::Running& task = WorkerPool::running();
  if (task.pool != pool_.get()) return false;
  const bool goes_on = task.is_long ? task.has_turn : true;
  if (goes_on && !WorkerPool::has_worked_long()) return false;
  task.noted = 0;
  return pool_->await_turn(stop);
}

Workers::Waiting::Waiting(Workers& workers) {
  if (tasks_here != nullptr) run_tasks_here();
  WorkerPool& pool = *workers.pool_;
  if (WorkerPool::running().pool != &pool) return;
  const std::lock_guard guard(pool.mutex_);
  ++pool.waiting_;
  if (!pool.is_ending_) pool.start_threads(kMostThreads);
  const bool are_others_left = pool.threads_.size() >= pool.waiting_ + kFewestThreads - 1;
  if (!are_others_left && pool.waiting_ > 1) {
    const unsigned others = --pool.waiting_;
    refuse("too_many_waiting", {}, {{"count", std::to_string(others)}});
  }
  pool_ = &pool;
  begin();
}

Workers::Waiting::Waiting(Workers& workers, std::nothrow_t) noexcept {
  if (tasks_here != nullptr) run_tasks_here();
  WorkerPool& pool = *workers.pool_;
  if (WorkerPool::running().pool != &pool) return;
  const std::lock_guard guard(pool.mutex_);
  ++pool.waiting_;
  if (!pool.is_ending_) pool.start_threads(SIZE_MAX);
  pool_ = &pool;
  begin();
}

/// A long task that waits gives its turn to others, since it may wait for one of them.
void Workers::Waiting::begin() {
  WorkerPool::Running& task = WorkerPool::running();
  if (std::exchange(task.has_turn, false)) pool_->give_turn();
}

void Workers::Waiting::work_if_all_wait() {
  if (pool_ == nullptr) return;
  std::unique_lock lock(pool_->mutex_);
  if (pool_->tasks_.empty() || pool_->threads_.size() > pool_->waiting_) return;
  pool_->run_task(lock);
}

Workers::Waiting::~Waiting() {
  if (pool_ == nullptr) return;
  const std::lock_guard guard(pool_->mutex_);
  --pool_->waiting_;
}

Workers::Place::Place(Workers& workers) : pool_(workers.pool_) { pool_->add_place(); }
Workers::Place::~Place() { pool_->give_up_place(); }

void Workers::run(std::function<void()> task) {
  {
    const std::lock_guard guard(pool_->mutex_);
    if (pool_->threads_.empty()) pool_->start_threads(kMostThreads);
    if (!pool_->threads_.empty()) {
      pool_->add_task({this, std::move(task)});
      ++tasks_;
      pool_->changed_.notify_one();
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

}  // namespace cellar
