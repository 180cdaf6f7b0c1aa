#include "database/statement/request_queue.h"

#include <chrono>
#include <new>
#include <optional>
#include <stdexcept>
#include <utility>

namespace cellar {

RequestQueue::~RequestQueue() {
  constexpr std::chrono::milliseconds kBetweenLooks{10};
  std::optional<Workers::Waiting> waiting;
  if (is_busy_) waiting.emplace(database_.workers, std::nothrow);
  // The mutex is locked so that the thread that has answered last has released it.
  std::unique_lock lock(mutex_);
  while (!answered_.wait_for(lock, kBetweenLooks, [&] { return !is_busy_; })) {
    lock.unlock();
    waiting->work_if_all_wait();
    lock.lock();
  }
}

void RequestQueue::await() {
  if (!is_busy_) return;
  const Workers::Waiting waiting(database_.workers);
  std::unique_lock lock(mutex_);
  answered_.wait(lock, [&] { return !is_busy_; });
}

/// Binds a prepared write and puts it into the write queue, which takes less time than to wake another thread.
bool RequestQueue::may_begin_here(const Submitted& submitted) const {
  if (submitted.threads != RequestThreads::any) return false;
  const auto* const prepared = std::get_if<Prepared>(&submitted.request.statement);
  return prepared != nullptr && statement_.is_queued_write(*prepared);
}

void RequestQueue::submit(Request request, Completion completion, RequestThreads threads) {
  auto submitted = std::make_unique<Submitted>();
  submitted->share.emplace(database_.requests, size_of(request));
  submitted->request = std::move(request);
  submitted->completion = std::move(completion);
  submitted->threads = threads;
  bool begins_here = false;
  {
    const std::lock_guard guard(mutex_);
    if (is_busy_) {
      waiting_.push_back(std::move(submitted));
      return;
    }
    begins_here = may_begin_here(*submitted);
    is_busy_ = true;
    if (begins_here) {
      running_ = std::move(submitted);
    } else {
      waiting_.push_back(std::move(submitted));
    }
  }
  if (begins_here) return begin_running();
  try {
    database_.workers.run([this] { run_next(); });
  } catch (...) {
    const std::lock_guard guard(mutex_);
    waiting_.clear();  // it was the only one, since the session was idle
    is_busy_ = false;
    throw;
  }
}

void RequestQueue::run_next() {
  {
    const std::lock_guard guard(mutex_);
    running_ = std::move(waiting_.front());
    waiting_.pop_front();
  }
  begin_running();
}

void RequestQueue::begin_running() {
  take_step([this](ResultPointer& result) {
    statement_.begin(running_->request, true);
    return statement_.run(result);
  });
}

void RequestQueue::resume() {
  const auto step = [this] {
    take_step([this](ResultPointer& result) { return statement_.resume(result); });
  };
  if (running_->threads == RequestThreads::any && statement_.is_written()) return step();
  database_.workers.run(step);
}

template <typename Step>
void RequestQueue::take_step(Step step) {
  Reply reply;
  try {
    ResultPointer result;
    if (step(result) == StepResult::in_queue) return;  // another thread may have gone on already
    reply = Result(std::move(result));
  } catch (Refusal& refusal) {
    statement_.finish_refusal(refusal);
    reply = std::move(refusal);
  } catch (const std::bad_alloc&) {
    reply = Refusal({"memory_used_up", {}, {}, std::nullopt});
  } catch (const std::length_error&) {
    reply = Refusal({"memory_used_up", {}, {}, std::nullopt});
  } catch (const std::exception& fault) {
    reply = Refusal({"program_fault", {}, {{"what", fault.what()}}, std::nullopt});
  } catch (...) {
    reply = Refusal(
        {"program_fault", {}, {{"what", "a function that it called threw no std::exception"}}, std::nullopt});
  }
  answer(std::move(reply));
}

/// Nothing of the session is touched after the last answer: it may end.
void RequestQueue::answer(Reply reply) {
  statement_.end();
  const std::unique_ptr<Submitted> ended = std::move(running_);
  ended->share.reset();  // the completion may submit another request
  ended->completion(std::move(reply));
  ended->completion = nullptr;
  ended->request = {};
  {
    const std::lock_guard guard(mutex_);
    if (waiting_.empty()) {
      is_busy_ = false;
      answered_.notify_all();
      return;
    }
  }
  database_.workers.run([this] { run_next(); });
}

}  // namespace cellar
