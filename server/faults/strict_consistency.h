// What Cassandra would answer with one node of those that a replication factor asks for.
//
// In:      the text of a statement, the keyspace in use, its consistency level, the schema.
// Out:     how many replicas the level needs, if they are more than the one that is alive.
// Refused: nothing. A statement that is no CQL, and one on a system keyspace, needs none.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "protocol/bytes/consistency.h"
#include "protocol/message/error.h"
#include "schema/schema.h"

namespace cellar {

/// `datacenter` is that of the server: LOCAL_QUORUM counts its replicas alone.
std::optional<UnavailableError> missing_replicas(std::string_view statement, const std::string& keyspace,
                                                 Consistency level, const Schema& schema,
                                                 const std::string& datacenter);

}  // namespace cellar
