#include "server/connection/traced_request.h"

#include <utility>

#include "server/connection/client_connection.h"
#include "types/text/text.h"
#include "types/uuid.h"

namespace cellar {

namespace {

/// Characters. Traces are bounded by their number, and a statement may have 16 MiB.
constexpr std::size_t kLongestQueryOfTrace = 4096;

std::string_view words_of_request(std::string_view command) {
  if (command == "QUERY") return "Execute CQL3 query";
  if (command == "PREPARE") return "Preparing CQL3 query";
  return command == "BATCH" ? "Execute batch of CQL3 queries" : "Execute CQL3 prepared query";
}

TracedRequest traced_request(const Exchange& exchange, TracePointer trace) {
  ClientConnection& connection = *exchange.connection;
  TracedRequest traced{.trace = std::move(trace),
                       .client = connection.client(),
                       .reached = connection.sessions().reached(),
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

}  // namespace

std::optional<std::string> keep_trace(const Exchange& exchange, Session& session, Result* result) {
  const TracePointer trace = session.end_trace(result);
  if (!trace) return std::nullopt;
  exchange.connection->server().traces->add(traced_request(exchange, trace));
  return parse_uuid(trace->id);
}

}  // namespace cellar
