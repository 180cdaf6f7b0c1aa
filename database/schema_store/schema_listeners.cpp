#include "database/schema_store/schema_listeners.h"

#include <algorithm>
#include <chrono>
#include <exception>

#include "storage/system/signals_blocked.h"

namespace cellar {

SchemaListeners::~SchemaListeners() {
  {
    const std::lock_guard guard(mutex_);
    is_ending_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

std::uint64_t SchemaListeners::add(Listener listener) {
  const std::lock_guard guard(mutex_);
  if (!thread_.joinable()) {
    const SignalsBlocked blocked;
    thread_ = std::thread([this] { work(); });
  }
  entries_.push_back({++last_number_, std::move(listener)});
  changed_.notify_all();
  return last_number_;
}

void SchemaListeners::remove(std::uint64_t number) {
  std::unique_lock lock(mutex_);
  const auto found = std::ranges::find(entries_, number, &Entry::number);
  if (found == entries_.end()) return;
  // The thread that calls it takes it out afterwards.
  found->is_removed = true;
  if (called_ != number) {
    entries_.erase(found);
    return;
  }
  if (std::this_thread::get_id() == thread_.get_id()) return;
  changed_.wait(lock, [&] { return called_ != number; });
}

void SchemaListeners::note(SchemaPointer before, SchemaPointer after) {
  const std::lock_guard guard(mutex_);
  if (entries_.empty()) return;
  changes_.push_back({last_number_, std::move(before), std::move(after)});
  changed_.notify_all();
}

void SchemaListeners::work() {
  constexpr std::chrono::milliseconds kBetweenLooks{500};
  std::unique_lock lock(mutex_);
  while (!is_ending_) {
    const auto is_called = [&] { return is_ending_ || !changes_.empty(); };
    if (entries_.empty()) {
      changes_.clear();
      changed_.wait(lock, [&] { return is_ending_ || !entries_.empty(); });
    } else if (changed_.wait_for(lock, kBetweenLooks, is_called)) {
      if (is_ending_) return;
      const Change change = std::move(changes_.front());
      changes_.pop_front();
      tell(lock, change);
    } else {
      lock.unlock();
      try {
        look_();
      } catch (const std::exception&) {
        // The file cannot be read now. Whoever needs it is told why; the next look may succeed.
      }
      lock.lock();
    }
  }
}

/// Listeners are called without the lock, so that they may add and remove others, and themselves.
void SchemaListeners::tell(std::unique_lock<std::mutex>& lock, const Change& change) {
  lock.unlock();
  const std::vector<SchemaEvent> events = schema_events(*change.before, *change.after);
  lock.lock();
  for (const SchemaEvent& event : events) {
    for (auto entry = entries_.begin(); entry != entries_.end();) {
      if (entry->number > change.last_listener) break;
      called_ = entry->number;
      lock.unlock();
      entry->listener(event);
      lock.lock();
      called_ = 0;
      entry = entry->is_removed ? entries_.erase(entry) : std::next(entry);
      changed_.notify_all();
    }
  }
}

}  // namespace cellar
