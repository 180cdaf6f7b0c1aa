// The answer of the engine as a frame.
//
// In:      the exchange, and the reply to its request, whose rows are read here.
// Out:     a frame: RESULT or ERROR.
// Refused: nothing: what reading the rows refuses becomes an ERROR. LongRead leaves reply_frame() if the exchange is a
//          short read, and its page is none.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "database/request.h"
#include "server/connection/exchange.h"
#include "server/server_options.h"

namespace cellar {

/// Is called when all rows were read; returns the sixteen bytes of the trace's id.
using EndTrace = std::function<std::optional<std::string>(Result* result)>;

std::string reply_frame(const Exchange& exchange, Reply reply, const ServerLimits& limits,
                        const EndTrace& end_trace = nullptr);
/// What an error tells of a write that has failed: whether it had a condition, or counted.
RequestKind kind_of_write(const Exchange& exchange);
std::string refusal_frame(const Exchange& exchange, const Diagnostic& refusal,
                          std::optional<std::string> trace_id = std::nullopt);
/// Returns the ERROR for the exception that is being handled.
std::string failure_frame(const Exchange& exchange, std::optional<std::string> trace_id = std::nullopt);
std::string prepared_frame(const Exchange& exchange, const PreparedStatement& statement,
                           std::optional<std::string> trace_id = std::nullopt);
/// Of a statement without markers and columns whose text is its id.
std::string prepared_text_frame(const Exchange& exchange);
/// The client has to prepare the statement again.
std::string unprepared_frame(const Exchange& exchange, std::string_view id);
std::string error_frame(const Exchange& exchange, const ErrorResponse& error);

}  // namespace cellar
