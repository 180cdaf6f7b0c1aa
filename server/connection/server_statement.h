// Statements for the server itself, which no driver knows to be other than CQL.
//
// In:      the text of a QUERY or PREPARE: CELLAR RESET, CELLAR FAULT 'words', CELLAR FAULTS OFF; in any case, with a semicolon or
//          not.
// Out:     the statement as data; nothing for any other text. It is run. A prepared one has no markers, and its text is
//          its id, so that nothing is kept of it.
// Refused: other words behind CELLAR (E535); words that are no fault; a reset of a file.
#pragma once

#include <optional>
#include <string_view>
#include <variant>

#include "server/faults/fault.h"

namespace cellar {

struct ServerState;

/// All tables and definitions are set back to what they were when the server began to listen.
struct ResetStatement {};
/// Asks for a fault.
struct FaultStatement {
  Fault fault;
};
struct FaultsOffStatement {};
using ServerStatement = std::variant<ResetStatement, FaultStatement, FaultsOffStatement>;

std::optional<ServerStatement> parse_server_statement(std::string_view text);
void run_server_statement(ServerState& server, const ServerStatement& statement);

}  // namespace cellar
