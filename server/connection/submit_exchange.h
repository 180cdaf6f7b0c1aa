// Runs a request, unless a fault or missing replicas are to be answered instead.
//
// In:      an exchange, and its request as the engine takes it.
// Out:     the answer, given to the connection when it is there.
// Refused: as by run_exchange.h; for a consistency level that one replica does not meet (UNAVAILABLE), or the statement
//          cannot have (invalid); as a fault says.
#pragma once

#include "database/request.h"
#include "server/connection/exchange.h"

namespace cellar {

void submit_exchange(const ExchangePointer& exchange, Request request);

}  // namespace cellar
