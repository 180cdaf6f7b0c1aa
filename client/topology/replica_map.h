// Which nodes of a datacenter keep the replicas of a partition.
//
// In:      the nodes of a cluster, the replication of a keyspace, the datacenter whose nodes are used.
// Out:     for a token the nodes that keep it, as SimpleStrategy and NetworkTopologyStrategy place them.
// Refused: nothing. For another strategy, and for a ring without tokens, no node is known.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "client/topology/cluster_topology.h"

namespace cellar {

class ReplicaMap {
 public:
  ReplicaMap(const std::vector<ClusterNode>& nodes, const std::map<std::string, std::string>& replication,
             const std::string& datacenter);

  /// Indexes of nodes, the one that owns the token first; none: they are not known.
  std::span<const std::size_t> replicas(std::int64_t token) const;

 private:
  struct Part {
    std::int64_t last = 0;  // it begins behind the part before it; the first one begins behind the last one
    std::vector<std::size_t> replicas;
  };
  std::vector<Part> parts_;  // by their last tokens
};

}  // namespace cellar
