#include "protocol/stream/outbound.h"

#include <utility>

#include "protocol/frame/frame.h"
#include "protocol/segment/segment.h"

namespace cellar {

namespace {

/// Bodies below it do not become shorter by as much as it costs.
constexpr std::size_t kShortestCompressed = 128;
constexpr std::size_t kFlagsPlace = 1;
constexpr std::size_t kKeptRoom = 1'024;

}  // namespace

void OutboundStream::agree(ProtocolVersion version, Compression compression) {
  end_segment();
  compression_ = compression;
  has_segments_ = version >= ProtocolVersion::v5;
}

void OutboundStream::write(std::string_view frame) {
  if (has_segments_)
    write_in_segments(frame);
  else if (compression_ != Compression::none && frame.size() >= kFrameHeaderSize + kShortestCompressed)
    write_compressed(frame);
  else
    out_.append(frame);
}

void OutboundStream::write(std::string&& frame) {
  if (!has_segments_ && compression_ == Compression::none && out_.empty())
    out_ = std::move(frame);
  else
    write(std::string_view(frame));
}

void OutboundStream::write_compressed(std::string_view frame) {
  const std::size_t place = out_.size();
  out_.append(frame.substr(0, kFrameHeaderSize));
  append_compressed_body(out_, frame.substr(kFrameHeaderSize), compression_);
  if (out_.size() - place >= frame.size()) {
    out_.resize(place);
    out_.append(frame);
    return;
  }
  out_[place + kFlagsPlace] = static_cast<char>(out_[place + kFlagsPlace] | kFlagCompressed);
  patch_body_length(out_, place);
}

void OutboundStream::write_in_segments(std::string_view frame) {
  if (waiting_.size() + frame.size() > kLongestPayload) end_segment();
  if (frame.size() <= kLongestPayload) {
    waiting_.append(frame);
    return;
  }
  while (!frame.empty()) {
    const std::string_view part = frame.substr(0, kLongestPayload);
    append_segment(out_, part, false, compression_);
    frame.remove_prefix(part.size());
  }
}

void OutboundStream::end_segment() {
  if (waiting_.empty()) return;
  append_segment(out_, waiting_, true, compression_);
  // A connection that waits holds little memory for what it has written.
  if (waiting_.capacity() > kKeptRoom) waiting_ = std::string();
  waiting_.clear();
}

std::string OutboundStream::take() {
  end_segment();
  return std::exchange(out_, {});
}

}  // namespace cellar
