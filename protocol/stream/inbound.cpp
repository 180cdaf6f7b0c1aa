#include "protocol/stream/inbound.h"

#include <cassert>
#include <utility>

#include "protocol/protocol_fault.h"

namespace cellar {

void InboundStream::agree(ProtocolVersion version, Compression compression) {
  version_ = version;
  compression_ = compression;
  frames_.pin_version(version);
  assert(version < ProtocolVersion::v5 || compression != Compression::snappy);
  if (version >= ProtocolVersion::v5) segments_.emplace(compression);
}

void InboundStream::set_longest_body(std::size_t longest) {
  longest_body_ = longest;
  frames_.set_longest_body(longest);
}

FrameFault InboundStream::last_fault(std::string text) const {
  return {.text = std::move(text), .stream = 0, .version = version_, .is_last = true};
}

DecodedFrame InboundStream::next(std::string_view& bytes) {
  return segments_ ? next_in_segments(bytes) : checked(frames_.next(bytes));
}

DecodedFrame InboundStream::next_in_segments(std::string_view& bytes) {
  for (;;) {
    std::string_view payload = std::string_view(payload_).substr(payload_taken_);
    if (!payload.empty()) {
      DecodedFrame decoded = frames_.next(payload);
      payload_taken_ = payload_.size() - payload.size();
      if (!std::holds_alternative<NeedMoreBytes>(decoded)) return checked(std::move(decoded));
      if (is_self_contained_ && !frames_.is_idle())
        return last_fault("A frame does not end with its self-contained segment");
    }
    if (std::optional<DecodedFrame> decoded = take_segment(bytes)) return *std::move(decoded);
  }
}

std::optional<DecodedFrame> InboundStream::take_segment(std::string_view& bytes) {
  // A connection that waits holds no memory for what it has read.
  payload_ = std::string();
  payload_taken_ = 0;
  DecodedSegment decoded = segments_->next(bytes);
  if (std::holds_alternative<NeedMoreBytes>(decoded)) return NeedMoreBytes{};
  if (auto* fault = std::get_if<SegmentFault>(&decoded)) return last_fault(std::move(fault->text));
  auto& segment = std::get<Segment>(decoded);
  if (segment.is_self_contained && !frames_.is_idle())
    return last_fault("A self-contained segment came within a frame");
  payload_ = std::move(segment.payload);
  is_self_contained_ = segment.is_self_contained;
  return std::nullopt;
}

DecodedFrame InboundStream::checked(DecodedFrame decoded) {
  auto* frame = std::get_if<Frame>(&decoded);
  if (frame == nullptr || !frame->header.has(kFlagCompressed)) return decoded;
  const auto fault = [&](std::string text) {
    return FrameFault{.text = std::move(text),
                      .stream = frame->header.stream,
                      .version = frame->header.version,
                      .is_last = false};
  };
  // Version 5 compresses segments alone. Java's driver 4 sets the flag there all the same, and Cassandra ignores it.
  if (!segments_) {
    if (compression_ == Compression::none)
      return fault("The body is compressed, which STARTUP did not agree on");
    try {
      frame->body = decompressed_body(frame->body, longest_body_, compression_);
    } catch (const ProtocolFault& found) {
      return fault(found.text());
    }
  }
  frame->header.flags = static_cast<std::uint8_t>(frame->header.flags & ~kFlagCompressed);
  return decoded;
}

}  // namespace cellar
