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
  const auto running =
      std::shared_ptr<Running>(new Running{.account = {threads_.memory, limits_.working_memory}});
  {
    const std::lock_guard guard(mutex_);
    if (waiting_.empty()) {
      --places_;
      return;
    }
    task = std::move(waiting_.front());
    waiting_.pop_front();
    running_.insert(running);
  }
  threads_.call_after(limits_.whole, [weak = std::weak_ptr(running)] {
    if (const auto late = weak.lock()) late->end();
  });
  task(StopToken(running->stop), running->account);
  {
    const std::lock_guard guard(mutex_);
    running_.erase(running);
  }
  threads_.work.run([this] { run_next(); });
}

void GradingTurns::end() {
  const std::lock_guard guard(mutex_);
  has_ended_ = true;
  waiting_.clear();
  for (const std::shared_ptr<Running>& each : running_) each->end();
}

}  // namespace cellar
