// Runs the requests of clients.
//
// In:      a request that a connection has read, and its exchange, which describes it.
// Out:     the answer, given to the connection when it is there, mostly by a thread of the database.
// Refused: what the engine refuses, and names that no marker has: by an ERROR, or by a Refusal if nothing was begun.
#pragma once

#include "protocol/message/requests.h"
#include "server/connection/exchange.h"

namespace cellar {

void run_request(const ExchangePointer& exchange, QueryRequest request);
void run_request(const ExchangePointer& exchange, const PrepareRequest& request);
void run_request(const ExchangePointer& exchange, ExecuteRequest request);
void run_request(const ExchangePointer& exchange, BatchRequest request);

}  // namespace cellar
