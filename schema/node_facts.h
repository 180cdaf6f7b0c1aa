// The facts of the node as which a database appears to clients.
//
// In:      the names that whoever opens it gives, the id in its file, the address at which a client reaches it.
// Out:     plain data, which system.local and DESCRIBE CLUSTER tell.
// Refused: nothing.
#pragma once

#include <cstdint>
#include <string>

#include "schema/system_keyspaces.h"

namespace cellar {

/// The names of the cluster of one node, of its datacenter and rack.
struct NodeNames {
  std::string cluster{kClusterName};
  std::string datacenter{kDatacenter};
  std::string rack{kRack};
};

inline const NodeNames kDefaultNodeNames;

/// The address at which a client reaches the node. A server may listen at several addresses, so it is no property of
/// the database.
struct NodeAddress {
  std::string address{"\x7f\0\0\1", 4};  // 4 or 16 bytes
  std::uint16_t port = 9042;
};

struct NodeFacts {
  NodeNames names;
  std::string host_id;  // a uuid of 16 bytes
  NodeAddress rpc_address;
};

}  // namespace cellar
