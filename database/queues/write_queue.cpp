#include "database/queues/write_queue.h"

#include <fmt/format.h>

#include <algorithm>

#include "refusal/refusal.h"

namespace cellar {

namespace {

using Clock = std::chrono::steady_clock;

/// The bounds of one commit: a larger one would keep those waiting that come after it.
constexpr std::size_t kMostWrites = 4'096;
constexpr std::size_t kMostBytes = 4 << 20;

constexpr std::chrono::milliseconds kBetweenLooks{20};

/// A session that has not written again after this many waits is assumed to have nothing more to write.
constexpr int kWaitsToWriteAgain = 20;

/// Each thread gets a refusal of its own: it may change the places in it.
std::exception_ptr copy_of(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const Refusal& refusal) {
    return std::make_exception_ptr(Refusal(refusal.diagnostic));
  } catch (...) {
    return failure;
  }
}

bool is_interruption(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const Refusal& refusal) {
    return refusal.diagnostic.cause() == Cause::wait_interrupted;
  } catch (...) {
    return false;
  }
}

bool is_over(std::chrono::milliseconds limit, Clock::duration waited) {
  return limit > limit.zero() && waited >= limit;
}

std::exception_ptr refusal_of_wait(const Store& store, std::chrono::milliseconds limit) {
  const std::chrono::duration<double> seconds = limit;
  const Parameters parameters = {{"path", store.path().string()},
                                 {"seconds", fmt::format("{}", seconds.count())}};
  const char* const id = store.is_written_elsewhere() ? "process_is_writing" : "session_is_writing";
  return std::make_exception_ptr(Refusal({id, {}, parameters, std::nullopt}));
}

/// Returns the exception that ends the wait (an interruption, its limit, or what a function of `wait`
/// throws), or null while it may go on.
std::exception_ptr end_of_wait(const Store& store, const WaitForWriter& wait, Clock::duration waited,
                               bool& announced) {
  try {
    if (!announced && waited >= kSilentWait) {
      announced = true;
      if (wait.waiting) wait.waiting();
    }
    if (wait.interrupted && wait.interrupted()) {
      refuse("wait_interrupted", {}, {{"path", store.path().string()}});
    }
  } catch (...) {
    return std::current_exception();
  }
  return is_over(wait.limit, waited) ? refusal_of_wait(store, wait.limit) : nullptr;
}

/// The rest of the wait of a write that has waited while others led.
WaitForWriter rest_of(const WaitForWriter& wait, Clock::duration waited) {
  WaitForWriter rest = wait;
  if (waited >= kSilentWait) rest.waiting = nullptr;
  if (wait.limit > wait.limit.zero()) {
    const auto left = wait.limit - std::chrono::duration_cast<std::chrono::milliseconds>(waited);
    rest.limit = std::max(left, std::chrono::milliseconds(1));
  }
  return rest;
}

}  // namespace

bool QueuedWrite::result() const {
  if (failure_) std::rethrow_exception(failure_);
  return has_written_;
}

void WriteQueue::Chain::push(QueuedWrite& write) {
  write.next_ = nullptr;
  (first == nullptr ? first : last->next_) = &write;
  last = &write;
  ++size;
}

QueuedWrite* WriteQueue::Chain::pop() {
  QueuedWrite* const write = first;
  if (write == nullptr) return nullptr;
  first = write->next_;
  --size;
  return write;
}

void WriteQueue::Chain::erase(QueuedWrite& write) {
  QueuedWrite* before = nullptr;
  for (QueuedWrite* place = first; place != &write; place = place->next_) before = place;
  (before == nullptr ? first : before->next_) = write.next_;
  if (last == &write) last = before;
  --size;
}

bool WriteQueue::run(QueuedWrite& write, const WaitForWriter& wait) {
  if (enter(write)) {
    lead(wait, &write);
  } else if (follow(write, wait)) {
    const Clock::duration waited = Clock::now() - write.arrival_;
    lead(waited < kBetweenLooks ? wait : rest_of(wait, waited), &write);
  }
  return write.result();
}

