#include "protocol/frame/frame_decoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "types/number/byte_order.h"

namespace cellar {

namespace {

/// Versions 1 and 2 have a stream of one byte, and headers of eight.
constexpr unsigned kLastWithShortHeader = 2;
constexpr std::size_t kStreamEnd = kStreamPlace + sizeof(std::uint16_t);

}  // namespace

DecodedFrame FrameDecoder::next(std::string_view& bytes) {
  const std::size_t skipped = std::min(to_skip_, bytes.size());
  bytes.remove_prefix(skipped);
  to_skip_ -= skipped;
  if (to_skip_ > 0) return NeedMoreBytes{};
  if (header_size_ < kFrameHeaderSize) {
    if (std::optional<FrameFault> found = take_header(bytes)) return *std::move(found);
    if (header_size_ < kFrameHeaderSize) return NeedMoreBytes{};
  }
  take_body(bytes);
  if (frame_.body.size() < body_size_) return NeedMoreBytes{};
  return finish();
}

std::optional<FrameFault> FrameDecoder::take_header(std::string_view& bytes) {
  const bool knew_stream = header_size_ >= kStreamEnd;
  const std::size_t taken = std::min(kFrameHeaderSize - header_size_, bytes.size());
  if (taken > 0)
    std::memcpy(header_bytes_ + header_size_, bytes.data(), taken);  // without bytes there is no pointer
  header_size_ += taken;
  bytes.remove_prefix(taken);
  // An answer to an unknown version needs the stream, and nothing after it: older headers are shorter.
  if (!knew_stream && header_size_ >= kStreamEnd)
    if (std::optional<FrameFault> found = check_version()) return found;
  if (header_size_ < kFrameHeaderSize) return std::nullopt;
  return read_header();
}

FrameFault FrameDecoder::fault(std::string text, bool is_last) const {
  const unsigned number = static_cast<unsigned char>(header_bytes_[0]) & ~kResponseBit;
  const std::int16_t stream =
      number <= kLastWithShortHeader
          ? static_cast<signed char>(header_bytes_[kStreamPlace])
          : static_cast<std::int16_t>(load_big_endian<std::uint16_t>(header_bytes_ + kStreamPlace));
  const ProtocolVersion version = pinned_.value_or(protocol_version(number).value_or(kNewestProtocol));
  return {.text = std::move(text), .stream = stream, .version = version, .is_last = is_last};
}

std::optional<FrameFault> FrameDecoder::check_version() const {
  const unsigned first = static_cast<unsigned char>(header_bytes_[0]);
  const unsigned number = first & ~kResponseBit;
  const std::optional<ProtocolVersion> version = protocol_version(number);
  if (!version) return fault(unsupported_version_text(number), true);
  const bool is_response = (first & kResponseBit) != 0;
  if (is_response != (expected_ == MessageDirection::response))
    return fault(fmt::format("A frame of a {} came where a {} is expected",
                             is_response ? "response" : "request", is_response ? "request" : "response"),
                 true);
  if (pinned_ && *pinned_ != *version)
    return fault(fmt::format("Invalid message version. Got {} but previous messages on this connection had "
                             "version {}",
                             protocol_version_text(*version), protocol_version_text(*pinned_)),
                 true);
  return std::nullopt;
}

std::optional<FrameFault> FrameDecoder::read_header() {
  const std::uint8_t number = static_cast<std::uint8_t>(header_bytes_[4]);
  const std::size_t length = load_big_endian<std::uint32_t>(header_bytes_ + kLengthPlace);
  const std::optional<Opcode> opcode = opcode_of(number);
  std::string text;
  if (length > longest_body_)
    text = fmt::format("Request is too big: length {} exceeds maximum allowed length {}.", length,
                       longest_body_);
  else if (!opcode)
    text = fmt::format("Unknown opcode {}", number);
  else if (direction_of(*opcode) != expected_)
    text = fmt::format("Wrong protocol direction for opcode {} ({})", number, opcode_name(*opcode));
  if (!text.empty()) {
    header_size_ = 0;
    to_skip_ = length;
    return fault(std::move(text), length > kLongestBody);
  }
  frame_.header = {
      .version = *protocol_version(static_cast<unsigned char>(header_bytes_[0]) & ~kResponseBit),
      .flags = static_cast<std::uint8_t>(header_bytes_[1]),
      .stream = static_cast<std::int16_t>(load_big_endian<std::uint16_t>(header_bytes_ + kStreamPlace)),
      .opcode = *opcode};
  body_size_ = length;
  return std::nullopt;
}

void FrameDecoder::take_body(std::string_view& bytes) {
  std::string& body = frame_.body;
  const std::string_view taken = bytes.substr(0, body_size_ - body.size());
  // At most twice the bytes that are there, so that the length of a header alone costs nothing.
  if (body.capacity() < body.size() + taken.size())
    body.reserve(std::min(body_size_, 2 * (body.size() + taken.size())));
  body.append(taken);
  bytes.remove_prefix(taken.size());
}

Frame FrameDecoder::finish() {
  Frame frame = std::exchange(frame_, Frame{});
  header_size_ = 0;
  body_size_ = 0;
  return frame;
}

}  // namespace cellar
