#include "web/notebook/bounded_connection.h"

#include <utility>

#include "parser/script/command_text.h"
#include "types/text/text.h"
#include "web/notebook/definition_bounds.h"

namespace cellar {

/// What else a statement may take is counted while it runs.
void BoundedConnection::check(std::string_view statement) const {
  const std::string_view word = first_word(statement);
  if (is_same_word(word, "CREATE") || is_same_word(word, "ALTER"))
    refuse_too_many_definitions(statement, *schema(), keyspace());
}

void BoundedConnection::begin_anew(Language language, StatementPath path) {
  Session session(*database(), policy());
  if (!keyspace().empty()) session.use(keyspace());
  session.set_notices(notices());
  session.set_tracing(tracing());
  session.set_language(language);
  session.set_path(path);
  exchange(*database(), std::move(session));
}

Result BoundedConnection::execute(std::string_view statement) {
  check(statement);
  return DatabaseConnection::execute(statement);
}

Reply BoundedConnection::attempt(std::string_view statement) {
  try {
    check(statement);
  } catch (const Refusal& refusal) {
    return refusal;
  }
  return DatabaseConnection::attempt(statement);
}

Prepared BoundedConnection::prepare(std::string_view statement) {
  check(statement);
  return DatabaseConnection::prepare(statement);
}

}  // namespace cellar
