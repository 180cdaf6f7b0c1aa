#include "database/session/session_wait.h"

#include <chrono>

namespace cellar {

namespace {

using Deadline = std::optional<std::chrono::steady_clock::time_point>;

void require_time_until(const Deadline& deadline) {
  if (deadline && std::chrono::steady_clock::now() >= *deadline) refuse("deadline_passed");
}

}  // namespace

void SessionWait::begin(const Request& request, bool is_submitted) {
  request_ = &request;
  is_submitted_ = is_submitted;
  if (!request.deadline && !request.stop.may_stop()) return;
  own_.emplace(settings_.wait);
  // A Result keeps this function, and the request does not live as long.
  own_->interrupted = [deadline = request.deadline, stop = request.stop, asks = settings_.wait.interrupted] {
    require_time_until(deadline);
    return stop.stop_requested() || (asks && asks());
  };
}

void SessionWait::end() {
  own_.reset();
  request_ = nullptr;
  is_submitted_ = false;
}

bool SessionWait::has_ended() const {
  try {
    return is_interrupted();
  } catch (const Refusal&) {
    return true;
  }
}

void SessionWait::require_time() const {
  if (own_ && own_->interrupted()) refuse("interrupted");
}

std::function<bool()> SessionWait::asked_while_reading() const {
  if (request_ != nullptr && request_->must_be_short) return []() -> bool { throw LongRead(); };
  const std::function<bool()>& asks = current().interrupted;
  if (!is_submitted_) return asks;
  return [workers = &database_.workers, asks] { return workers->note_work(asks) || (asks && asks()); };
}

std::exception_ptr SessionWait::end_of_wait() const {
  try {
    require_time_until(request_->deadline);
    if (request_->stop.stop_requested())
      refuse("wait_interrupted", {}, {{"path", database_.store.path().string()}});
    return nullptr;
  } catch (const Refusal&) {
    return std::current_exception();
  }
}

WriteTransaction SessionWait::begin_to_write() const {
  const Workers::Waiting waiting(database_.workers);
  return database_.store.write(current());
}

}  // namespace cellar
