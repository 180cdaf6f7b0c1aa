// The replication that fits a cluster.
//
// In:      a connection to the cluster.
// Out:     its datacenters; a replication for a new keyspace: three copies in each datacenter, or as many as it has nodes.
// Refused: what reading the system tables refuses.
#pragma once

#include <map>
#include <string>

#include "shell/connection/connection.h"

namespace cellar {

/// Returns how many nodes each datacenter has.
std::map<std::string, std::size_t> nodes_by_datacenter(Connection& connection);
/// Returns "{'class': 'NetworkTopologyStrategy', 'dc1': 3}".
std::string suggested_replication(const std::map<std::string, std::size_t>& nodes);

}  // namespace cellar
