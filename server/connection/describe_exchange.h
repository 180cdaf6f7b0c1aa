// What is known of a request before it runs.
//
// In:      a request that was read, the prepared statements.
// Out:     its lane, its text or prepared statement, what a trace and an error tell of it.
// Refused: a page size of 0 (ProtocolFault). An unknown prepared statement gives none.
#pragma once

#include "protocol/message/requests.h"
#include "server/connection/exchange.h"
#include "server/prepared/prepared_statements.h"

namespace cellar {

void describe_exchange(Exchange& exchange, const ReceivedRequest& received, PreparedStatements& prepared);

}  // namespace cellar
