#include "web/notebook/work_threads.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

#include "storage/system/signals_blocked.h"
#include "storage/system/thread_scheduling.h"

namespace cellar {

namespace {

/// The system has granted no thread, and is asked again.
constexpr std::chrono::milliseconds kBetweenStarts{50};

}  // namespace

void WorkThreads::run(std::function<void()> task, Lane lane) {
  Workers& workers = lane == Lane::usual ? usual_ : low_priority_;
  {
    const std::lock_guard guard(mutex_);
    if (is_ending_) return;
    if (!starter_.joinable()) {
      const SignalsBlocked blocked;
      starter_ = std::thread([this] { start_threads(); });
    }
    workers.tasks.push_back(std::move(task));
    if (workers.want_a_thread()) wanted_.notify_one();
  }
  workers.changed.notify_one();
}

void WorkThreads::start_threads() {
  std::unique_lock lock(mutex_);
  while (!is_ending_) {
    for (std::thread& thread : ended_threads_) thread.join();
    ended_threads_.clear();
    bool is_granted = true;
    for (Workers* workers : {&usual_, &low_priority_})
      while (is_granted && workers->want_a_thread()) is_granted = start_thread(*workers);
    if (is_granted)
      wanted_.wait(lock);
    else
      wanted_.wait_for(lock, kBetweenStarts);
  }
}

bool WorkThreads::start_thread(Workers& workers) {
  try {
    threads_.emplace_back([this, &workers] { work(workers); });
  } catch (const std::exception&) {
    return false;
  }
  ++workers.count;
  ++workers.idle;
  return true;
}

void WorkThreads::work(Workers& workers) {
  if (workers.lane == Lane::low_priority) lower_thread_priority();
  std::unique_lock lock(mutex_);
  for (;;) {
    workers.changed.wait(lock, [&] { return is_ending_ || !workers.tasks.empty(); });
    if (is_ending_) return;
    --workers.idle;
    std::function<void()> task = std::move(workers.tasks.front());
    workers.tasks.pop_front();
    if (workers.want_a_thread()) wanted_.notify_one();
    ++running_;
    lock.unlock();
    try {
      task();
    } catch (...) {
      // There is no memory. Whoever waits for what the task would have said sees that it is gone.
    }
    task = nullptr;
    lock.lock();
    --running_;
    done_.notify_all();
    // Nobody may raise the priority of a thread again without special rights, so another one takes its place.
    if (workers.lane == Lane::usual && has_low_thread_priority()) return end_this_thread(workers);
    ++workers.idle;
  }
}

/// Requires mutex_.
void WorkThreads::end_this_thread(Workers& workers) {
  --workers.count;
  if (is_ending_) return;
  const auto is_this = [](const std::thread& thread) {
    return thread.get_id() == std::this_thread::get_id();
  };
  ended_threads_.splice(ended_threads_.end(), threads_, std::ranges::find_if(threads_, is_this));
  wanted_.notify_one();
}

bool WorkThreads::stop(std::chrono::milliseconds patience) {
  std::deque<std::function<void()>> dropped, dropped_low;
  {
    const std::lock_guard guard(mutex_);
    is_ending_ = true;
    dropped.swap(usual_.tasks);
    dropped_low.swap(low_priority_.tasks);
  }
  wanted_.notify_all();
  usual_.changed.notify_all();
  low_priority_.changed.notify_all();
  std::unique_lock lock(mutex_);
  return done_.wait_for(lock, patience, [this] { return running_ == 0; });
}

void WorkThreads::end() {
  stop(std::chrono::milliseconds(0));
  std::thread starter;
  {
    const std::lock_guard guard(mutex_);
    starter.swap(starter_);
  }
  if (!starter.joinable()) return;
  starter.join();
  // Nobody starts or moves one any more.
  for (std::list<std::thread>* threads : {&threads_, &ended_threads_})
    for (std::thread& thread : *threads) thread.join();
}

}  // namespace cellar
