// The messages that a client sends.
//
// In:      a message as data; or a frame.
// Out:     a frame, appended to a string; or the message.
// Refused: bodies that are not what the specification says; what cannot be written (ProtocolFault). Bytes after the end
//          of a message are ignored, as the specification asks.
//
// Text, names and ids are views into the body of the frame, or into what the caller has. Values are strings of their
// own, since requests of the engine keep them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "protocol/bytes/reader.h"
#include "protocol/frame/frame.h"
#include "protocol/message/parameters.h"
#include "protocol/version.h"

namespace cellar {

struct StartupRequest {
  StringMap options;

  /// Returns the value of an option, whose name is in capitals: "COMPRESSION".
  std::optional<std::string_view> option(std::string_view name) const;
};

struct AuthResponseRequest {
  ValueView token;
};

struct OptionsRequest {};

struct QueryRequest {
  std::string_view text;
  QueryParameters parameters;
};

struct PrepareRequest {
  std::string_view text;
  std::optional<std::string_view> keyspace;  // since version 5
};

struct ExecuteRequest {
  std::string_view id;
  std::string_view metadata_id;  // since version 5: of the columns that the client knows
  QueryParameters parameters;
};

enum class BatchType : std::uint8_t { logged = 0, unlogged = 1, counter = 2 };

struct BatchTextEntry {
  std::string_view text;
};
struct BatchPreparedId {
  std::string_view id;
};
struct BatchEntry {
  std::variant<BatchTextEntry, BatchPreparedId> statement;
  std::vector<BoundValue> values;
};

struct BatchRequest {
  BatchType type = BatchType::logged;
  std::vector<BatchEntry> entries;
  BatchParameters parameters;
};

struct RegisterRequest {
  StringList event_types;
};

using RequestMessage = std::variant<StartupRequest, AuthResponseRequest, OptionsRequest, QueryRequest,
                                    PrepareRequest, ExecuteRequest, BatchRequest, RegisterRequest>;

/// What the header of a request tells besides its message.
struct RequestHead {
  ProtocolVersion version = kNewestProtocol;
  std::int16_t stream = 0;
  bool is_traced = false;
  BytesMap payload;  // since version 4; Cassandra's own handler ignores it
};

struct ReceivedRequest {
  RequestHead head;
  RequestMessage message;
};

void append_request(std::string& out, const RequestMessage& message, const RequestHead& head);
/// The frame must live as long as what is returned, and its body must not be compressed.
ReceivedRequest read_request(const Frame& frame);

}  // namespace cellar
