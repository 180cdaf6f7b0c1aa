// Reads the schema of a cluster.
//
// In:      a connection to a node.
// Out:     the definitions of each keyspace, each after those that it needs, but for types, which come in any order.
// Refused: what reading rows refuses. Tables of system_schema that an older node lacks count as empty.
//
// The statements hold what plans depend on: columns, keys, types, indexes, times to live. Unknown options of newer or
// other servers are left out.
#pragma once

#include "client/mirror/schema_texts.h"
#include "client/server_connection.h"

namespace cellar {

SchemaTexts read_schema_texts(ServerConnection& node);

}  // namespace cellar
