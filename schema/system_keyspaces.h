// The keyspaces that belong to the database itself, as every cluster has them, and their tables.
//
// In:      the name of a keyspace.
// Out:     the keyspace with its tables, which have ids that no table in the file has. Nothing of them is in the
//          file: the rows are computed (executor/system/system_rows.h).
// Refused: nothing.
#pragma once

#include <span>
#include <string_view>

#include "schema/schema.h"

namespace cellar {

/// The cluster that a database appears as, with one node, unless whoever opens it names another one (NodeNames).
inline constexpr std::string_view kClusterName = "cellar";
inline constexpr std::string_view kDatacenter = "datacenter1";
inline constexpr std::string_view kRack = "rack1";
/// The address and port at which other nodes of the cluster would reach this one.
inline constexpr std::string_view kStorageAddress = "127.0.0.1";
inline constexpr int kStoragePort = 7000;

/// In the order of their names.
std::span<const std::string_view> system_keyspace_names();
/// Null where the name is of no system keyspace. The keyspace lives as long as the program.
const Keyspace* find_system_keyspace(std::string_view name);

bool is_system_keyspace(std::string_view name);
/// Those of them that a cluster replicates: their replication may be set.
bool is_replicated_system_keyspace(std::string_view name);
/// Those of them whose tables Cassandra computes, too: what filters them needs no ALLOW FILTERING.
bool is_virtual_keyspace(std::string_view name);

}  // namespace cellar
