#include "web/http/browser_connections.h"

#include "web/http/browser_connection.h"

namespace cellar {

template <typename Fits>
bool BrowserConnections::close_slowest(Fits fits) {
  std::shared_ptr<BrowserConnection> slowest;
  for (const std::shared_ptr<BrowserConnection>& each : all_)
    if (fits(*each) && (!slowest || each->moved_at() < slowest->moved_at())) slowest = each;
  if (!slowest) return false;
  slowest->close();
  return true;
}

bool BrowserConnections::have_place_for(const std::string& address) {
  const auto of_one = count_of_.find(address);
  if (!address.empty() && of_one != count_of_.end() && of_one->second >= limits.connections_of_one)
    return close_slowest(
        [&](const BrowserConnection& each) { return each.is_idle() && each.address() == address; });
  return all_.size() < limits.connections ||
         close_slowest([](const BrowserConnection& each) { return each.is_idle(); });
}

void BrowserConnections::add(const std::shared_ptr<BrowserConnection>& connection) {
  const std::lock_guard guard(mutex_);
  if (all_.insert(connection).second) ++count_of_[connection->address()];
}

void BrowserConnections::remove(const std::shared_ptr<BrowserConnection>& connection) {
  const std::lock_guard guard(mutex_);
  if (all_.erase(connection) == 0) return;
  const auto of_one = count_of_.find(connection->address());
  if (--of_one->second == 0) count_of_.erase(of_one);
  changed_.notify_all();
}

bool BrowserConnections::hold(const BrowserConnection& holder, std::size_t bytes) {
  const auto gives_way = [&](const BrowserConnection& each) {
    return &each != &holder && each.keeps_waiting();
  };
  while (bytes > 0 && held_ + bytes > limits.bytes)
    if (!close_slowest(gives_way)) return false;
  held_ += bytes;
  return true;
}

void BrowserConnections::hold_over_limit(const BrowserConnection& holder, std::size_t bytes) {
  if (!hold(holder, bytes)) held_ += bytes;
}

void BrowserConnections::close_idle() {
  while (close_slowest([](const BrowserConnection& each) { return each.is_idle(); })) {
  }
}

void BrowserConnections::close_all() {
  while (close_slowest([](const BrowserConnection&) { return true; })) {
  }
}

bool BrowserConnections::wait_until_none(std::chrono::steady_clock::time_point deadline) {
  std::unique_lock lock(mutex_);
  return changed_.wait_until(lock, deadline, [this] { return all_.empty(); });
}

}  // namespace cellar