void WriteQueue::submit(QueuedWrite& write, std::chrono::milliseconds limit) {
  write.limit_ = limit;
  write.arrival_ = Clock::now();
  if (enter(write)) lead_later_();
}

bool WriteQueue::enter(QueuedWrite& write) {
  const std::lock_guard guard(mutex_);
  waiting_.push(write);
  write.turns_before_ = turns_;
  if (waiting_.size == awaited_) have_arrived_.notify_one();
  if (is_led_) {
    write.arrival_ = Clock::now();
    return false;
  }
  return is_led_ = true;
}

/// The lock of the queue is never taken within that of a write.
bool WriteQueue::follow(QueuedWrite& write, const WaitForWriter& wait) {
  bool announced = false;
  for (;;) {
    {
      std::unique_lock lock(write.mutex_);
      const auto is_told = [&] { return write.signal_ != QueuedWrite::Signal::none; };
      if (write.changed_.wait_for(lock, kBetweenLooks, is_told)) {
        return write.signal_ == QueuedWrite::Signal::lead;
      }
    }
    const std::exception_ptr end = end_of_wait(store_, wait, Clock::now() - write.arrival_, announced);
    if (end && leave(write)) std::rethrow_exception(end);
  }
}

/// Takes a write out of the queue. Returns false if a leader has taken it already, or has chosen it to lead.
bool WriteQueue::leave(QueuedWrite& write) {
  const std::lock_guard guard(mutex_);
  if (write.is_chosen_) return false;
  QueuedWrite* place = waiting_.first;
  while (place != nullptr && place != &write) place = place->next_;
  if (place == nullptr) return false;
  waiting_.erase(write);
  return true;
}

/// Waits for the lock to write without a limit of its own, as long as a write is waiting.
void WriteQueue::lead_for_others() {
  WaitForWriter wait;
  wait.limit = wait.limit.zero();
  wait.interrupted = [this] {
    const std::lock_guard guard(mutex_);
    return waiting_.first == nullptr;
  };
  lead(wait, nullptr);
}

/// Ends the wait of writes without a thread that have reached their limit, which no thread of their own
/// checks.
void WriteQueue::refuse_late() {
  Chain late;
  {
    const std::lock_guard guard(mutex_);
    const Clock::time_point now = Clock::now();
    Chain rest;
    while (QueuedWrite* const write = waiting_.pop()) {
      if (!write->has_thread_) write->failure_ = write->end_of_wait();
      if (!write->has_thread_ && is_over(write->limit_, now - write->arrival_))
        write->failure_ = refusal_of_wait(store_, write->limit_);
      (write->failure_ ? late : rest).push(*write);
    }
    waiting_ = rest;
  }
  tell(late, nullptr);
}

void WriteQueue::lead(const WaitForWriter& wait, QueuedWrite* own) {
  Chain taken;
  std::exception_ptr failure;
  WaitForWriter wait_for_all = wait;
  wait_for_all.interrupted = [this, &wait] {
    refuse_late();
    return wait.interrupted && wait.interrupted();
  };
  await_expected();
  try {
    WriteTransaction transaction = store_.write(wait_for_all);
    gather(transaction, taken);
    if (transaction.has_writes()) transaction.commit();
  } catch (...) {
    failure = std::current_exception();
    if (taken.first == nullptr) refuse_waiting(own, failure, taken);
  }
  choose_next_leader(taken.size);
  tell(taken, failure);
}

