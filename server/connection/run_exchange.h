// Runs a request in a session, and answers with its reply.
//
// In:      an exchange, and its request as the engine takes it.
// Out:     the answer, given to the connection when it is there, mostly by a thread of the database. A traced request
//          leaves its trace in the server.
// Refused: what the engine refuses, by an ERROR; by a Refusal if nothing was begun.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "database/request.h"
#include "server/connection/exchange.h"

namespace cellar {

void run_exchange(const ExchangePointer& exchange, Request request);
/// Returns the id of the first of the statements that must be prepared again. None: all are as their clients know them.
std::optional<std::string> first_invalid_id(const Exchange& exchange,
                                            std::span<const PreparedStatementPointer> statements);

}  // namespace cellar
