#include "web/exercise/grading_queue.h"

#include <exception>
#include <utility>

namespace cellar {

void GradingQueue::run(Task task) {
  auto grading = std::make_shared<Grading>(std::move(task), threads_.memory, limits_.working_memory);
  {
    const std::lock_guard guard(mutex_);
    if (has_ended_) return;
    waiting_.push_back(std::move(grading));
    if (places_ == limits_.at_once) return;
    ++places_;
  }
  begin();
}

/// If there is no memory for it, those who have places grade what waits; if nobody has one, it is dropped.
void GradingQueue::begin() {
  Gradings dropped;
  try {
    threads_.work.run([this] { run_waiting(); });
  } catch (const std::exception&) {
    const std::lock_guard guard(mutex_);
    if (--places_ == 0) dropped.swap(waiting_);
  }
}

void GradingQueue::run_waiting() {
  while (const std::shared_ptr<Grading> grading = begin_next()) {
    try {
      threads_.call_after(limits_.whole, [weak = std::weak_ptr(grading)] {
        if (const std::shared_ptr<Grading> late = weak.lock()) late->end();
      });
      grading->task(StopToken(grading->stop), grading->account);
    } catch (const std::exception&) {
      // There is no memory. Who waits for the grade sees that the task is gone.
    }
    const std::lock_guard guard(mutex_);
    running_.remove(grading);
  }
}

/// Returns null, and gives the place up, if nothing waits.
std::shared_ptr<GradingQueue::Grading> GradingQueue::begin_next() {
  const std::lock_guard guard(mutex_);
  if (waiting_.empty()) {
    --places_;
    return nullptr;
  }
  running_.splice(running_.end(), waiting_, waiting_.begin());
  return running_.back();
}

std::size_t GradingQueue::size() const {
  const std::lock_guard guard(mutex_);
  return waiting_.size() + running_.size();
}

void GradingQueue::end() {
  Gradings dropped;
  const std::lock_guard guard(mutex_);
  has_ended_ = true;
  dropped.swap(waiting_);
  for (const std::shared_ptr<Grading>& each : running_) each->end();
}

}  // namespace cellar
