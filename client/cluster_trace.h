// The trace of a statement that a cluster has run.
//
// In:      a connection to a node, the id of the trace: 16 bytes.
// Out:     what the nodes did, and when, in its order; null if the cluster has not written it within seconds.
// Refused: what reading rows refuses.
#pragma once

#include <string>

#include "client/server_connection.h"
#include "shell/connection/connection.h"

namespace cellar {

TracePointer read_trace(ServerConnection& node, const std::string& id);

}  // namespace cellar
