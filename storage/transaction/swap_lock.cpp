// Exclusive use of the file, while COMPACT replaces it.
#include <cassert>
#include <chrono>

#include "refusal/refusal.h"
#include "storage/transaction/environment_locks.h"

namespace cellar {

namespace {

/// How long COMPACT keeps new transactions waiting while those that are under way end.
constexpr std::chrono::milliseconds kWaitForReads{250};

/// Takes the file for this process alone, or refuses. Called with environment.mutex locked.
void take_presence(Environment& environment) {
  if (!environment.is_temporary && environment.locks->status().links > 1) {
    refuse("file_has_hard_links", {}, {{"path", environment.path}});
  }
  if (!environment.locks->try_lock(LockRange::presence, LockMode::exclusive)) {
    refuse("file_in_use", {}, {{"path", environment.path}});
  }
}

/// Lets other processes open the file again. Called with environment.mutex locked.
void share_presence(Environment& environment) noexcept {
  try {
    environment.locks->try_lock(LockRange::presence, LockMode::shared);
  } catch (const Refusal&) {
    // The lock stays exclusive, so other processes cannot open the file until this one has closed it.
  }
}

}  // namespace

void refuse_if_shared(Environment& environment) {
  const std::lock_guard guard(environment.mutex);
  take_presence(environment);
  share_presence(environment);
}

SwapLock::SwapLock(Environment& environment) : environment_(environment) {
  std::unique_lock lock(environment.mutex);
  assert(environment.is_compacting && environment.has_writer && !environment.is_swapping);
  take_presence(environment);
  environment.is_swapping = true;
  if (environment.changed.wait_for(lock, kWaitForReads, [&] { return environment.transactions == 0; }))
    return;
  end();
  refuse("compact_in_transaction", {}, {{"path", environment.path}});
}

SwapLock::~SwapLock() {
  const std::lock_guard guard(environment_.mutex);
  end();
}

void SwapLock::end() noexcept {
  share_presence(environment_);
  environment_.is_swapping = false;
  environment_.changed.notify_all();
}

}  // namespace cellar
