#include "client/topology/replica_map.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <utility>

namespace cellar {

namespace {

using OwnedTokens = std::vector<std::pair<std::int64_t, std::size_t>>;  // with the node, sorted

/// "3", or "3/1": as many replicas, of which one holds data for a time only.
std::size_t factor_of(const std::map<std::string, std::string>& replication, const std::string& name) {
  const auto found = replication.find(name);
  std::size_t factor = 0;
  if (found == replication.end()) return 0;
  std::from_chars(found->second.data(), found->second.data() + found->second.size(), factor);
  return factor;
}

/// Walks the ring from one part on, all around, and calls `take` with each owner until that returns false.
template <typename Take>
void walk(const OwnedTokens& owned, std::size_t first, Take take) {
  for (std::size_t step = 0; step < owned.size(); ++step) {
    if (!take(owned[(first + step) % owned.size()].second)) return;
  }
}

std::vector<std::size_t> next_nodes(const OwnedTokens& owned, std::size_t first, std::size_t factor) {
  std::vector<std::size_t> replicas;
  walk(owned, first, [&](std::size_t node) {
    if (std::ranges::find(replicas, node) == replicas.end()) replicas.push_back(node);
    return replicas.size() < factor;
  });
  return replicas;
}

/// One replica in each rack, then, if there are fewer racks than replicas, the nodes that were passed over.
std::vector<std::size_t> nodes_in_racks(const std::vector<ClusterNode>& nodes, const OwnedTokens& owned,
                                        std::size_t first, std::size_t factor, std::size_t racks) {
  std::vector<std::size_t> replicas, passed;
  std::set<std::string> met;
  const auto is_met = [&](std::size_t node) {
    return std::ranges::find(replicas, node) != replicas.end() ||
           std::ranges::find(passed, node) != passed.end();
  };
  walk(owned, first, [&](std::size_t node) {
    if (is_met(node)) return true;
    const bool is_new_rack = met.insert(nodes[node].rack).second;
    if (!is_new_rack && met.size() < racks) {
      passed.push_back(node);
      return true;
    }
    replicas.push_back(node);
    if (is_new_rack && met.size() == racks) {
      for (const std::size_t each : passed) {
        if (replicas.size() < factor) replicas.push_back(each);
      }
    }
    return replicas.size() < factor;
  });
  return replicas;
}

}  // namespace

ReplicaMap::ReplicaMap(const std::vector<ClusterNode>& nodes,
                       const std::map<std::string, std::string>& replication, const std::string& datacenter) {
  const auto found = replication.find("class");
  const std::string strategy = found == replication.end() ? "" : found->second;
  const bool is_simple = strategy.ends_with("SimpleStrategy");
  if (!is_simple && !strategy.ends_with("NetworkTopologyStrategy")) return;
  const std::size_t factor = factor_of(replication, is_simple ? "replication_factor" : datacenter);
  if (factor == 0) return;
  OwnedTokens owned;
  std::set<std::string> racks;
  for (std::size_t node = 0; node < nodes.size(); ++node) {
    if (!is_simple && nodes[node].datacenter != datacenter) continue;
    racks.insert(nodes[node].rack);
    for (const std::int64_t token : nodes[node].tokens) owned.emplace_back(token, node);
  }
  std::ranges::sort(owned);
  for (std::size_t part = 0; part < owned.size(); ++part) {
    std::vector<std::size_t> replicas = is_simple ? next_nodes(owned, part, factor)
                                                  : nodes_in_racks(nodes, owned, part, factor, racks.size());
    std::erase_if(replicas, [&](std::size_t node) { return nodes[node].datacenter != datacenter; });
    parts_.push_back({owned[part].first, std::move(replicas)});
  }
}

std::span<const std::size_t> ReplicaMap::replicas(std::int64_t token) const {
  if (parts_.empty()) return {};
  const auto found = std::ranges::lower_bound(parts_, token, {}, &Part::last);
  return found == parts_.end() ? parts_.front().replicas : found->replicas;
}

}  // namespace cellar
