// Random messages of every kind: what is written is read and written again, the same.
#include <catch2/catch.hpp>

#include "protocol/protocol_fault.h"
#include "protocol/stream/inbound.h"
#include "protocol/stream/outbound.h"
#include "random_messages.h"
#include "types/text/hex.h"

namespace cellar {

using namespace test;

namespace {

Frame decoded_frame(std::string_view bytes, MessageDirection direction) {
  FrameDecoder decoder(direction);
  DecodedFrame decoded = decoder.next(bytes);
  REQUIRE(std::holds_alternative<Frame>(decoded));
  CHECK(bytes.empty());
  return std::get<Frame>(std::move(decoded));
}

}  // namespace

TEST_CASE("random requests are read as they were written, in each version") {
  RandomMessages random(1);
  for (int round = 0; round < 300; ++round) {
    for (const ProtocolVersion version : kAllVersions) {
      for (std::size_t kind = 0; kind < kRequestKinds; ++kind) {
        const RequestMessage message = random.request(kind);
        const RequestHead head = random.request_head(version);
        std::string bytes;
        append_request(bytes, message, head);
        const Frame frame = decoded_frame(bytes, MessageDirection::request);
        const ReceivedRequest received = read_request(frame);
        CHECK(received.message.index() == message.index());
        CHECK(received.head.stream == head.stream);
        CHECK(received.head.is_traced == head.is_traced);
        CHECK(received.head.payload == head.payload);
        std::string again;
        append_request(again, received.message, received.head);
        CHECK(to_hex(again) == to_hex(bytes));
      }
    }
  }
}

TEST_CASE("random responses are read as they were written, in each version") {
  RandomMessages random(2);
  for (int round = 0; round < 300; ++round) {
    for (const ProtocolVersion version : kAllVersions) {
      for (std::size_t kind = 0; kind < kResponseKinds; ++kind) {
        const ResponseMessage message = random.response(kind);
        const ResponseHead head = random.response_head(version);
        std::string bytes;
        append_response(bytes, message, head);
        const Frame frame = decoded_frame(bytes, MessageDirection::response);
        const ReceivedResponse received = read_response(frame);
        CHECK(received.message.index() == message.index());
        CHECK(received.head.trace_id == head.trace_id);
        CHECK(received.head.warnings == head.warnings);
        std::string again;
        append_response(again, received.message, received.head);
        CHECK(to_hex(again) == to_hex(bytes));
      }
    }
  }
}

TEST_CASE("a request that is cut is refused") {
  RandomMessages random(3);
  std::size_t refused = 0;
  for (const ProtocolVersion version : kAllVersions) {
    for (std::size_t kind = 0; kind < kRequestKinds; ++kind) {
      std::string bytes;
      append_request(bytes, random.request(kind), random.request_head(version));
      Frame frame = decoded_frame(bytes, MessageDirection::request);
      const std::string body = frame.body;
      for (std::size_t size = 0; size < body.size(); ++size) {
        frame.body = body.substr(0, size);
        try {
          read_request(frame);
          FAIL("a request was read from " << size << " of " << body.size() << " bytes");
        } catch (const ProtocolFault& fault) {
          ++refused;
          CHECK(fault.text().find(", byte ") != std::string::npos);
        }
      }
    }
  }
  CHECK(refused > 100);
}

TEST_CASE("a response that is cut is refused, but for contentions that may be missing") {
  RandomMessages random(4);
  std::size_t read = 0;
  std::size_t refused = 0;
  for (int round = 0; round < 20; ++round) {
    for (const ProtocolVersion version : kAllVersions) {
      for (std::size_t kind = 0; kind < kResponseKinds; ++kind) {
        std::string bytes;
        append_response(bytes, random.response(kind), random.response_head(version));
        Frame frame = decoded_frame(bytes, MessageDirection::response);
        const std::string body = frame.body;
        for (std::size_t size = 0; size < body.size(); ++size) {
          frame.body = body.substr(0, size);
          try {
            const ReceivedResponse received = read_response(frame);
            const auto* result = std::get_if<ResultResponse>(&received.message);
            if (result != nullptr && std::holds_alternative<RowsResult>(*result)) {
              RowCells cells(std::get<RowsResult>(*result), version);
              while (cells.next() != nullptr) {
              }
            }
            ++read;
          } catch (const ProtocolFault&) {
            ++refused;
          }
        }
      }
    }
  }
  CHECK(refused > 10'000);
  CHECK(read < 100);
}

}  // namespace cellar
