// Segments, byte for byte as the Python driver 3.30 makes them, and what happens to damaged ones.
#include <catch2/catch.hpp>

#include "hex.h"
#include "protocol/segment/checksums.h"
#include "protocol/segment/segment.h"

namespace cellar {

namespace {

using test::bytes_of;

std::string segment_of(std::string_view payload, Compression compression, bool is_self_contained = true) {
  std::string out;
  append_segment(out, payload, is_self_contained, compression);
  return out;
}

DecodedSegment decoded(std::string_view bytes, Compression compression) {
  SegmentDecoder decoder(compression);
  return decoder.next(bytes);
}

const std::string kOptionsFrame = bytes_of("05 00 0001 05 00000000");

}  // namespace

TEST_CASE("segments are written as the Python driver writes them") {
  CHECK(to_hex(segment_of(kOptionsFrame, Compression::none)) == "090002a4c8c1050000010500000000b5557486");
  // Bytes that compression does not make fewer.
  CHECK(to_hex(segment_of(kOptionsFrame, Compression::lz4)) == "0900000004c2b895050000010500000000b5557486");
  std::string frames;
  for (int i = 0; i < 40; ++i) frames += kOptionsFrame;
  const std::string driver = bytes_of("1400d00204a2f3ac9f0500000105000000000900ff48500500000000d25e11c9");
  CHECK(to_hex(segment_of(frames, Compression::lz4)) == to_hex(driver));
  const DecodedSegment segment = decoded(driver, Compression::lz4);
  REQUIRE(std::holds_alternative<Segment>(segment));
  CHECK(std::get<Segment>(segment).payload == frames);
  CHECK(std::get<Segment>(segment).is_self_contained);
}

TEST_CASE("the parts of a frame that is too long for a segment are not self-contained") {
  const std::string zeros(200'000, '\0');
  const std::string first =
      segment_of(std::string_view(zeros).substr(0, kLongestPayload), Compression::none, false);
  const std::string second =
      segment_of(std::string_view(zeros).substr(kLongestPayload), Compression::none, false);
  CHECK(to_hex(first.substr(0, 6)) == "ffff013891fe");
  CHECK(to_hex(first.substr(6 + kLongestPayload) + second.substr(0, 6)) == "d4993d8f410d013ede37");
  CHECK(to_hex(second.substr(second.size() - 4)) == "badd19a4");
}

TEST_CASE("checksums are those of the specification's polynomials") {
  CHECK(header_checksum(bytes_of("090002")) == 0xC1C8A4);
  CHECK(payload_checksum(kOptionsFrame) == 0x867455B5);
  CHECK(payload_checksum("") != payload_checksum(std::string(1, '\0')));
}

TEST_CASE("segments are read in pieces of any size") {
  for (const Compression compression : {Compression::none, Compression::lz4}) {
    const std::string payload(5'000, 'a');
    const std::string bytes = segment_of(payload, compression) + segment_of("", compression, false);
    for (const std::size_t piece : {1U, 2U, 3U, 7U, 100U, 4'096U}) {
      SegmentDecoder decoder(compression);
      std::vector<Segment> segments;
      for (std::size_t begin = 0; begin < bytes.size(); begin += piece) {
        std::string_view part = std::string_view(bytes).substr(begin, piece);
        for (;;) {
          DecodedSegment segment = decoder.next(part);
          if (!std::holds_alternative<Segment>(segment)) break;
          segments.push_back(std::get<Segment>(std::move(segment)));
        }
        CHECK(part.empty());
      }
      REQUIRE(segments.size() == 2);
      CHECK(segments[0].payload == payload);
      CHECK(segments[1].payload.empty());
      CHECK_FALSE(segments[1].is_self_contained);
    }
  }
}

TEST_CASE("every bit of a segment is guarded") {
  for (const Compression compression : {Compression::none, Compression::lz4}) {
    const std::string bytes = segment_of(std::string(40, 'a') + kOptionsFrame, compression);
    for (std::size_t place = 0; place < bytes.size(); ++place) {
      for (int bit = 0; bit < 8; ++bit) {
        std::string damaged = bytes;
        damaged[place] = static_cast<char>(damaged[place] ^ (1 << bit));
        CHECK(std::holds_alternative<SegmentFault>(decoded(damaged, compression)));
      }
    }
  }
}

TEST_CASE("a fault tells which checksum is wrong") {
  std::string bytes = segment_of(kOptionsFrame, Compression::none);
  std::string header = bytes;
  header[3] = static_cast<char>(header[3] ^ 1);
  CHECK(std::get<SegmentFault>(decoded(header, Compression::none)).text ==
        "The checksum of a segment's header is c1c8a4 and not c1c8a5");
  bytes.back() = static_cast<char>(bytes.back() ^ 1);
  CHECK(std::get<SegmentFault>(decoded(bytes, Compression::none)).text ==
        "The checksum of a segment's payload is 867455b5 and not 877455b5");
}

TEST_CASE("garbage with right checksums is refused where it is no LZ4") {
  const std::string garbage = "this is no block of LZ4 data";
  const std::uint64_t fields = garbage.size() | std::uint64_t{1'000} << 17 | std::uint64_t{1} << 34;
  std::string bytes;
  for (int i = 0; i < 5; ++i) bytes.push_back(static_cast<char>(fields >> (8 * i)));
  const std::uint32_t header = header_checksum(bytes);
  for (int i = 0; i < 3; ++i) bytes.push_back(static_cast<char>(header >> (8 * i)));
  bytes += garbage;
  const std::uint32_t payload = payload_checksum(garbage);
  for (int i = 0; i < 4; ++i) bytes.push_back(static_cast<char>(payload >> (8 * i)));
  CHECK(std::get<SegmentFault>(decoded(bytes, Compression::lz4)).text == "The LZ4 data are damaged");
}

}  // namespace cellar
