#include "web/http/browser_connections.h"

#include <algorithm>

#include "web/http/browser_connection.h"

namespace cellar {

template <typename Fits>
bool BrowserConnections::close_slowest(Fits fits) {
  std::shared_ptr<BrowserConnection> slowest;
  for (const std::shared_ptr<BrowserConnection>& each : all_)
    if (fits(*each) && (!slowest || each->waits_since() < slowest->waits_since())) slowest = each;
  if (!slowest) return false;
  slowest->close();
  return true;
}

bool BrowserConnections::have_place_for(const std::string& address) {
  const auto of_one = count_of_.find(address);
  const bool has_many =
      !address.empty() && of_one != count_of_.end() && of_one->second >= limits.connections_of_one;
  if (!has_many && all_.size() < limits.connections) return true;
  const auto is_asked = [&](const BrowserConnection& each) { return !has_many || each.address() == address; };
  return close_slowest([&](const BrowserConnection& each) { return each.is_delayed() && is_asked(each); }) ||
         close_slowest([&](const BrowserConnection& each) { return each.gives_way() && is_asked(each); });
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
  while (bytes > 0 && held_ + bytes > limits.bytes)
    if (!make_room(holder)) return false;
  count(holder, bytes);
  return true;
}

void BrowserConnections::hold_over_limit(const BrowserConnection& holder, std::size_t bytes) {
  if (!hold(holder, bytes)) count(holder, bytes);
}

void BrowserConnections::count(const BrowserConnection& holder, std::size_t bytes) {
  if (bytes == 0) return;
  held_of_[holder.address()] += bytes;
  held_ += bytes;
}

void BrowserConnections::release(const BrowserConnection& holder, std::size_t bytes) {
  if (bytes == 0) return;
  held_ -= bytes;
  const auto of_one = held_of_.find(holder.address());
  if ((of_one->second -= bytes) == 0) held_of_.erase(of_one);
}

/// Of the address that holds most, the connection gives way that has kept its bytes waiting for longest.
bool BrowserConnections::make_room(const BrowserConnection& holder) {
  const auto gives_way = [&](const BrowserConnection& each) {
    return &each != &holder && each.keeps_waiting();
  };
  std::size_t most = 0;
  for (const std::shared_ptr<BrowserConnection>& each : all_)
    if (gives_way(*each)) most = std::max(most, held_of_[each->address()]);
  return close_slowest(
      [&](const BrowserConnection& each) { return gives_way(each) && held_of_[each.address()] == most; });
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
