#include "client/load/load_lanes.h"

#include <poll.h>

#include <algorithm>
#include <utility>

#include "refusal/messages.h"

namespace cellar {

void LoadLanes::use_nodes(std::vector<ClusterNode> nodes) {
  std::vector<std::unique_ptr<LoadLane>> before = std::exchange(lanes_, {});
  const auto is_same = [](const ClusterNode& left, const ClusterNode& right) {
    return left.host_id.empty() ? left.address.text() == right.address.text() : left.host_id == right.host_id;
  };
  for (const ClusterNode& node : nodes) {
    lanes_.emplace_back();
    if (!datacenter_.empty() && node.datacenter != datacenter_) continue;
    for (std::size_t place = 0; place < before.size(); ++place) {
      if (before[place] != nullptr && is_same(nodes_[place], node)) lanes_.back() = std::move(before[place]);
    }
    if (lanes_.back() == nullptr) lanes_.back() = std::make_unique<LoadLane>(node.address, settings_);
  }
  nodes_ = std::move(nodes);
  // The answers of nodes that have left are lost.
  for (const std::unique_ptr<LoadLane>& lane : before) {
    if (lane == nullptr) continue;
    lose(*lane, {"node_lost",
                 {},
                 {{"address", lane->address().text()}, {"reason", "it has left the cluster"}},
                 std::nullopt});
  }
}

void LoadLanes::look_for_nodes() {
  for (const std::unique_ptr<LoadLane>& lane : lanes_) {
    if (lane != nullptr) lane->try_soon();
  }
}

LoadLane* LoadLanes::lane_for(std::span<const std::size_t> replicas, const LoadLane* refuser) {
  const Clock::time_point now = Clock::now();
  LoadLane* best = nullptr;
  bool may_wait = false;
  const auto consider = [&](LoadLane* lane) {
    if (lane == nullptr || lane == refuser) return;
    may_wait = may_wait || lane->is_open() || lane->is_awaited(now);
    if (!lane->is_open()) return;
    const std::size_t under_way = lane->connection().in_flight();
    if (!lane->window.has_room(under_way, now)) return;
    if (best == nullptr || under_way < best->connection().in_flight()) best = lane;
  };
  for (const std::size_t node : replicas) consider(lanes_[node].get());
  if (may_wait) return best;
  for (const std::unique_ptr<LoadLane>& lane : lanes_) consider(lane.get());
  return may_wait || refuser == nullptr ? best : lane_for(replicas);
}

void LoadLanes::advance() {
  const Clock::time_point now = Clock::now();
  for (const std::unique_ptr<LoadLane>& lane : lanes_) {
    if (lane == nullptr) continue;
    lane->look(now);
    if (lane->is_open()) advance(*lane);
  }
}

void LoadLanes::advance(LoadLane& lane) {
  lane.unsent = 0;
  lane.flushed = Clock::now();
  try {
    lane.connection().advance();
  } catch (const Refusal& refusal) {
    lose(lane, refusal.diagnostic);
  }
}

void LoadLanes::await(std::chrono::milliseconds longest) const {
  constexpr std::chrono::milliseconds kBetweenLooks{5};  // at connections that are being made
  std::vector<pollfd> waited;
  for (const std::unique_ptr<LoadLane>& lane : lanes_) {
    if (lane == nullptr || !lane->is_open()) continue;
    const short events = static_cast<short>(lane->connection().has_unsent() ? POLLIN | POLLOUT : POLLIN);
    waited.push_back({.fd = lane->connection().descriptor(), .events = events, .revents = 0});
  }
  const auto time = waited.empty() ? kBetweenLooks : longest;
  poll(waited.data(), waited.size(), static_cast<int>(time.count()));
}

void LoadLanes::lose(LoadLane& lane, const Diagnostic& reason) {
  if (lane.is_open()) last_open_ = Clock::now();
  lane.lose(reason);
  lost_(lane, reason);
}

void LoadLanes::lose_silent(LoadLane& lane, std::chrono::milliseconds limit) {
  lose(lane, {"node_without_answer",
              {},
              {{"address", lane.address().text()}, {"time", seconds_text(limit)}},
              std::nullopt});
}

bool LoadLanes::is_any_open() const {
  return std::ranges::any_of(
      lanes_, [](const std::unique_ptr<LoadLane>& lane) { return lane != nullptr && lane->is_open(); });
}

std::optional<Diagnostic> LoadLanes::take_unreached() {
  std::size_t all = 0, unreached = 0;
  std::string reason;
  for (const std::unique_ptr<LoadLane>& lane : lanes_) {
    if (lane == nullptr) continue;
    ++all;
    if (lane->was_reached() || !lane->last_fault()) continue;
    ++unreached;
    reason = title_of(*lane->last_fault());
  }
  if (unreached <= told_unreached_) return std::nullopt;
  told_unreached_ = unreached;
  return Diagnostic{"nodes_unreached",
                    {},
                    {{"count", std::to_string(unreached)}, {"all", std::to_string(all)}, {"reason", reason}},
                    std::nullopt};
}

Diagnostic LoadLanes::no_node() const {
  std::string names, reason;
  for (const std::unique_ptr<LoadLane>& lane : lanes_) {
    if (lane == nullptr) continue;
    names += (names.empty() ? "" : ", ") + lane->address().text();
    if (lane->last_fault()) reason = title_of(*lane->last_fault());
  }
  return {"no_node_reachable", {}, {{"nodes", names}, {"reason", reason}}, std::nullopt};
}

}  // namespace cellar
