#include "server/connection/run_request.h"

#include <algorithm>
#include <exception>
#include <new>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>

#include "protocol/protocol_fault.h"
#include "server/connection/client_connection.h"
#include "server/connection/prepare_statement.h"
#include "server/connection/reply_frame.h"
#include "server/connection/server_statement.h"
#include "server/faults/strict_consistency.h"
#include "types/text/text.h"
#include "types/uuid.h"

namespace cellar {

namespace {

/// Bytes of a message whose values the thread of a socket may bind.
constexpr std::size_t kSmallMessage = std::size_t{64} << 10;
/// Bytes of the texts of a BATCH that are kept for what needs them: faults, consistency levels, errors.
constexpr std::size_t kLongestBatchText = std::size_t{1} << 20;
/// Characters. Traces are bounded by their number, and a statement may have 16 MiB.
constexpr std::size_t kLongestQueryOfTrace = 4096;

const ServerLimits& limits_of(const Exchange& exchange) {
  return exchange.connection->server().options.limits;
}

/// Answers with what `work` returns, or with what it throws.
template <typename Work>
std::string frame_of(const Exchange& exchange, Work work) {
  try {
    return work();
  } catch (const LongRead&) {
    throw;
  } catch (...) {
    return failure_frame(exchange);
  }
}

/// Calls `work` with the exchange, which answers it sooner or later. Answers with what it throws.
template <typename Work>
void go_on_with(const ExchangePointer& exchange, const Work& work) {
  std::string failure;
  try {
    return work(exchange);
  } catch (...) {
    failure = failure_frame(*exchange);
  }
  exchange->connection->answer(*exchange, std::move(failure));
}

/// The same in another thread.
template <typename Work>
void go_on_in_background(const ExchangePointer& exchange, Work work) {
  exchange->connection->server().background.run(
      [exchange, work = std::move(work)] { go_on_with(exchange, work); });
}

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

/// Returns the id of the first of the statements that must be prepared again. None: all are as their clients know them.
std::optional<std::string> first_invalid_id(const Exchange& exchange,
                                            std::span<const PreparedStatementPointer> statements) {
  ClientConnection& connection = *exchange.connection;
  for (const PreparedStatementPointer& statement : statements) {
    if (!is_still_valid(connection.server(), connection.sessions(), statement)) return statement->id();
  }
  return std::nullopt;
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

std::string_view words_of_request(std::string_view command) {
  if (command == "QUERY") return "Execute CQL3 query";
  if (command == "PREPARE") return "Preparing CQL3 query";
  return command == "BATCH" ? "Execute batch of CQL3 queries" : "Execute CQL3 prepared query";
}

TracedRequest traced_request(const Exchange& exchange, TracePointer trace) {
  const ClientConnection& connection = *exchange.connection;
  TracedRequest traced{.trace = std::move(trace),
                       .client = connection.client(),
                       .reached = exchange.connection->sessions().reached(),
                       .command = "QUERY",
                       .request = std::string(words_of_request(exchange.command)),
                       .parameters = {}};
  if (exchange.command != "PREPARE")
    traced.parameters["consistency_level"] = consistency_name(exchange.kind.consistency);
  if (!exchange.statement().empty())
    traced.parameters["query"] = shorten(exchange.statement(), kLongestQueryOfTrace);
  if (exchange.page_size > 0) traced.parameters["page_size"] = std::to_string(exchange.page_size);
  return traced;
}

/// Keeps the trace of the last statement of the session, and returns its id; nothing, if it was not traced.
std::optional<std::string> keep_trace(const Exchange& exchange, Session& session, Result* result = nullptr) {
  const TracePointer trace = session.end_trace(result);
  if (!trace) return std::nullopt;
  exchange.connection->server().traces->add(traced_request(exchange, trace));
  return parse_uuid(trace->id);
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

/// Lets another thread do what a session does in the thread of its caller, and answer with the frame that it returns.
template <typename Work>
void run_in_background(const ExchangePointer& exchange, Work work) {
  go_on_in_background(exchange, [work = std::move(work)](const ExchangePointer& asked) {
    asked->connection->answer(*asked, work(*asked));
  });
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

void run(const ExchangePointer& exchange, Request request) {
  if (!request.keyspace) request.keyspace = exchange->keyspace;
  const bool is_read = exchange->kind.is_read;
  const bool is_short = is_read && exchange->prepared && exchange->prepared->is_short_read();
  if (is_short && !exchange->is_traced && run_short_read(*exchange, request)) return;
  // Who is gone has no use for rows. A write ends as it would have, unless the server ends.
  request.stop = is_read ? exchange->connection->stop() : exchange->connection->server().stop();
  if (exchange->is_traced) {
    run_in_background(exchange, [request = std::move(request)](const Exchange& traced) {
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

std::string_view all_text(const Exchange& exchange) {
  return exchange.parts.empty() ? exchange.statement() : exchange.parts;
}

/// Answers a request that a fault strikes, or runs it late.
void strike(const ExchangePointer& exchange, Request request, const Fault& fault) {
  ClientConnection& connection = *exchange->connection;
  if (fault.kind == Fault::Kind::drop) return connection.drop(*exchange);
  if (fault.kind != Fault::Kind::delay) {
    const std::string_view id = exchange->prepared ? std::string_view(exchange->prepared->id()) : "";
    return connection.answer(*exchange,
                             error_frame(*exchange, fault_answer(fault, kind_of_write(*exchange), id)));
  }
  connection.server().delayed.run_after(fault.delay, [exchange, request = std::move(request)] {
    go_on_with(exchange, [&](const ExchangePointer& late) { run(late, request); });
  });
}

/// Runs a request, unless a fault or missing replicas are to be answered instead.
void submit(const ExchangePointer& exchange, Request request) {
  ServerState& server = exchange->connection->server();
  if (!server.faults.is_empty()) {
    const std::optional<Fault> fault = server.faults.strike(exchange->kind.is_read, all_text(*exchange));
    if (fault) return strike(exchange, std::move(request), *fault);
  }
  if (server.options.is_strict_about_consistency) {
    const std::optional<UnavailableError> missing =
        missing_replicas(exchange->whole_statement(), exchange->keyspace, exchange->kind.consistency,
                         *server.database.schema(), server.database.node().names.datacenter);
    if (missing) {
      return exchange->connection->answer(
          *exchange,
          error_frame(*exchange, {"one replica is alive, and the consistency level needs more: ask for ONE, "
                                  "or start cellar serve without --strict-consistency",
                                  *missing}));
    }
  }
  run(exchange, std::move(request));
}

struct RunServerStatement {
  ServerState& server;

  void operator()(const ResetStatement&) const {
    if (server.database.reset_to_baseline()) server.note_schema_change();
  }
  void operator()(const FaultStatement& statement) const { server.faults.add(parse_fault(statement.words)); }
  void operator()(const FaultsOffStatement&) const { server.faults.clear(); }
};

/// The settings that the parameters of QUERY and EXECUTE have.
Request request_of(const QueryParameters& parameters, const ServerLimits& limits) {
  Request request;
  request.timestamp = parameters.common.timestamp;
  if (parameters.common.now_in_seconds) request.now = *parameters.common.now_in_seconds;
  if (parameters.page_size && *parameters.page_size > 0) {
    request.page_size = static_cast<std::size_t>(*parameters.page_size);
    request.page_bytes = limits.page_bytes;
  }
  if (parameters.paging_state) {
    if (parameters.paging_state->empty()) throw ProtocolFault("Invalid value for the paging state");
    request.read_position = *parameters.paging_state;
  }
  return request;
}

/// Returns the values of named markers in the order of the markers. Refuses a marker without a value, and values that are
/// small in the message, but not once they are repeated.
std::vector<BoundValue> in_order(const Prepared& prepared, const std::vector<std::string>& names,
                                 const std::vector<BoundValue>& values, const ServerLimits& limits) {
  std::unordered_map<std::string_view, const BoundValue*> by_name;
  for (std::size_t index = 0; index < names.size(); ++index) by_name.emplace(names[index], &values[index]);
  std::vector<BoundValue> ordered;
  std::size_t bytes = 0;
  for (const Slot& marker : prepared.markers()) {
    const auto named = by_name.find(marker.name);
    if (named == by_name.end()) refuse("named_value_missing", {}, {{"marker", marker.name}});
    const BoundValue& value = *named->second;
    bytes += value.value ? value.value->size() : 0;
    if (bytes > limits.body)
      throw ProtocolFault("the values of markers that have one name take too many bytes");
    ordered.push_back(value);
  }
  return ordered;
}

/// Runs a text whose values have names: its markers are known once it is prepared.
void run_named(const ExchangePointer& exchange, Request request, std::vector<std::string> names) {
  go_on_in_background(
      exchange, [request = std::move(request), names = std::move(names)](const ExchangePointer& named) {
        Request ordered = request;
        Session session = named->connection->sessions().make();
        const PreparedStatementPointer prepared =
            prepare_statement(named->connection->server(), session, named->text, named->keyspace);
        ordered.statement = prepared->prepared();
        ordered.values = in_order(prepared->prepared(), names, request.values, limits_of(*named));
        submit(named, std::move(ordered));
      });
}

BatchKind kind_of(BatchType type) {
  switch (type) {
    case BatchType::logged:
      return BatchKind::logged;
    case BatchType::unlogged:
      return BatchKind::unlogged;
    case BatchType::counter:
      return BatchKind::counter;
  }
  return {};
}

std::vector<std::string> owned(const std::vector<std::string_view>& names) {
  return {names.begin(), names.end()};
}

}  // namespace

void run_request(const ExchangePointer& exchange, QueryRequest query) {
  if (const std::optional<ServerStatement> statement = parse_server_statement(exchange->text)) {
    return run_in_background(exchange, [statement = *statement](const Exchange& asked) {
      std::visit(RunServerStatement{asked.connection->server()}, statement);
      return reply_frame(asked, Result(), limits_of(asked));
    });
  }
  Request request = request_of(query.parameters, limits_of(*exchange));
  request.values = std::move(query.parameters.values);
  if (!query.parameters.names.empty())
    return run_named(exchange, std::move(request), owned(query.parameters.names));
  request.statement = exchange->text;
  submit(exchange, std::move(request));
}

void run_request(const ExchangePointer& exchange, const PrepareRequest&) {
  ServerState& server = exchange->connection->server();
  const PreparedStatementPointer known =
      exchange->is_traced ? nullptr : find_prepared(server, exchange->text, exchange->keyspace);
  if (known) return exchange->connection->answer(*exchange, prepared_frame(*exchange, *known));
  run_in_background(exchange, [](const Exchange& prepare) {
    ServerState& to = prepare.connection->server();
    Session session = prepare.connection->sessions().make();
    session.set_tracing(prepare.is_traced);
    try {
      PreparedStatementPointer statement = prepare_statement(to, session, prepare.text, prepare.keyspace);
      std::string frame = prepared_frame(prepare, *statement, keep_trace(prepare, session));
      to.prepared->keep(std::move(statement));
      return frame;
    } catch (...) {
      return failure_frame(prepare, keep_trace(prepare, session));
    }
  });
}

void run_request(const ExchangePointer& exchange, ExecuteRequest execute) {
  ClientConnection& connection = *exchange->connection;
  if (!exchange->prepared) return connection.answer(*exchange, unprepared_frame(*exchange, execute.id));
  const Prepared& prepared = exchange->prepared->prepared();
  Request request = request_of(execute.parameters, limits_of(*exchange));
  request.statement = prepared;
  request.values = execute.parameters.names.empty()
                       ? std::move(execute.parameters.values)
                       : in_order(prepared, owned(execute.parameters.names), execute.parameters.values,
                                  limits_of(*exchange));
  if (is_current(connection.server(), *exchange->prepared)) return submit(exchange, std::move(request));
  go_on_in_background(exchange, [request = std::move(request)](const ExchangePointer& executed) {
    ClientConnection& to = *executed->connection;
    if (is_still_valid(to.server(), to.sessions(), executed->prepared)) return submit(executed, request);
    to.answer(*executed, unprepared_frame(*executed, executed->prepared->id()));
  });
}

void run_request(const ExchangePointer& exchange, BatchRequest batch) {
  ClientConnection& connection = *exchange->connection;
  ServerState& server = connection.server();
  Batch parts;
  parts.kind = kind_of(batch.type);
  std::vector<PreparedStatementPointer> to_check;
  std::string_view last_text;
  const auto keep_text = [&](std::string_view text) {
    // Long texts of prepared statements may be repeated.
    const bool is_last = text.data() == last_text.data() && text.size() == last_text.size();
    if (is_last || exchange->parts.size() + text.size() > kLongestBatchText) return;
    last_text = text;
    exchange->parts += text;
    exchange->parts += text.ends_with(';') ? " " : "; ";
  };
  for (BatchEntry& entry : batch.entries) {
    BatchPart part{{}, std::move(entry.values)};
    if (const auto* const text = std::get_if<BatchTextEntry>(&entry.statement)) {
      part.statement = std::string(text->text);
      keep_text(text->text);
    } else {
      const std::string_view id = std::get<BatchPreparedId>(entry.statement).id;
      PreparedStatementPointer prepared = server.prepared->find(id);
      if (!prepared) return connection.answer(*exchange, unprepared_frame(*exchange, id));
      if (!is_current(server, *prepared)) to_check.push_back(prepared);
      part.statement = prepared->prepared();
      keep_text(prepared->text());
      exchange->prepared_parts.push_back(std::move(prepared));
    }
    parts.parts.push_back(std::move(part));
  }
  Request request;
  request.statement = std::move(parts);
  request.timestamp = batch.parameters.common.timestamp;
  if (batch.parameters.common.now_in_seconds) request.now = *batch.parameters.common.now_in_seconds;
  if (to_check.empty()) return submit(exchange, std::move(request));
  go_on_in_background(exchange, [request = std::move(request),
                                 to_check = std::move(to_check)](const ExchangePointer& parts_of) {
    if (const std::optional<std::string> id = first_invalid_id(*parts_of, to_check))
      return parts_of->connection->answer(*parts_of, unprepared_frame(*parts_of, *id));
    submit(parts_of, request);
  });
}

}  // namespace cellar
