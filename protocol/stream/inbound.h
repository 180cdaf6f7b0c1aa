// The incoming half of a connection: plain frames until STARTUP is answered, then as it agreed.
//
// In:      bytes, in pieces of any size; what STARTUP agreed.
// Out:     frames with bodies that are not compressed, the wish for more bytes, or what is wrong with the bytes.
// Refused: what FrameDecoder and SegmentDecoder refuse; damaged compression, and frames that do not end with their
//          self-contained segment (FrameFault).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/compression/compression.h"
#include "protocol/frame/frame_decoder.h"
#include "protocol/segment/segment.h"

namespace cellar {

class InboundStream {
 public:
  explicit InboundStream(MessageDirection expected, std::size_t longest_body = kLongestBody)
      : frames_(expected, longest_body), longest_body_(longest_body) {}

  /// Takes bytes from the front until a frame is complete, a fault is found, or all are taken. Bytes that are not taken
  /// must come again, before others. It must not be called after a fault that is the last.
  DecodedFrame next(std::string_view& bytes);

  /// From the next byte on, all is as STARTUP agreed: version 5 has segments. A server calls it when it has STARTUP, a
  /// client when it has the answer, which is never in a segment. Compression must be none or LZ4 in version 5.
  void agree(ProtocolVersion version, Compression compression);
  /// Returns true while the rest of a frame is awaited.
  bool is_within_frame() const { return !frames_.is_idle(); }
  /// Returns the bytes of frames and segments that are kept until they are complete.
  std::size_t held() const { return frames_.held() + payload_.size(); }
  /// Sets the longest body that is accepted, both compressed and decompressed.
  void set_longest_body(std::size_t longest);

 private:
  DecodedFrame next_in_segments(std::string_view& bytes);
  /// Takes the next segment; returns nothing if its payload is there now.
  std::optional<DecodedFrame> take_segment(std::string_view& bytes);
  DecodedFrame checked(DecodedFrame decoded);
  FrameFault last_fault(std::string text) const;

  FrameDecoder frames_;
  std::size_t longest_body_;
  Compression compression_ = Compression::none;
  ProtocolVersion version_ = kNewestProtocol;
  std::optional<SegmentDecoder> segments_;
  std::string payload_;
  std::size_t payload_taken_ = 0;
  bool is_self_contained_ = false;
};

}  // namespace cellar
