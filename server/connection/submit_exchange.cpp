#include "server/connection/submit_exchange.h"

#include <optional>
#include <utility>

#include "server/connection/exchange_work.h"
#include "server/connection/run_exchange.h"
#include "server/faults/strict_consistency.h"

namespace cellar {

namespace {

std::string_view all_text(const Exchange& exchange) {
  return exchange.batch_text.empty() ? exchange.statement() : exchange.batch_text;
}

/// Returns the id of the statement, or of the first prepared part of a BATCH; empty: all is text.
std::string_view id_to_prepare(const Exchange& exchange) {
  if (exchange.prepared) return exchange.prepared->id();
  return exchange.prepared_parts.empty() ? std::string_view() : exchange.prepared_parts.front()->id();
}

/// Answers a request that a fault strikes, or runs it late.
void strike(const ExchangePointer& exchange, Request request, const Fault& fault) {
  ClientConnection& connection = *exchange->connection;
  if (fault.kind == Fault::Kind::drop) return connection.drop(*exchange);
  if (fault.kind != Fault::Kind::delay) {
    const ErrorResponse error = fault_answer(fault, kind_of_write(*exchange), id_to_prepare(*exchange));
    return connection.answer(*exchange, error_frame(*exchange, error));
  }
  connection.server().delayed.run_after(fault.delay, [exchange, request = std::move(request)] {
    attempt(exchange, [&](const ExchangePointer& late) { run_exchange(late, request); });
  });
}

}  // namespace

void submit_exchange(const ExchangePointer& exchange, Request request) {
  ServerState& server = exchange->connection->server();
  if (!server.faults.is_empty()) {
    const std::optional<Fault> fault = server.faults.strike(
        {exchange->kind.is_read, !id_to_prepare(*exchange).empty(), all_text(*exchange)});
    if (fault) return strike(exchange, std::move(request), *fault);
  }
  if (server.options.is_strict_about_consistency) {
    const std::optional<ErrorResponse> unmet =
        unmet_consistency(exchange->whole_statement(), exchange->keyspace, exchange->kind.consistency,
                          *server.database.schema(), server.database.node().names.datacenter);
    if (unmet) return exchange->connection->answer(*exchange, error_frame(*exchange, *unmet));
  }
  run_exchange(exchange, std::move(request));
}

}  // namespace cellar
