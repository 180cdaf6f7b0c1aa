// Assembles frames from a byte stream.
//
// In:      bytes, in pieces of any size.
// Out:     a frame, a request for more bytes, or what is wrong with the bytes.
// Refused: an unknown version, a version that changes, the wrong direction, an unknown opcode, a body longer than its
//          bound (FrameFault).
//
// Memory grows with the bytes that have come, never with a length that a header tells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "protocol/frame/frame.h"
#include "protocol/version.h"

namespace cellar {

/// All bytes are taken, and no frame is complete.
struct NeedMoreBytes {};

/// Answered by an ERROR of class 0x000A with this text.
struct FrameFault {
  std::string text;
  std::int16_t stream = 0;
  ProtocolVersion version = kNewestProtocol;  // of the answer's frame
  /// True if the place where the next frame begins is unknown: the connection cannot go on after the answer. Else the
  /// decoder skips the body.
  bool is_last = false;
};

using DecodedFrame = std::variant<NeedMoreBytes, Frame, FrameFault>;

class FrameDecoder {
 public:
  explicit FrameDecoder(MessageDirection expected, std::size_t longest_body = kLongestBody)
      : expected_(expected), longest_body_(longest_body) {}

  /// Takes bytes from the front until a frame is complete, a fault is found, or all are taken. It must not be called
  /// after a fault that is the last.
  DecodedFrame next(std::string_view& bytes);

  /// The longest body that is taken from now on: small before STARTUP, since a stranger sends it.
  void set_longest_body(std::size_t longest) { longest_body_ = longest; }
  /// From now on frames of another version are refused.
  void pin_version(ProtocolVersion version) { pinned_ = version; }
  /// Returns true between two frames.
  bool is_idle() const { return header_size_ == 0 && to_skip_ == 0; }
  /// Returns the bytes of a body that is not complete.
  std::size_t held() const { return frame_.body.size(); }

 private:
  /// Takes bytes of the header, and looks at each field as soon as it is there.
  std::optional<FrameFault> take_header(std::string_view& bytes);
  std::optional<FrameFault> check_version() const;
  std::optional<FrameFault> read_header();
  FrameFault fault(std::string text, bool is_last) const;
  void take_body(std::string_view& bytes);
  Frame finish();

  MessageDirection expected_;
  std::size_t longest_body_;
  std::optional<ProtocolVersion> pinned_;
  char header_bytes_[kFrameHeaderSize] = {};
  std::size_t header_size_ = 0;
  std::size_t body_size_ = 0;  // as the header tells it
  std::size_t to_skip_ = 0;    // bytes of a body that was refused
  Frame frame_;
};

}  // namespace cellar
