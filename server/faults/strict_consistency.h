// What Cassandra would answer with one node of those that a replication factor asks for.
//
// In:      the text of a statement, the keyspace in use, its consistency level, the schema.
// Out:     the error that Cassandra would answer: UNAVAILABLE if the level needs more replicas than the one that is alive,
//          invalid if the statement cannot have the level.
// Refused: nothing. A statement that is no CQL, one on a table that is not there, and a definition need none; nor do reads
//          of system keyspaces, at any level but ANY.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "protocol/bytes/consistency.h"
#include "protocol/message/error.h"
#include "schema/schema.h"

namespace cellar {

/// `datacenter` is that of the server: LOCAL_QUORUM counts its replicas alone. Nothing: the level is met.
std::optional<ErrorResponse> unmet_consistency(std::string_view statement, const std::string& keyspace,
                                               Consistency level, const Schema& schema,
                                               const std::string& datacenter);

}  // namespace cellar
