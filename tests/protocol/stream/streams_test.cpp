// Both halves of a connection, as STARTUP agreed.
#include <catch2/catch.hpp>

#include "hex.h"
#include "protocol/message/requests.h"
#include "protocol/message/responses.h"
#include "protocol/stream/inbound.h"
#include "protocol/stream/outbound.h"
#include "random_messages.h"

namespace cellar {

namespace {

std::string query_frame(std::string_view text, std::int16_t stream, ProtocolVersion version) {
  std::string bytes;
  append_request(bytes, QueryRequest{text, {}}, {.version = version, .stream = stream, .payload = {}});
  return bytes;
}

std::vector<DecodedFrame> all_frames(InboundStream& stream, std::string_view bytes, std::size_t piece) {
  std::vector<DecodedFrame> frames;
  while (!bytes.empty()) {
    std::string_view part = bytes.substr(0, piece);
    bytes.remove_prefix(part.size());
    for (;;) {
      DecodedFrame decoded = stream.next(part);
      if (std::holds_alternative<NeedMoreBytes>(decoded)) break;
      frames.push_back(std::move(decoded));
      const auto* fault = std::get_if<FrameFault>(&frames.back());
      if (fault != nullptr && fault->is_last) return frames;
    }
  }
  return frames;
}

FrameFault only_fault(InboundStream& stream, std::string_view bytes) {
  std::vector<DecodedFrame> frames = all_frames(stream, bytes, bytes.size());
  REQUIRE(frames.size() == 1);
  REQUIRE(std::holds_alternative<FrameFault>(frames[0]));
  return std::get<FrameFault>(std::move(frames[0]));
}

struct Agreement {
  ProtocolVersion version;
  Compression compression;
};
constexpr Agreement kAgreements[] = {
    {ProtocolVersion::v3, Compression::none}, {ProtocolVersion::v3, Compression::lz4},
    {ProtocolVersion::v4, Compression::lz4},  {ProtocolVersion::v4, Compression::snappy},
    {ProtocolVersion::v5, Compression::none}, {ProtocolVersion::v5, Compression::lz4},
};

}  // namespace

TEST_CASE("frames of all sizes pass through a connection, in pieces of any size") {
  test::RandomMessages random(11);
  for (const Agreement& agreed : kAgreements) {
    for (const std::size_t piece : {1U, 1'000U, 1'000'000U}) {
      OutboundStream out;
      InboundStream in(MessageDirection::request);
      out.agree(agreed.version, agreed.compression);
      in.agree(agreed.version, agreed.compression);
      std::vector<std::string> texts;
      std::string sent;
      for (const std::size_t size : {0U, 10U, 200U, 131'000U, 131'072U, 300'000U, 1U, 1U}) {
        texts.push_back(random.coin() ? std::string(size, 'q') : std::string(random.bytes(size)));
        out.write(query_frame(texts.back(), static_cast<std::int16_t>(texts.size()), agreed.version));
        if (random.coin()) sent += out.take();
      }
      sent += out.take();
      CHECK(out.size() == 0);
      const std::vector<DecodedFrame> frames = all_frames(in, sent, piece);
      REQUIRE(frames.size() == texts.size());
      for (std::size_t i = 0; i < frames.size(); ++i) {
        const Frame& frame = std::get<Frame>(frames[i]);
        CHECK(frame.header.stream == static_cast<std::int16_t>(i + 1));
        CHECK_FALSE(frame.header.has(kFlagCompressed));
        CHECK(std::get<QueryRequest>(read_request(frame).message).text == texts[i]);
      }
    }
  }
}

TEST_CASE("frames that are written together share a segment, and a long one is split") {
  OutboundStream out;
  out.agree(ProtocolVersion::v5, Compression::none);
  for (std::int16_t i = 0; i < 10; ++i) out.write(query_frame("SELECT 1", i, ProtocolVersion::v5));
  const std::string bytes = out.take();
  SegmentDecoder decoder(Compression::none);
  std::string_view rest = bytes;
  const DecodedSegment shared = decoder.next(rest);
  CHECK(rest.empty());
  CHECK(std::get<Segment>(shared).is_self_contained);
  out.write(query_frame(std::string(200'000, 'x'), 1, ProtocolVersion::v5));
  const std::string split = out.take();
  rest = split;
  CHECK_FALSE(std::get<Segment>(decoder.next(rest)).is_self_contained);
  CHECK_FALSE(std::get<Segment>(decoder.next(rest)).is_self_contained);
  CHECK(rest.empty());
}

TEST_CASE("segments begin with the first byte after STARTUP, also in the same piece") {
  std::string bytes;
  append_request(bytes, StartupRequest{{{"CQL_VERSION", "3.0.0"}}}, {.payload = {}});
  OutboundStream out;
  out.agree(ProtocolVersion::v5, Compression::lz4);
  out.write(query_frame(std::string(1'000, 'x'), 2, ProtocolVersion::v5));
  bytes += out.take();
  InboundStream in(MessageDirection::request);
  std::string_view rest = bytes;
  CHECK(std::get<Frame>(in.next(rest)).header.opcode == Opcode::startup);
  in.agree(ProtocolVersion::v5, Compression::lz4);
  CHECK(std::get<Frame>(in.next(rest)).header.stream == 2);
  CHECK(std::holds_alternative<NeedMoreBytes>(in.next(rest)));
  CHECK(rest.empty());
}

TEST_CASE("a frame does not leave its self-contained segment, and none comes within a frame") {
  const std::string frame = query_frame("SELECT 1", 1, ProtocolVersion::v5);
  std::string cut;
  append_segment(cut, std::string_view(frame).substr(0, 12), true, Compression::none);
  InboundStream first(MessageDirection::request);
  first.agree(ProtocolVersion::v5, Compression::none);
  CHECK(only_fault(first, cut).text == "A frame does not end with its self-contained segment");
  std::string within;
  append_segment(within, std::string_view(frame).substr(0, 12), false, Compression::none);
  append_segment(within, frame, true, Compression::none);
  InboundStream second(MessageDirection::request);
  second.agree(ProtocolVersion::v5, Compression::none);
  const FrameFault fault = only_fault(second, within);
  CHECK(fault.text == "A self-contained segment came within a frame");
  CHECK(fault.is_last);
}

TEST_CASE("a wrong checksum is the last that a connection says") {
  OutboundStream out;
  out.agree(ProtocolVersion::v5, Compression::none);
  out.write(query_frame("SELECT 1", 1, ProtocolVersion::v5));
  std::string bytes = out.take();
  bytes.back() = static_cast<char>(bytes.back() ^ 1);
  InboundStream in(MessageDirection::request);
  in.agree(ProtocolVersion::v5, Compression::none);
  CHECK(only_fault(in, bytes).is_last);
}

TEST_CASE("damaged or unexpected compression is a fault of its frame alone") {
  const std::string bytes = test::bytes_of("04 01 0009 07 00000005 00000010 ff  04 00 000a 05 00000000");
  for (const Compression compression : {Compression::none, Compression::lz4, Compression::snappy}) {
    InboundStream in(MessageDirection::request);
    in.agree(ProtocolVersion::v4, compression);
    const std::vector<DecodedFrame> frames = all_frames(in, bytes, 4);
    REQUIRE(frames.size() == 2);
    CHECK(std::get<FrameFault>(frames[0]).stream == 9);
    CHECK_FALSE(std::get<FrameFault>(frames[0]).is_last);
    CHECK(std::get<Frame>(frames[1]).header.stream == 10);
  }
}

TEST_CASE("the flag of a compressed body means nothing within segments") {
  for (const Compression compression : {Compression::none, Compression::lz4}) {
    std::string segment;
    append_segment(segment, test::bytes_of("05 01 0009 07 00000003 000102"), true, compression);
    InboundStream in(MessageDirection::request);
    in.agree(ProtocolVersion::v5, compression);
    const std::vector<DecodedFrame> frames = all_frames(in, segment, 1);
    REQUIRE(frames.size() == 1);
    CHECK(std::get<Frame>(frames[0]).header.stream == 9);
    CHECK(std::get<Frame>(frames[0]).body == test::bytes_of("000102"));
    CHECK_FALSE(std::get<Frame>(frames[0]).header.has(kFlagCompressed));
  }
}

TEST_CASE("the bound of a body holds after its compression") {
  OutboundStream out;
  out.agree(ProtocolVersion::v4, Compression::lz4);
  out.write(query_frame(std::string(20'000, 'x'), 1, ProtocolVersion::v4));
  const std::string bytes = out.take();
  CHECK(bytes.size() < 1'000);
  InboundStream in(MessageDirection::request, 10'000);
  in.agree(ProtocolVersion::v4, Compression::lz4);
  CHECK(only_fault(in, bytes).text ==
        "The body has 20007 bytes before compression; at most 10000 are allowed");
  in.set_longest_body(100'000);
  CHECK(std::holds_alternative<Frame>(all_frames(in, bytes, bytes.size())[0]));
}

}  // namespace cellar
