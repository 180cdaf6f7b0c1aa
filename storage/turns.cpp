#include "storage/turns.h"

#include <algorithm>
#include <chrono>

#include "refusal/refusal.h"
#include "storage/transaction_state.h"

namespace cellar {

SwapTurn::SwapTurn(Environment& environment) : environment_(environment) {
  const std::lock_guard guard(environment.mutex);
  if (environment.transactions != 0) refuse("compact_in_transaction", {}, {{"path", environment.path}});
  if (!environment.locks->try_lock(LockRange::presence, LockMode::exclusive)) {
    refuse("file_in_use", {}, {{"path", environment.path}});
  }
  environment.is_swapping = true;
}

SwapTurn::~SwapTurn() {
  const std::lock_guard guard(environment_.mutex);
  environment_.locks->try_lock(LockRange::presence, LockMode::shared);
  environment_.is_swapping = false;
  environment_.changed.notify_all();
}

TransactionTurn::TransactionTurn(Environment& environment) : environment_(&environment) {
  std::unique_lock lock(environment.mutex);
  begin(lock);
}

TransactionTurn::TransactionTurn(Environment& environment, std::unique_ptr<TransactionState>& reader)
    : environment_(&environment) {
  std::unique_lock lock(environment.mutex);
  begin(lock);
  if (environment.resting.empty()) return;
  reader = std::move(environment.resting.back());
  environment.resting.pop_back();
}

TransactionTurn& TransactionTurn::operator=(TransactionTurn&& other) noexcept {
  std::swap(environment_, other.environment_);
  return *this;
}

void TransactionTurn::begin(std::unique_lock<std::mutex>& lock) {
  Environment& environment = *environment_;
  environment.changed.wait(lock, [&] { return !environment.is_swapping; });
  if (!environment.map) refuse("file_failure", {}, {{"path", environment.path}, {"reason", "it was closed"}});
  fit_map(environment, lock);
  if (environment.has_no_lock_file && environment.transactions == 0) lock_out_writers(environment);
  ++environment.transactions;
}

void TransactionTurn::end() {
  Environment& environment = *environment_;
  environment_ = nullptr;
  if (--environment.transactions == 0 && environment.has_no_lock_file) {
    environment.locks->try_lock(LockRange::writer, LockMode::none);
  }
}

void TransactionTurn::end(TransactionTurn turn, std::unique_ptr<TransactionState> reader) {
  constexpr std::size_t kMostResting = 16;
  Environment& environment = *turn.environment_;
  const std::lock_guard guard(environment.mutex);
  if (environment.resting.size() < kMostResting) environment.resting.push_back(std::move(reader));
  turn.end();
}

TransactionTurn::~TransactionTurn() {
  if (environment_ == nullptr) return;
  const std::lock_guard guard(environment_->mutex);
  end();
}

WriterTurn::WriterTurn(Environment& environment, const WaitForWriter& wait) : environment_(environment) {
  using namespace std::chrono_literals;
  if (environment.options.read_only) refuse("store_is_read_only", {}, {{"path", environment.path}});
  const auto start = std::chrono::steady_clock::now();
  bool announced = false;
  for (auto pause = 1ms; !try_take(); pause = std::min(pause * 2, 16ms)) {
    if (wait.interrupted && wait.interrupted()) refuse("wait_interrupted", {}, {{"path", environment.path}});
    if (!announced && std::chrono::steady_clock::now() - start >= 2s) {
      announced = true;
      if (wait.waiting) wait.waiting();
    }
    std::unique_lock lock(environment.mutex);
    environment.changed.wait_for(lock, pause);
  }
}

bool WriterTurn::try_take() {
  const std::lock_guard guard(environment_.mutex);
  if (environment_.has_writer || environment_.is_swapping) return false;
  if (!environment_.locks->try_lock(LockRange::writer, LockMode::exclusive)) return false;
  environment_.has_writer = true;
  return true;
}

WriterTurn::~WriterTurn() {
  const std::lock_guard guard(environment_.mutex);
  environment_.locks->try_lock(LockRange::writer, LockMode::none);
  environment_.has_writer = false;
  environment_.changed.notify_all();
}

}  // namespace cellar
