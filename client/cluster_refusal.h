// Turns the errors and warnings of a cluster into diagnostics with its words.
//
// In:      the error of a server, the statement; a warning.
// Out:     a refusal: its error class is that of the server's code, its span what the words name; a notice.
// Refused: nothing.
#pragma once

#include <string_view>

#include "client/server_answer.h"
#include "refusal/refusal.h"

namespace cellar {

Diagnostic refusal_of(const ServerError& error, std::string_view statement);
Diagnostic warning_of(std::string_view words);

}  // namespace cellar
