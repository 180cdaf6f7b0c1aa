// Segments, in which version 5 carries frames once a connection is set up: checked by checksums, and compressed as a
// whole.
//
// In:      frames, or the bytes of segments in pieces of any size.
// Out:     segments, or their payloads.
// Refused: wrong checksums, payloads longer than 131,071 bytes, damaged compression. After a fault the stream is of no
//          use: nobody knows where the next segment begins.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "protocol/compression/compression.h"
#include "protocol/frame/frame_decoder.h"

namespace cellar {

inline constexpr std::size_t kLongestPayload = (1 << 17) - 1;

/// Appends one segment. A payload is self-contained if it is one or more whole frames; else it is a part of one.
/// `payload` must have at most kLongestPayload bytes, and `compression` must be none or LZ4.
void append_segment(std::string& out, std::string_view payload, bool is_self_contained,
                    Compression compression);

struct Segment {
  std::string payload;
  bool is_self_contained = true;
};

struct SegmentFault {
  std::string text;
};

using DecodedSegment = std::variant<NeedMoreBytes, Segment, SegmentFault>;

class SegmentDecoder {
 public:
  explicit SegmentDecoder(Compression compression) : compression_(compression) {}

  /// As FrameDecoder::next(). It must not be called after a fault.
  DecodedSegment next(std::string_view& bytes);

 private:
  std::size_t header_size() const;
  std::optional<SegmentFault> read_header();
  DecodedSegment finish();

  Compression compression_;
  std::string header_;
  std::string body_;           // the payload as it came, and its checksum
  std::size_t body_size_ = 0;  // 0: the header is not complete
  std::size_t uncompressed_size_ = 0;
  bool is_self_contained_ = false;
};

}  // namespace cellar
