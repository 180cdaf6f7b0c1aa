// Prepares statements for clients, and keeps what clients know of them true when the schema changes.
//
// In:      a text and the keyspace in use; a statement that was prepared before the schema changed.
// Out:     the prepared statement; whether clients must prepare it again, as after ALTER of its table.
// Refused: what Session::prepare() refuses; columns and markers that the protocol cannot describe (ProtocolFault).
#pragma once

#include <string>

#include "server/prepared/prepared_statement.h"
#include "server/state/server_state.h"

namespace cellar {

/// Returns the statement if it was prepared for the schema of now; else null.
PreparedStatementPointer find_prepared(ServerState& server, const std::string& text,
                                       const std::string& keyspace);
/// Sets the keyspace of the session, which must be one of its own.
PreparedStatementPointer prepare_statement(const ServerState& server, Session& session,
                                           const std::string& text, const std::string& keyspace);

/// Returns true if the schema has not changed since what clients know of the statement was found to be right.
bool is_current(const ServerState& server, const PreparedStatement& statement);
/// Compares the statement with one that is prepared now. Forgets it, and returns false, if its markers or columns are
/// others by now, or it would be refused.
bool is_still_valid(ServerState& server, SessionPool& sessions, const PreparedStatementPointer& statement);

}  // namespace cellar
