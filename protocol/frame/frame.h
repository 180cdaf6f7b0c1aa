// A frame: a header of nine bytes and the body of a message.
//
// In:      a header as data.
// Out:     its bytes; a frame whose body is written after its header, which then gets the length.
// Refused: a body that is longer than a frame may be (ProtocolFault).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "protocol/frame/opcode.h"
#include "protocol/version.h"

namespace cellar {

// A header: version, with a bit for responses; flags; stream u16; opcode; length of the body u32.
inline constexpr std::size_t kFrameHeaderSize = 9;
inline constexpr unsigned kResponseBit = 0x80;  // of the version
inline constexpr std::size_t kStreamPlace = 2;
inline constexpr std::size_t kLengthPlace = 5;
/// The protocol allows no longer body.
inline constexpr std::size_t kLongestBody = std::size_t{256} << 20;
/// Events answer no request.
inline constexpr std::int16_t kEventStream = -1;

/// Flags of a header. Others are ignored, as the specification asks.
inline constexpr std::uint8_t kFlagCompressed = 0x01;
inline constexpr std::uint8_t kFlagTracing = 0x02;
inline constexpr std::uint8_t kFlagPayload = 0x04;
inline constexpr std::uint8_t kFlagWarnings = 0x08;
inline constexpr std::uint8_t kFlagBeta = 0x10;

struct FrameHeader {
  ProtocolVersion version = kNewestProtocol;
  std::uint8_t flags = 0;
  std::int16_t stream = 0;
  Opcode opcode = Opcode::options;

  bool has(std::uint8_t flag) const { return (flags & flag) != 0; }
  bool operator==(const FrameHeader&) const = default;
};

struct Frame {
  FrameHeader header;
  std::string body;
};

/// Appends the header of a body of `length` bytes.
void append_header(std::string& out, const FrameHeader& header, std::size_t length);
/// Writes the length into a header at `place`, where `out` ends with its body.
void patch_body_length(std::string& out, std::size_t place);

}  // namespace cellar
