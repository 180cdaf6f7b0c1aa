#include "protocol/message/requests.h"

#include <fmt/format.h>

#include <algorithm>

#include "protocol/bytes/writer.h"

namespace cellar {

namespace {

constexpr std::uint8_t kKindText = 0;
constexpr std::uint8_t kKindId = 1;
/// Flag of PREPARE (version 5): a keyspace follows.
constexpr std::int32_t kWithKeyspace = 0x01;
/// A statement of a BATCH has its kind, its text or id, and the number of its values.
constexpr std::size_t kSmallestEntry = 5;

Opcode opcode_of_request(const RequestMessage& message) {
  constexpr Opcode kOpcodes[] = {Opcode::startup, Opcode::auth_response,  Opcode::options,
                                 Opcode::query,   Opcode::prepare,        Opcode::execute,
                                 Opcode::batch,   Opcode::register_events};
  return kOpcodes[message.index()];
}

void append_body(MessageWriter& writer, const StartupRequest& message) { writer.string_map(message.options); }
void append_body(MessageWriter& writer, const AuthResponseRequest& message) { writer.bytes(message.token); }
void append_body(MessageWriter&, const OptionsRequest&) {}

void append_body(MessageWriter& writer, const QueryRequest& message) {
  writer.long_string(message.text);
  append_parameters(writer, message.parameters);
}

void append_body(MessageWriter& writer, const PrepareRequest& message) {
  writer.long_string(message.text);
  if (writer.version() < ProtocolVersion::v5) return;
  writer.integer(message.keyspace ? kWithKeyspace : 0);
  if (message.keyspace) writer.string(*message.keyspace);
}

void append_body(MessageWriter& writer, const ExecuteRequest& message) {
  writer.short_bytes(message.id);
  if (writer.version() >= ProtocolVersion::v5) writer.short_bytes(message.metadata_id);
  append_parameters(writer, message.parameters);
}

void append_statement(MessageWriter& writer, const BatchTextEntry& statement) {
  writer.byte(kKindText);
  writer.long_string(statement.text);
}

void append_statement(MessageWriter& writer, const BatchPreparedId& statement) {
  writer.byte(kKindId);
  writer.short_bytes(statement.id);
}

void append_body(MessageWriter& writer, const BatchRequest& message) {
  writer.byte(static_cast<std::uint8_t>(message.type));
  writer.count(message.entries.size(), "a batch");
  for (const BatchEntry& entry : message.entries) {
    std::visit([&](const auto& statement) { append_statement(writer, statement); }, entry.statement);
    append_values(writer, entry.values);
  }
  append_batch_parameters(writer, message.parameters);
}

void append_body(MessageWriter& writer, const RegisterRequest& message) {
  writer.string_list(message.event_types);
}

PrepareRequest read_prepare(MessageReader& reader) {
  PrepareRequest message{.text = reader.read_long_string("the statement"), .keyspace = {}};
  if (reader.version() < ProtocolVersion::v5) return message;
  if ((reader.read_int("the flags") & kWithKeyspace) != 0)
    message.keyspace = reader.read_string("the keyspace");
  return message;
}

ExecuteRequest read_execute(MessageReader& reader) {
  ExecuteRequest message;
  message.id = reader.read_short_bytes("the id of the statement");
  if (reader.version() >= ProtocolVersion::v5)
    message.metadata_id = reader.read_short_bytes("the id of the metadata");
  message.parameters = read_parameters(reader);
  return message;
}

BatchEntry read_entry(MessageReader& reader) {
  BatchEntry entry;
  const std::uint8_t kind = reader.read_byte("the kind of a statement");
  if (kind == kKindText)
    entry.statement = BatchTextEntry{reader.read_long_string("a statement")};
  else if (kind == kKindId)
    entry.statement = BatchPreparedId{reader.read_short_bytes("the id of a statement")};
  else
    reader.refuse(fmt::format("Invalid query kind in BATCH messages. Must be 0 or 1 but got {}", kind));
  entry.values = read_values(reader);
  return entry;
}

BatchRequest read_batch(MessageReader& reader) {
  BatchRequest message;
  const std::uint8_t type = reader.read_byte("the type of the batch");
  if (type > static_cast<std::uint8_t>(BatchType::counter))
    reader.refuse(fmt::format("Invalid BATCH message type {}", type));
  message.type = static_cast<BatchType>(type);
  message.entries.resize(reader.read_count(kSmallestEntry, "the statements"));
  for (BatchEntry& entry : message.entries) entry = read_entry(reader);
  message.parameters = read_batch_parameters(reader);
  return message;
}

RequestMessage read_message(MessageReader& reader, Opcode opcode) {
  switch (opcode) {
    case Opcode::startup:
      return StartupRequest{reader.read_string_map("the options")};
    case Opcode::auth_response:
      return AuthResponseRequest{reader.read_bytes("the token")};
    case Opcode::options:
      return OptionsRequest{};
    case Opcode::query: {
      const std::string_view text = reader.read_long_string("the statement");
      return QueryRequest{text, read_parameters(reader)};
    }
    case Opcode::prepare:
      return read_prepare(reader);
    case Opcode::execute:
      return read_execute(reader);
    case Opcode::batch:
      return read_batch(reader);
    case Opcode::register_events:
      return RegisterRequest{reader.read_string_list("the events")};
    case Opcode::error:
    case Opcode::ready:
    case Opcode::authenticate:
    case Opcode::supported:
    case Opcode::result:
    case Opcode::event:
    case Opcode::auth_challenge:
    case Opcode::auth_success:
      break;
  }
  reader.refuse("a response is no request");
}

}  // namespace

std::optional<std::string_view> StartupRequest::option(std::string_view name) const {
  const auto found = std::ranges::find(options, name, [](const auto& entry) { return entry.first; });
  if (found == options.end()) return std::nullopt;
  return found->second;
}

void append_request(std::string& out, const RequestMessage& message, const RequestHead& head) {
  const std::size_t place = out.size();
  const bool has_payload = !head.payload.empty() && head.version >= ProtocolVersion::v4;
  const FrameHeader header{.version = head.version,
                           .flags = static_cast<std::uint8_t>((head.is_traced ? kFlagTracing : 0) |
                                                              (has_payload ? kFlagPayload : 0)),
                           .stream = head.stream,
                           .opcode = opcode_of_request(message)};
  append_header(out, header, 0);
  MessageWriter writer(out, head.version);
  if (has_payload) writer.bytes_map(head.payload);
  std::visit([&](const auto& alternative) { append_body(writer, alternative); }, message);
  patch_body_length(out, place);
}

ReceivedRequest read_request(const Frame& frame) {
  const FrameHeader& header = frame.header;
  MessageReader reader(frame.body, opcode_name(header.opcode), header.version);
  ReceivedRequest received{.head = {.version = header.version,
                                    .stream = header.stream,
                                    .is_traced = header.has(kFlagTracing),
                                    .payload = {}},
                           .message = {}};
  if (header.has(kFlagPayload)) {
    if (header.version < ProtocolVersion::v4)
      reader.refuse("Must not send frame with CUSTOM_PAYLOAD flag for native protocol version < 4");
    received.head.payload = reader.read_bytes_map("the custom payload");
  }
  received.message = read_message(reader, header.opcode);
  return received;
}

}  // namespace cellar
