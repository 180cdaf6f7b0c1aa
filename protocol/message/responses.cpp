#include "protocol/message/responses.h"

#include "protocol/bytes/writer.h"
#include "protocol/protocol_fault.h"

namespace cellar {

namespace {

constexpr std::size_t kTraceIdSize = 16;

Opcode opcode_of_response(const ResponseMessage& message) {
  constexpr Opcode kOpcodes[] = {Opcode::error,  Opcode::ready, Opcode::authenticate,   Opcode::supported,
                                 Opcode::result, Opcode::event, Opcode::auth_challenge, Opcode::auth_success};
  return kOpcodes[message.index()];
}

void append_body(MessageWriter& writer, const ErrorResponse& message) { append_error(writer, message); }
void append_body(MessageWriter&, const ReadyResponse&) {}
void append_body(MessageWriter& writer, const AuthenticateResponse& message) {
  writer.string(message.authenticator);
}
void append_body(MessageWriter& writer, const SupportedResponse& message) {
  writer.string_multimap(message.options);
}
void append_body(MessageWriter& writer, const ResultResponse& message) { append_result(writer, message); }
void append_body(MessageWriter& writer, const EventResponse& message) { append_event(writer, message); }
void append_body(MessageWriter& writer, const AuthChallengeResponse& message) { writer.bytes(message.token); }
void append_body(MessageWriter& writer, const AuthSuccessResponse& message) { writer.bytes(message.token); }

ResponseMessage read_response_message(MessageReader& reader, Opcode opcode) {
  switch (opcode) {
    case Opcode::error:
      return read_error(reader);
    case Opcode::ready:
      return ReadyResponse{};
    case Opcode::authenticate:
      return AuthenticateResponse{reader.read_string("the authenticator")};
    case Opcode::supported:
      return SupportedResponse{reader.read_string_multimap("the options")};
    case Opcode::result:
      return read_result(reader);
    case Opcode::event:
      return read_event(reader);
    case Opcode::auth_challenge:
      return AuthChallengeResponse{reader.read_bytes("the token")};
    case Opcode::auth_success:
      return AuthSuccessResponse{reader.read_bytes("the token")};
    case Opcode::startup:
    case Opcode::options:
    case Opcode::query:
    case Opcode::prepare:
    case Opcode::execute:
    case Opcode::register_events:
    case Opcode::batch:
    case Opcode::auth_response:
      break;
  }
  reader.refuse("a request is no response");
}

}  // namespace

void append_response_head(std::string& out, Opcode opcode, const ResponseHead& head) {
  const bool has_notes = head.version >= ProtocolVersion::v4;
  const bool has_warnings = has_notes && !head.warnings.empty();
  const bool has_payload = has_notes && !head.payload.empty();
  if (head.trace_id && head.trace_id->size() != kTraceIdSize)
    throw ProtocolFault("the id of a trace is no uuid");
  const FrameHeader header{.version = head.version,
                           .flags = static_cast<std::uint8_t>((head.trace_id ? kFlagTracing : 0) |
                                                              (has_warnings ? kFlagWarnings : 0) |
                                                              (has_payload ? kFlagPayload : 0)),
                           .stream = head.stream,
                           .opcode = opcode};
  append_header(out, header, 0);
  MessageWriter writer(out, head.version);
  if (head.trace_id) writer.raw(*head.trace_id);
  if (has_warnings) {
    writer.count(head.warnings.size(), "a list of warnings");
    for (const std::string_view warning : head.warnings) writer.shortened_string(warning);
  }
  if (has_payload) writer.bytes_map(head.payload);
}

void append_response(std::string& out, const ResponseMessage& message, const ResponseHead& head) {
  const std::size_t place = out.size();
  append_response_head(out, opcode_of_response(message), head);
  MessageWriter writer(out, head.version);
  std::visit([&](const auto& alternative) { append_body(writer, alternative); }, message);
  patch_body_length(out, place);
}

ReceivedResponse read_response(const Frame& frame) {
  const FrameHeader& header = frame.header;
  MessageReader reader(frame.body, opcode_name(header.opcode), header.version);
  ReceivedResponse received{.head = {.version = header.version,
                                     .stream = header.stream,
                                     .trace_id = {},
                                     .warnings = {},
                                     .payload = {}},
                            .message = {}};
  if (header.has(kFlagTracing)) received.head.trace_id = reader.read_uuid("the id of the trace");
  if (header.version >= ProtocolVersion::v4) {
    if (header.has(kFlagWarnings)) received.head.warnings = reader.read_string_list("the warnings");
    if (header.has(kFlagPayload)) received.head.payload = reader.read_bytes_map("the custom payload");
  }
  received.message = read_response_message(reader, header.opcode);
  return received;
}

void append_fault(std::string& out, const FrameFault& fault) {
  append_response(
      out, ErrorResponse{fault.text, PlainError{ErrorCode::protocol_error}},
      {.version = fault.version, .stream = fault.stream, .trace_id = {}, .warnings = {}, .payload = {}});
}

}  // namespace cellar
