// The keyspaces that belong to the database itself, as every cluster has them.
//
// In:      the name of a keyspace.
// Out:     whether it is one of them, and how it is replicated. Their tables are not kept yet.
#pragma once

#include <string_view>

#include "schema/schema.h"

namespace cellar {

/// Null where the name is of no system keyspace. The keyspace lives as long as the program.
const Keyspace* find_system_keyspace(std::string_view name);

inline bool is_system_keyspace(std::string_view name) { return find_system_keyspace(name) != nullptr; }

/// Those of them that a cluster replicates: their replication may be set.
bool is_replicated_system_keyspace(std::string_view name);

}  // namespace cellar
