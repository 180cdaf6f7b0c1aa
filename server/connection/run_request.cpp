#include "server/connection/run_request.h"

#include <optional>
#include <unordered_map>
#include <utility>

#include "protocol/protocol_fault.h"
#include "server/connection/exchange_work.h"
#include "server/connection/prepare_statement.h"
#include "server/connection/run_exchange.h"
#include "server/connection/server_statement.h"
#include "server/connection/submit_exchange.h"
#include "server/connection/traced_request.h"

namespace cellar {

namespace {

/// Bytes of the texts of a BATCH that are kept for what needs them: faults, consistency levels, errors.
constexpr std::size_t kLongestBatchText = std::size_t{1} << 20;

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

/// Returns the values of named markers in the order of the markers. Refuses a marker without a value, and values that
/// are small in the message, but not once they are repeated.
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
  attempt_in_background(
      exchange, [request = std::move(request), names = std::move(names)](const ExchangePointer& named) {
        Request ordered = request;
        Session session = named->connection->sessions().make();
        const PreparedStatementPointer prepared =
            prepare_statement(named->connection->server(), session, named->text, named->keyspace);
        ordered.statement = prepared->prepared();
        ordered.values = in_order(prepared->prepared(), names, request.values, limits_of(*named));
        submit_exchange(named, std::move(ordered));
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

/// Reads the entries of a BATCH, and keeps in the exchange what is asked of their texts and prepared statements.
struct BatchReader {
  explicit BatchReader(Exchange& of_batch) : exchange(of_batch) {}

  /// Returns the id of a prepared statement that is not known.
  std::optional<std::string_view> read(BatchEntry& entry) {
    if (const auto* const text = std::get_if<BatchTextEntry>(&entry.statement)) {
      add_text(text->text, std::move(entry.values));
      return std::nullopt;
    }
    ServerState& server = exchange.connection->server();
    const std::string_view id = std::get<BatchPreparedId>(entry.statement).id;
    PreparedStatementPointer prepared = server.prepared->find(id);
    if (!prepared) {
      if (!parse_server_statement(id)) return id;
      add_text(id, std::move(entry.values));  // no part of a batch: it is refused as its text is
      return std::nullopt;
    }
    if (!is_current(server, *prepared)) to_check.push_back(prepared);
    parts.push_back({prepared->prepared(), std::move(entry.values)});
    keep_text(prepared->text());
    exchange.prepared_parts.push_back(std::move(prepared));
    return std::nullopt;
  }
  void add_text(std::string_view text, std::vector<BoundValue> values) {
    parts.push_back({std::string(text), std::move(values)});
    keep_text(text);
  }
  void keep_text(std::string_view text) {
    // Long texts of prepared statements may be repeated.
    const bool is_last = text.data() == last_text.data() && text.size() == last_text.size();
    std::string& kept = exchange.batch_text;
    if (is_last || kept.size() + text.size() > kLongestBatchText) return;
    last_text = text;
    kept += text;
    kept += text.ends_with(';') ? " " : "; ";
  }

  Exchange& exchange;
  std::vector<BatchPart> parts;
  std::vector<PreparedStatementPointer> to_check;
  std::string_view last_text;
};

void answer_server_statement(const ExchangePointer& exchange, const ServerStatement& statement) {
  answer_in_background(exchange, [statement](const Exchange& asked) {
    run_server_statement(asked.connection->server(), statement);
    return reply_frame(asked, Result(), limits_of(asked));
  });
}

std::vector<std::string> owned(const std::vector<std::string_view>& names) {
  return {names.begin(), names.end()};
}

}  // namespace

void run_request(const ExchangePointer& exchange, QueryRequest query) {
  if (const std::optional<ServerStatement> statement = parse_server_statement(exchange->text))
    return answer_server_statement(exchange, *statement);
  Request request = request_of(query.parameters, limits_of(*exchange));
  request.values = std::move(query.parameters.values);
  if (!query.parameters.names.empty())
    return run_named(exchange, std::move(request), owned(query.parameters.names));
  request.statement = exchange->text;
  submit_exchange(exchange, std::move(request));
}

void run_request(const ExchangePointer& exchange, const PrepareRequest&) {
  if (parse_server_statement(exchange->text))
    return exchange->connection->answer(*exchange, prepared_text_frame(*exchange));
  ServerState& server = exchange->connection->server();
  const PreparedStatementPointer known =
      exchange->is_traced ? nullptr : find_prepared(server, exchange->text, exchange->keyspace);
  if (known) return exchange->connection->answer(*exchange, prepared_frame(*exchange, *known));
  answer_in_background(exchange, [](const Exchange& prepare) {
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
  if (!exchange->prepared) {
    if (const std::optional<ServerStatement> statement = parse_server_statement(execute.id))
      return answer_server_statement(exchange, *statement);
    return connection.answer(*exchange, unprepared_frame(*exchange, execute.id));
  }
  const Prepared& prepared = exchange->prepared->prepared();
  Request request = request_of(execute.parameters, limits_of(*exchange));
  request.statement = prepared;
  request.values = execute.parameters.names.empty()
                       ? std::move(execute.parameters.values)
                       : in_order(prepared, owned(execute.parameters.names), execute.parameters.values,
                                  limits_of(*exchange));
  if (is_current(connection.server(), *exchange->prepared))
    return submit_exchange(exchange, std::move(request));
  attempt_in_background(exchange, [request = std::move(request)](const ExchangePointer& executed) {
    ClientConnection& to = *executed->connection;
    if (is_still_valid(to.server(), to.sessions(), executed->prepared))
      return submit_exchange(executed, request);
    to.answer(*executed, unprepared_frame(*executed, executed->prepared->id()));
  });
}

void run_request(const ExchangePointer& exchange, BatchRequest batch) {
  ClientConnection& connection = *exchange->connection;
  BatchReader reader(*exchange);
  for (BatchEntry& entry : batch.entries) {
    if (const std::optional<std::string_view> unknown = reader.read(entry))
      return connection.answer(*exchange, unprepared_frame(*exchange, *unknown));
  }
  Request request;
  request.statement = Batch{.kind = kind_of(batch.type), .parts = std::move(reader.parts)};
  request.timestamp = batch.parameters.common.timestamp;
  if (batch.parameters.common.now_in_seconds) request.now = *batch.parameters.common.now_in_seconds;
  if (reader.to_check.empty()) return submit_exchange(exchange, std::move(request));
  attempt_in_background(exchange, [request = std::move(request),
                                   to_check = std::move(reader.to_check)](const ExchangePointer& checked) {
    if (const std::optional<std::string> id = first_invalid_id(*checked, to_check))
      return checked->connection->answer(*checked, unprepared_frame(*checked, *id));
    submit_exchange(checked, request);
  });
}

}  // namespace cellar