/// Lets the writes arrive that are expected. Called before the lock to write is taken, which other processes want, too.
void WriteQueue::await_expected() {
  constexpr unsigned kMostInVain = 6;
  std::unique_lock lock(mutex_);
  const Clock::time_point start = Clock::now();
  const Clock::duration most = kWaitsToWriteAgain * for_next_write_;
  if (waiting_.size >= expected_ || start - turn_end_ > most) return;
  if (turns_without_waiting_ > 0) {
    --turns_without_waiting_;
    return;
  }
  awaited_ = expected_;
  const std::size_t before = waiting_.size;
  for (std::size_t seen = before; seen < awaited_; seen = waiting_.size) {
    const bool are_all =
        have_arrived_.wait_for(lock, for_next_write_, [&] { return waiting_.size >= awaited_; });
    if (are_all || waiting_.size == seen || Clock::now() - start > most) break;
  }
  awaited_ = 0;
  waits_in_vain_ = waiting_.size > before ? 0 : std::min(waits_in_vain_ + 1, kMostInVain);
  turns_without_waiting_ = (1U << waits_in_vain_) - 1;
}

/// A write that is refused leaves nothing in the transaction: it gathers all that it changes before it
/// applies any of it.
void WriteQueue::gather(WriteTransaction& transaction, Chain& taken) {
  for (std::size_t count = 0; count < kMostWrites && transaction.gathered_bytes() < kMostBytes; ++count) {
    QueuedWrite* write = nullptr;
    {
      const std::lock_guard guard(mutex_);
      write = waiting_.pop();
      if (write == nullptr) return;
      longest_wait_ = std::max(longest_wait_, turns_ + 1 - write->turns_before_);
    }
    taken.push(*write);
    if (!write->has_thread_ && (write->failure_ = write->end_of_wait())) continue;
    try {
      write->has_written_ = write->write(transaction);
    } catch (...) {
      write->failure_ = std::current_exception();
      if (!transaction.usable()) throw;
    }
  }
}

/// Called if the lock to write was not obtained. Ends the leader's own write. A leader without one ends all
/// writes that have no thread, unless its wait ended because no write was left: those that have arrived since
/// get the next leader.
void WriteQueue::refuse_waiting(QueuedWrite* own, const std::exception_ptr& failure, Chain& taken) {
  const std::lock_guard guard(mutex_);
  if (own != nullptr) {
    waiting_.erase(*own);
    own->failure_ = failure;
    taken.push(*own);
    return;
  }
  if (is_interruption(failure)) return;
  Chain rest;
  while (QueuedWrite* const write = waiting_.pop()) {
    if (!write->has_thread_) write->failure_ = copy_of(failure);
    (write->has_thread_ ? rest : taken).push(*write);
  }
  waiting_ = rest;
}

void WriteQueue::choose_next_leader(std::size_t answered) {
  std::unique_lock lock(mutex_);
  ++turns_;
  expected_ = std::min(waiting_.size + answered, kMostWrites);
  turn_end_ = Clock::now();
  QueuedWrite* const next = waiting_.first;
  is_led_ = next != nullptr;
  if (next == nullptr) return;
  if (!next->has_thread_) {
    lock.unlock();
    return lead_later_();
  }
  next->is_chosen_ = true;
  const std::lock_guard guard(next->mutex_);
  next->signal_ = QueuedWrite::Signal::lead;
  next->changed_.notify_one();
}

/// Notifies the writes. A write may be destroyed as soon as it is notified.
void WriteQueue::tell(Chain& ended, const std::exception_ptr& failure) {
  while (QueuedWrite* const write = ended.pop()) {
    if (failure && !write->failure_) write->failure_ = copy_of(failure);
    if (!write->has_thread_) {
      write->ended();
      continue;
    }
    const std::lock_guard guard(write->mutex_);
    write->signal_ = QueuedWrite::Signal::ended;
    write->changed_.notify_one();
  }
}

std::uint64_t WriteQueue::turns() const {
  const std::lock_guard guard(mutex_);
  return turns_;
}

std::uint64_t WriteQueue::longest_wait() const {
  const std::lock_guard guard(mutex_);
  return longest_wait_;
}

}  // namespace cellar
