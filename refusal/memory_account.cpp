#include "refusal/memory_account.h"

#include <algorithm>
#include <exception>
#include <new>

namespace cellar {

namespace {

/// An account takes so much of the pool at a time, so that accounts seldom meet there.
constexpr std::size_t kStep = std::size_t{1} << 20;
/// Beyond its bound, a piece of work that was refused memory may hold so much: to end, and to say why.
constexpr std::size_t kForRefusal = std::size_t{2} << 20;

}  // namespace

bool MemoryPool::take(std::size_t bytes, bool must) {
  const auto size = static_cast<std::ptrdiff_t>(bytes);
  if (left_.fetch_sub(size) >= size || must) return true;
  left_ += size;
  return false;
}

std::size_t MemoryAccount::held() const {
  return static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, held_.load(std::memory_order_relaxed)));
}

/// The bytes are among those that are held. What ends with an exception ends in any case.
void MemoryAccount::grow(std::size_t bytes, bool must) {
  must |= std::uncaught_exceptions() > 0;
  const std::lock_guard guard(mutex_);
  if (is_over_ && !has_refused_ && !must) refuse_bytes(bytes);
  const std::size_t held_now = held();
  if (held_now <= granted_) return;
  const std::size_t most = most_ + (has_refused_ ? kForRefusal : 0);
  const bool is_within = must || held_now <= most;
  const std::size_t step = (held_now + kStep - 1) / kStep * kStep;
  const std::size_t wanted = held_now <= most ? std::min(step, most) : step;
  if (!is_within || !pool_->take(wanted - granted_, must || has_refused_)) refuse_bytes(bytes);
  granted_ = wanted;
  if (!is_over_ || has_refused_) unasked_ = granted_;
}

/// The refusal itself may take memory again.
void MemoryAccount::refuse_bytes(std::size_t bytes) {
  give(bytes);
  has_refused_ = true;
  unasked_ = granted_;
  throw std::bad_alloc();
}

void MemoryAccount::end_work() {
  const std::lock_guard guard(mutex_);
  is_over_ = true;
  if (!has_refused_) unasked_ = 0;
}

void MemoryAccount::begin_work() {
  const std::lock_guard guard(mutex_);
  has_refused_ = is_over_ = false;
  if (held_ < 0) held_ = 0;
  const std::size_t wanted = std::max(own_, (held() + kStep - 1) / kStep * kStep);
  if (wanted < granted_) {
    pool_->give(granted_ - wanted);
    granted_ = wanted;
  }
  unasked_ = granted_;
}

}  // namespace cellar
