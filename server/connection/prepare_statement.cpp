#include "server/connection/prepare_statement.h"

#include <optional>
#include <utility>

#include "protocol/protocol_fault.h"
#include "server/answer/columns.h"

namespace cellar {

namespace {

/// A statement that is planned without a keyspace names its own: in use may be whatever.
std::optional<Prepared> prepare_without_keyspace(Session& session, const std::string& text) {
  try {
    return session.prepare(text);
  } catch (const Refusal&) {
    return std::nullopt;
  }
}

bool are_same(const Prepared& left, const Prepared& right) {
  return are_same_columns(left.columns(), right.columns()) &&
         marker_specs(left.markers()) == marker_specs(right.markers()) &&
         left.partition_key_markers() == right.partition_key_markers();
}

}  // namespace

PreparedStatementPointer find_prepared(ServerState& server, const std::string& text,
                                       const std::string& keyspace) {
  PreparedStatementPointer known = server.prepared->find(prepared_id(text, {}));
  if (!known && !keyspace.empty()) known = server.prepared->find(prepared_id(text, keyspace));
  return known && is_current(server, *known) ? known : nullptr;
}

PreparedStatementPointer prepare_statement(const ServerState& server, Session& session,
                                           const std::string& text, const std::string& keyspace) {
  // Read before the schema: a change that comes between the two is looked at once more.
  const std::uint64_t generation = server.schema_generation;
  if (!keyspace.empty()) {
    if (std::optional<Prepared> prepared = prepare_without_keyspace(session, text))
      return std::make_shared<PreparedStatement>(*prepared, text, std::string(), generation);
    session.use(keyspace);
  }
  return std::make_shared<PreparedStatement>(session.prepare(text), text, keyspace, generation);
}

bool is_current(const ServerState& server, const PreparedStatement& statement) {
  return statement.generation() == server.schema_generation;
}

bool is_still_valid(ServerState& server, SessionPool& sessions, const PreparedStatementPointer& statement) {
  try {
    Session session = sessions.make();
    const PreparedStatementPointer now =
        prepare_statement(server, session, statement->text(), statement->keyspace());
    if (are_same(now->prepared(), statement->prepared())) {
      statement->set_generation(now->generation());
      return true;
    }
  } catch (const Refusal&) {
    // Who prepares it again is told why.
  } catch (const ProtocolFault&) {
    // The same: its columns can no longer be described.
  }
  server.prepared->forget(statement);
  return false;
}

}  // namespace cellar
