// Which nodes keep a partition.
#include "client/topology/replica_map.h"

#include <catch2/catch.hpp>

namespace cellar::test {

namespace {

using Nodes = std::vector<std::size_t>;
using Replication = std::map<std::string, std::string>;

ClusterNode node(std::string datacenter, std::string rack, std::vector<std::int64_t> tokens) {
  return {.address = {},
          .host_id = {},
          .datacenter = std::move(datacenter),
          .rack = std::move(rack),
          .tokens = std::move(tokens)};
}

Nodes replicas(const ReplicaMap& map, std::int64_t token) {
  const auto found = map.replicas(token);
  return {found.begin(), found.end()};
}

Replication network(std::map<std::string, std::string> factors) {
  factors["class"] = "org.apache.cassandra.locator.NetworkTopologyStrategy";
  return factors;
}

}  // namespace

TEST_CASE("SimpleStrategy takes the next nodes along the ring, of which those of the datacenter are used") {
  const std::vector<ClusterNode> nodes = {node("a", "r", {0, 300}), node("a", "r", {100}),
                                          node("b", "r", {200})};
  const Replication simple{{"class", "SimpleStrategy"}, {"replication_factor", "2"}};
  const ReplicaMap map(nodes, simple, "a");
  CHECK(replicas(map, -5) == Nodes{0, 1});
  CHECK(replicas(map, 0) == Nodes{0, 1});
  CHECK(replicas(map, 1) == Nodes{1});
  CHECK(replicas(map, 150) == Nodes{0});
  CHECK(replicas(map, 250) == Nodes{0, 1});
  CHECK(replicas(map, 301) == Nodes{0, 1});
  CHECK(replicas(ReplicaMap(nodes, {{"class", "SimpleStrategy"}, {"replication_factor", "9"}}, "a"), 150) ==
        Nodes{0, 1});
}

TEST_CASE("NetworkTopologyStrategy takes a node of each rack first, then those that were passed over") {
  const std::vector<ClusterNode> nodes = {node("a", "1", {0}),   node("a", "1", {100}),
                                          node("b", "1", {150}), node("a", "2", {200}),
                                          node("a", "2", {300}), node("b", "1", {350})};
  CHECK(replicas(ReplicaMap(nodes, network({{"a", "2"}, {"b", "1"}}), "a"), 0) == Nodes{0, 3});
  CHECK(replicas(ReplicaMap(nodes, network({{"a", "3"}}), "a"), 0) == Nodes{0, 3, 1});
  CHECK(replicas(ReplicaMap(nodes, network({{"a", "4"}}), "a"), 0) == Nodes{0, 3, 1, 4});
  CHECK(replicas(ReplicaMap(nodes, network({{"a", "9"}}), "a"), 250).size() == 4);
  CHECK(replicas(ReplicaMap(nodes, network({{"a", "2"}, {"b", "1"}}), "b"), 160) == Nodes{5});
  CHECK(replicas(ReplicaMap(nodes, network({{"a", "2"}}), "b"), 0).empty());
}

TEST_CASE("of other strategies, and of a cluster without tokens, no replicas are known") {
  const std::vector<ClusterNode> nodes = {node("a", "1", {0}), node("a", "1", {100})};
  CHECK(replicas(ReplicaMap(nodes, {{"class", "LocalStrategy"}}, "a"), 0).empty());
  CHECK(replicas(ReplicaMap(nodes, {}, "a"), 0).empty());
  CHECK(
      replicas(ReplicaMap({node("a", "1", {}), node("a", "1", {})}, network({{"a", "1"}}), "a"), 0).empty());
}

}  // namespace cellar::test
