// Turns the error of a cluster into a Refusal with the words of the cluster.
//
// In:      the error of a server, the statement.
// Out:     a diagnostic: its error class is that of the server's code, its span what the words name.
// Refused: nothing.
#pragma once

#include <string_view>

#include "client/server_answer.h"
#include "refusal/refusal.h"

namespace cellar {

Diagnostic refusal_of(const ServerError& error, std::string_view statement);

}  // namespace cellar
