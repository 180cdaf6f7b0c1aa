// Frames from bytes that come in pieces, and bytes that are no frames.
#include <catch2/catch.hpp>

#include "allocations.h"
#include "hex.h"
#include "protocol/frame/frame_decoder.h"
#include "protocol/message/responses.h"

namespace cellar {

namespace {

using test::bytes_of;

FrameFault fault_of(std::string_view digits, std::size_t longest = 1'000) {
  const std::string bytes = bytes_of(digits);
  std::string_view rest = bytes;
  FrameDecoder decoder(MessageDirection::request, longest);
  DecodedFrame decoded = decoder.next(rest);
  REQUIRE(std::holds_alternative<FrameFault>(decoded));
  return std::get<FrameFault>(std::move(decoded));
}

}  // namespace

TEST_CASE("a frame is the same, however its bytes come") {
  const std::string bytes = bytes_of("04 02 1234 07 00000003 616263  05 00 ffff 05 00000000");
  for (std::size_t piece = 1; piece <= bytes.size(); ++piece) {
    FrameDecoder decoder(MessageDirection::request);
    std::vector<Frame> frames;
    for (std::size_t begin = 0; begin < bytes.size(); begin += piece) {
      std::string_view part = std::string_view(bytes).substr(begin, piece);
      for (;;) {
        DecodedFrame decoded = decoder.next(part);
        if (!std::holds_alternative<Frame>(decoded)) break;
        frames.push_back(std::get<Frame>(std::move(decoded)));
      }
      CHECK(part.empty());
    }
    REQUIRE(frames.size() == 2);
    CHECK(frames[0].header == FrameHeader{ProtocolVersion::v4, kFlagTracing, 0x1234, Opcode::query});
    CHECK(frames[0].body == "abc");
    CHECK(frames[1].header == FrameHeader{ProtocolVersion::v5, 0, -1, Opcode::options});
    CHECK(decoder.is_idle());
  }
}

TEST_CASE(
    "an unknown version is refused as soon as the stream is known, in the words that drivers look for") {
  const FrameFault dse = fault_of("42 00 0007");
  CHECK(dse.text ==
        "Invalid or unsupported protocol version (66); supported versions are (3/v3, 4/v4, 5/v5)");
  CHECK(dse.stream == 7);
  CHECK(dse.version == ProtocolVersion::v5);
  CHECK(dse.is_last);
  // Versions 1 and 2 have a stream of one byte.
  CHECK(fault_of("01 00 05 01 00000000").stream == 5);
  std::string answer;
  append_fault(answer, dse);
  CHECK(to_hex(answer).substr(0, 10) == "8500000700");
}

TEST_CASE("what has a length is skipped, and the next frame is read") {
  const std::string bytes = bytes_of(
                                "04 00 0001 7f 00000002 0000  04 00 0002 02 00000001 00"
                                "04 00 0003 07 00000400") +
                            std::string(0x400, 'x') + bytes_of("04 00 0004 05 00000000");
  FrameDecoder decoder(MessageDirection::request, 1'000);
  std::string_view rest = bytes;
  std::vector<std::string> texts;
  for (int i = 0; i < 3; ++i) {
    const DecodedFrame decoded = decoder.next(rest);
    REQUIRE(std::holds_alternative<FrameFault>(decoded));
    const auto& fault = std::get<FrameFault>(decoded);
    CHECK(fault.stream == i + 1);
    CHECK(fault.version == ProtocolVersion::v4);
    CHECK_FALSE(fault.is_last);
    texts.push_back(fault.text);
  }
  CHECK(texts[0] == "Unknown opcode 127");
  CHECK(texts[1] == "Wrong protocol direction for opcode 2 (READY)");
  CHECK(texts[2] == "Request is too big: length 1024 exceeds maximum allowed length 1000.");
  const DecodedFrame decoded = decoder.next(rest);
  REQUIRE(std::holds_alternative<Frame>(decoded));
  CHECK(std::get<Frame>(decoded).header.stream == 4);
  CHECK(rest.empty());
}

TEST_CASE("a response where a request is expected ends the connection, as does a version that changes") {
  CHECK(fault_of("84 00 0001 08 00000000").is_last);
  const std::string bytes = bytes_of("05 00 0001 05 00000000");
  std::string_view rest = bytes;
  FrameDecoder decoder(MessageDirection::request);
  decoder.pin_version(ProtocolVersion::v4);
  const DecodedFrame decoded = decoder.next(rest);
  REQUIRE(std::holds_alternative<FrameFault>(decoded));
  CHECK(std::get<FrameFault>(decoded).is_last);
  CHECK(std::get<FrameFault>(decoded).version == ProtocolVersion::v4);
}

TEST_CASE("a length that no frame may have ends the connection, and one that lies costs no memory") {
  CHECK(fault_of("04 00 0001 07 ffffffff").is_last);
  FrameDecoder decoder(MessageDirection::request, kLongestBody);
  const std::string bytes = bytes_of("04 00 0001 07 0fffffff 61626364");
  std::string_view rest = bytes;
  test::forget_allocations();
  CHECK(std::holds_alternative<NeedMoreBytes>(decoder.next(rest)));
  CHECK(test::largest_allocation() < 100);
  const std::string more(10'000, 'x');
  rest = more;
  CHECK(std::holds_alternative<NeedMoreBytes>(decoder.next(rest)));
  CHECK(test::largest_allocation() < 30'000);
}

TEST_CASE("opcodes are known by their numbers") {
  int known = 0;
  for (int number = 0; number < 256; ++number) {
    const std::optional<Opcode> opcode = opcode_of(static_cast<std::uint8_t>(number));
    known += opcode.has_value() ? 1 : 0;
    if (opcode) CHECK_FALSE(opcode_name(*opcode).empty());
  }
  CHECK(known == 16);
  CHECK_FALSE(opcode_of(0x04));
  CHECK(opcode_name(Opcode::register_events) == "REGISTER");
  CHECK(direction_of(Opcode::auth_response) == MessageDirection::request);
}

}  // namespace cellar
