// The messages that a server sends.
//
// In:      a message as data; or a frame.
// Out:     a frame, appended to a string; or the message.
// Refused: bodies that are not what the specification says; what cannot be written (ProtocolFault). Bytes after the end
//          of a message are ignored, as the specification asks.
//
// Text, names, ids and values are views into the body of the frame, or into what the caller has.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "protocol/bytes/reader.h"
#include "protocol/frame/frame.h"
#include "protocol/frame/frame_decoder.h"
#include "protocol/message/error.h"
#include "protocol/message/events.h"
#include "protocol/message/results.h"
#include "protocol/version.h"

namespace cellar {

struct ReadyResponse {};

struct AuthenticateResponse {
  std::string_view authenticator;  // the name of a class
};

struct SupportedResponse {
  StringMultimap options;
};

struct AuthChallengeResponse {
  ValueView token;
};

struct AuthSuccessResponse {
  ValueView token;
};

using ResponseMessage =
    std::variant<ErrorResponse, ReadyResponse, AuthenticateResponse, SupportedResponse, ResultResponse,
                 EventResponse, AuthChallengeResponse, AuthSuccessResponse>;

/// The fields of a response's header, and those that precede its message.
struct ResponseHead {
  ProtocolVersion version = kNewestProtocol;
  std::int16_t stream = 0;
  std::optional<std::string_view> trace_id;  // 16 bytes
  StringList warnings;                       // since version 4
  BytesMap payload;                          // since version 4
};

struct ReceivedResponse {
  ResponseHead head;
  ResponseMessage message;
};

void append_response(std::string& out, const ResponseMessage& message, const ResponseHead& head);
/// The frame must live as long as what is returned, and its body must not be compressed.
ReceivedResponse read_response(const Frame& frame);

/// Appends the header and what precedes the message; the length is not known yet. Warnings and payload that the
/// version does not have are left out.
void append_response_head(std::string& out, Opcode opcode, const ResponseHead& head);

/// Appends the ERROR that answers a fault of the bytes.
void append_fault(std::string& out, const FrameFault& fault);

}  // namespace cellar
