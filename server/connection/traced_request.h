// The traces of requests, which system_traces shows.
//
// In:      the exchange, and the session that has run or prepared its statement.
// Out:     the trace is kept, with the consistency level and the text of the request; its id.
// Refused: nothing.
#pragma once

#include <optional>
#include <string>

#include "server/connection/exchange.h"

namespace cellar {

/// Keeps the trace of the last statement of the session. Returns the sixteen bytes of its id; nothing, if it was not
/// traced.
std::optional<std::string> keep_trace(const Exchange& exchange, Session& session, Result* result = nullptr);

}  // namespace cellar
