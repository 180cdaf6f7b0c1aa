#include "server/connection/describe_exchange.h"

#include "parser/script/quotes.h"
#include "protocol/protocol_fault.h"
#include "types/names.h"
#include "types/text/text.h"

namespace cellar {

namespace {

class ExchangeDescriber {
 public:
  ExchangeDescriber(Exchange& exchange, PreparedStatements& prepared)
      : exchange_(exchange), prepared_(prepared) {}

  void operator()(const QueryRequest& request) {
    exchange_.command = "QUERY";
    exchange_.text = request.text;
    take(request.parameters);
    take_word(request.text);
  }

  void operator()(const PrepareRequest& request) {
    exchange_.command = "PREPARE";
    exchange_.text = request.text;
    if (request.keyspace) exchange_.keyspace = *request.keyspace;
  }

  void operator()(const ExecuteRequest& request) {
    exchange_.command = "EXECUTE";
    take(request.parameters);
    exchange_.skips_metadata = request.parameters.skips_metadata;
    exchange_.metadata_id = request.metadata_id;
    exchange_.prepared = prepared_.find(request.id);
    if (exchange_.prepared == nullptr) return;
    take_word(exchange_.prepared->text());
  }

  void operator()(const BatchRequest& request) {
    exchange_.command = "BATCH";
    take(request.parameters.consistency, request.parameters.common);
    exchange_.kind.write_type = request.type == BatchType::unlogged  ? "UNLOGGED_BATCH"
                                : request.type == BatchType::counter ? "COUNTER"
                                                                     : "BATCH";
  }

  // The connection answers these by itself.
  void operator()(const StartupRequest&) {}
  void operator()(const AuthResponseRequest&) {}
  void operator()(const OptionsRequest&) {}
  void operator()(const RegisterRequest&) {}

 private:
  void take(Consistency consistency, const CommonParameters& common) {
    exchange_.kind.consistency = consistency;
    if (common.keyspace) exchange_.keyspace = *common.keyspace;
  }

  void take(const QueryParameters& parameters) {
    if (parameters.page_size == 0) throw ProtocolFault("The page size cannot be 0");
    exchange_.page_size = parameters.page_size.value_or(0);
    take(parameters.consistency, parameters.common);
  }

  /// Takes what the first word of a statement says, before it is parsed.
  void take_word(std::string_view text) {
    const std::string_view word = leading_word(without_beginning(text));
    const auto is = [word](std::string_view other) { return is_same_word(word, other); };
    exchange_.is_use = is("use");
    exchange_.kind.is_read = is("select") || is("describe") || is("desc") || is("list");
  }

  Exchange& exchange_;
  PreparedStatements& prepared_;
};

}  // namespace

void describe_exchange(Exchange& exchange, const ReceivedRequest& received, PreparedStatements& prepared) {
  exchange.version = received.head.version;
  exchange.stream = received.head.stream;
  exchange.is_traced = received.head.is_traced;
  std::visit(ExchangeDescriber(exchange, prepared), received.message);
}

}  // namespace cellar
