#include "web/exercise/grading_turns.h"

#include <utility>

namespace cellar {

void GradingTurns::run(Task task) {
  {
    const std::lock_guard guard(mutex_);
    if (has_ended_) return;
    waiting_.push_back(std::move(task));
    if (places_ == limits_.at_once) return;
    ++places_;
  }
  threads_.work.run([this] { run_next(); });
}

void GradingTurns::run_next() {
  Task task;
  const Stop stop = std::make_shared<std::atomic<int>>(0);
  {
    const std::lock_guard guard(mutex_);
    if (waiting_.empty()) {
      --places_;
      return;
    }
    task = std::move(waiting_.front());
    waiting_.pop_front();
    running_.insert(stop);
  }
  threads_.call_after(limits_.whole, [weak = std::weak_ptr(stop)] {
    if (const Stop running = weak.lock()) *running = 1;
  });
  task(StopToken(*stop));
  {
    const std::lock_guard guard(mutex_);
    running_.erase(stop);
  }
  threads_.work.run([this] { run_next(); });
}

void GradingTurns::end() {
  const std::lock_guard guard(mutex_);
  has_ended_ = true;
  waiting_.clear();
  for (const Stop& stop : running_) *stop = 1;
}

}  // namespace cellar
