#include "protocol/segment/segment.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "protocol/protocol_fault.h"
#include "protocol/segment/checksums.h"

namespace cellar {

namespace {

constexpr unsigned kLengthBits = 17;
constexpr std::size_t kPlainHeader = 3;
constexpr std::size_t kCompressedHeader = 5;
constexpr std::size_t kHeaderChecksum = 3;
constexpr std::size_t kPayloadChecksum = 4;

void append_little_endian(std::string& out, std::uint64_t value, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) out.push_back(static_cast<char>(value >> (8 * i)));
}

std::uint64_t load_little_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<std::uint8_t>(bytes[i]);
  return value;
}

void append_checked_header(std::string& out, std::uint64_t fields, std::size_t size) {
  const std::size_t before = out.size();
  append_little_endian(out, fields, size);
  append_little_endian(out, header_checksum(std::string_view(out).substr(before)), kHeaderChecksum);
}

}  // namespace

void append_segment(std::string& out, std::string_view payload, bool is_self_contained,
                    Compression compression) {
  assert(payload.size() <= kLongestPayload);
  const std::uint64_t mark = is_self_contained ? 1 : 0;
  std::string compressed;
  if (compression == Compression::none) {
    append_checked_header(out, payload.size() | mark << kLengthBits, kPlainHeader);
  } else {
    append_lz4_block(compressed, payload);
    std::uint64_t uncompressed_size = payload.size();
    // Bytes that do not become fewer are sent as they are, which a length of 0 tells.
    if (compressed.size() >= payload.size()) {
      compressed.clear();
      uncompressed_size = 0;
    } else {
      payload = compressed;
    }
    append_checked_header(out, payload.size() | uncompressed_size << kLengthBits | mark << (2 * kLengthBits),
                          kCompressedHeader);
  }
  out.append(payload);
  append_little_endian(out, payload_checksum(payload), kPayloadChecksum);
}

std::size_t SegmentDecoder::header_size() const {
  return (compression_ == Compression::none ? kPlainHeader : kCompressedHeader) + kHeaderChecksum;
}

DecodedSegment SegmentDecoder::next(std::string_view& bytes) {
  if (body_size_ == 0) {
    const std::size_t taken = std::min(header_size() - header_.size(), bytes.size());
    header_.append(bytes.substr(0, taken));
    bytes.remove_prefix(taken);
    if (header_.size() < header_size()) return NeedMoreBytes{};
    if (std::optional<SegmentFault> fault = read_header()) return *std::move(fault);
  }
  const std::string_view taken = bytes.substr(0, body_size_ - body_.size());
  body_.append(taken);
  bytes.remove_prefix(taken.size());
  if (body_.size() < body_size_) return NeedMoreBytes{};
  return finish();
}

std::optional<SegmentFault> SegmentDecoder::read_header() {
  const std::string_view fields = std::string_view(header_).substr(0, header_size() - kHeaderChecksum);
  const std::uint64_t told = load_little_endian(std::string_view(header_).substr(fields.size()));
  const std::uint32_t computed = header_checksum(fields);
  if (told != computed)
    return SegmentFault{
        fmt::format("The checksum of a segment's header is {:06x} and not {:06x}", computed, told)};
  std::uint64_t value = load_little_endian(fields);
  body_size_ = (value & kLongestPayload) + kPayloadChecksum;
  value >>= kLengthBits;
  if (compression_ != Compression::none) {
    uncompressed_size_ = value & kLongestPayload;
    value >>= kLengthBits;
  }
  is_self_contained_ = (value & 1) != 0;
  header_.clear();
  return std::nullopt;
}

DecodedSegment SegmentDecoder::finish() {
  std::string body = std::exchange(body_, {});
  body_size_ = 0;
  const std::uint64_t told =
      load_little_endian(std::string_view(body).substr(body.size() - kPayloadChecksum));
  body.resize(body.size() - kPayloadChecksum);
  const std::uint32_t computed = payload_checksum(body);
  if (told != computed)
    return SegmentFault{
        fmt::format("The checksum of a segment's payload is {:08x} and not {:08x}", computed, told)};
  if (compression_ != Compression::none && uncompressed_size_ != 0) {
    try {
      body = decompressed_lz4_block(body, uncompressed_size_);
    } catch (const ProtocolFault& fault) {
      return SegmentFault{fault.text()};
    }
  }
  return Segment{std::move(body), is_self_contained_};
}

}  // namespace cellar
