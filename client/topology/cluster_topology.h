// The nodes of a cluster, as one of them tells.
//
// In:      a connection to a node.
// Out:     each node with the address by which it is reached, its datacenter and rack, and the tokens that it owns.
// Refused: what reading the rows refuses.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "client/server_address.h"
#include "client/server_connection.h"

namespace cellar {

struct ClusterNode {
  ServerAddress address;
  std::string host_id{};  // 16 bytes; a node may be known by several addresses
  std::string datacenter;
  std::string rack;
  /// Each is the last one of a part of the ring. Empty for a node that has none yet, and if the tokens of the cluster are
  /// not those of Murmur3.
  std::vector<std::int64_t> tokens;
};

/// The node that is asked comes first.
std::vector<ClusterNode> read_topology(ServerConnection& node);

}  // namespace cellar
