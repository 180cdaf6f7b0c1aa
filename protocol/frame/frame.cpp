#include "protocol/frame/frame.h"

#include <fmt/format.h>

#include "protocol/bytes/writer.h"
#include "protocol/protocol_fault.h"

namespace cellar {

namespace {

void check_body(std::size_t length) {
  if (length > kLongestBody)
    throw ProtocolFault(
        fmt::format("A body of {} bytes is longer than the {} that a frame may have", length, kLongestBody));
}

}  // namespace

void append_header(std::string& out, const FrameHeader& header, std::size_t length) {
  check_body(length);
  const bool is_response = direction_of(header.opcode) == MessageDirection::response;
  MessageWriter writer(out, header.version);
  writer.byte(
      static_cast<std::uint8_t>(static_cast<unsigned>(header.version) | (is_response ? kResponseBit : 0)));
  writer.byte(header.flags);
  writer.short_integer(static_cast<std::uint16_t>(header.stream));
  writer.byte(static_cast<std::uint8_t>(header.opcode));
  writer.integer(static_cast<std::int32_t>(length));
}

void patch_body_length(std::string& out, std::size_t place) {
  const std::size_t length = out.size() - place - kFrameHeaderSize;
  check_body(length);
  patch_integer(out, place + kLengthPlace, static_cast<std::uint32_t>(length));
}

}  // namespace cellar
