#include "server/connection/run_exchange.h"

#include <utility>

#include "server/connection/exchange_work.h"
#include "server/connection/prepare_statement.h"
#include "server/connection/traced_request.h"

namespace cellar {

namespace {

/// Bytes of a message whose values the thread of a socket may bind.
constexpr std::size_t kSmallMessage = std::size_t{64} << 10;

/// What an answer does to the connection and the server, before its client hears of it.
void note_effects(const Exchange& exchange, const Reply& reply) {
  const auto* const result = std::get_if<Result>(&reply);
  if (result == nullptr) return;
  ClientConnection& connection = *exchange.connection;
  if (result->kind() == ResultKind::keyspace_set) connection.set_keyspace(result->keyspace());
  if (result->kind() == ResultKind::schema_changed) connection.server().note_schema_change();
}

/// Gives the session back, and answers.
void answer(Exchange& exchange, std::string frame) {
  ClientConnection& connection = *exchange.connection;
  connection.sessions().give_back(std::move(exchange.session));
  connection.answer(exchange, std::move(frame));
}

/// Returns whether the reply says that one of the prepared statements of a BATCH has changed, but not which.
bool is_of_changed_part(const Exchange& exchange, const Reply& reply) {
  const auto* const refusal = std::get_if<Refusal>(&reply);
  return refusal != nullptr && refusal->diagnostic.error_class() == ErrorClass::unprepared &&
         !exchange.prepared_parts.empty();
}

std::string changed_part_frame(const Exchange& exchange) {
  const std::span<const PreparedStatementPointer> parts(exchange.prepared_parts);
  return unprepared_frame(exchange, first_invalid_id(exchange, parts).value_or(parts.front()->id()));
}

void finish(const ExchangePointer& exchange, Reply reply) {
  if (is_of_changed_part(*exchange, reply)) {
    // Not in this thread, which may be the one that leads the write queue.
    exchange->connection->server().background.run([exchange] {
      answer(*exchange, frame_of(*exchange, [&] { return changed_part_frame(*exchange); }));
    });
    return;
  }
  note_effects(*exchange, reply);
  answer(*exchange,
         frame_of(*exchange, [&] { return reply_frame(*exchange, std::move(reply), limits_of(*exchange)); }));
}

Reply execute(Session& session, const Request& request) {
  try {
    return session.execute(request);
  } catch (Refusal& refusal) {
    return std::move(refusal);
  }
}

/// Runs a request in this thread, with a session of its own, whose trace is kept.
std::string run_traced(const Exchange& exchange, const Request& request) {
  Session session = exchange.connection->sessions().make();
  session.set_tracing(true);
  Reply reply = execute(session, request);
  if (is_of_changed_part(exchange, reply)) return changed_part_frame(exchange);
  note_effects(exchange, reply);
  return reply_frame(exchange, std::move(reply), limits_of(exchange),
                     [&](Result* result) { return keep_trace(exchange, session, result); });
}

/// Runs a read in this thread. Returns false, and has done nothing, if it is not short.
bool run_short_read(Exchange& exchange, Request& request) {
  SessionPool& sessions = exchange.connection->sessions();
  exchange.session = sessions.take();
  request.must_be_short = exchange.is_short = true;
  try {
    answer(exchange, frame_of(exchange, [&] {
             return reply_frame(exchange, execute(*exchange.session, request), limits_of(exchange));
           }));
    return true;
  } catch (const LongRead&) {
    sessions.give_back(std::move(exchange.session));
    exchange.prepared->note_long_read();
    request.must_be_short = exchange.is_short = false;
    return false;
  }
}

}  // namespace

/// Returns the id of the first of the statements that must be prepared again. None: all are as their clients know them.
std::optional<std::string> first_invalid_id(const Exchange& exchange,
                                            std::span<const PreparedStatementPointer> statements) {
  ClientConnection& connection = *exchange.connection;
  for (const PreparedStatementPointer& statement : statements) {
    if (!is_still_valid(connection.server(), connection.sessions(), statement)) return statement->id();
  }
  return std::nullopt;
}

void run_exchange(const ExchangePointer& exchange, Request request) {
  if (!request.keyspace) request.keyspace = exchange->keyspace;
  const bool is_read = exchange->kind.is_read;
  const bool is_short = is_read && exchange->prepared && exchange->prepared->is_short_read();
  if (is_short && !exchange->is_traced && run_short_read(*exchange, request)) return;
  // Who is gone has no use for rows. A write ends as it would have, unless the server ends.
  request.stop = is_read ? exchange->connection->stop() : exchange->connection->server().stop();
  if (exchange->is_traced) {
    answer_in_background(exchange, [request = std::move(request)](const Exchange& traced) {
      return run_traced(traced, request);
    });
    return;
  }
  SessionPool& sessions = exchange->connection->sessions();
  exchange->session = sessions.take();
  try {
    exchange->session->submit(
        std::move(request), [exchange](Reply reply) { finish(exchange, std::move(reply)); },
        exchange->bytes <= kSmallMessage ? RequestThreads::any : RequestThreads::of_database);
  } catch (...) {
    sessions.give_back(std::move(exchange->session));
    throw;
  }
}

}  // namespace cellar
