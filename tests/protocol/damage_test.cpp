// Bytes of strangers: every byte of random messages changed, and random bytes. CELLAR_MUTATED_MESSAGES says how many.
#include <catch2/catch.hpp>
#include <cstdlib>

#include "allocations.h"
#include "fuzz_decoder.h"
#include "protocol/message/requests.h"
#include "protocol/message/responses.h"
#include "protocol/stream/outbound.h"
#include "random_messages.h"

namespace cellar {

using namespace test;

namespace {

std::size_t mutated_messages() {
  const char* const told = std::getenv("CELLAR_MUTATED_MESSAGES");
  return told == nullptr ? 3 : std::strtoull(told, nullptr, 10);
}

/// A type in metadata has a hundred bytes for each two of the body; compression makes 255 of one.
std::size_t memory_allowed(std::size_t bytes) { return 100'000 + 400 * bytes; }

std::string random_frame(RandomMessages& random, std::size_t kind, ProtocolVersion version, bool is_request) {
  std::string frame;
  if (is_request)
    append_request(frame, random.request(kind), random.request_head(version));
  else
    append_response(frame, random.response(kind), random.response_head(version));
  return frame;
}

/// The bytes that fuzz_decoder takes: its choices, and what the stream of a connection would send.
std::string fuzz_input(RandomMessages& random, std::string_view frame, ProtocolVersion version,
                       bool is_request) {
  std::string input;
  const auto number = static_cast<unsigned>(version) - 3;
  input.push_back(static_cast<char>((is_request ? 0 : 1) + 2 * number));
  const std::size_t compression = random.below(version == ProtocolVersion::v5 ? 2 : 3);
  input.push_back(static_cast<char>(compression));
  input.push_back(static_cast<char>(random.below(256)));
  OutboundStream out;
  out.agree(version, static_cast<Compression>(compression));
  out.write(frame);
  return input + out.take();
}

void decode_measured(std::string_view input) {
  forget_allocations();
  fuzz_decoder(input);
  CHECK(largest_allocation() <= memory_allowed(input.size()));
}

}  // namespace

TEST_CASE("no byte of a message can be changed so that its reader crashes, or takes much memory") {
  RandomMessages random(21);
  for (std::size_t round = 0; round < mutated_messages(); ++round) {
    for (const ProtocolVersion version : kAllVersions) {
      for (std::size_t kind = 0; kind < kRequestKinds + kResponseKinds; ++kind) {
        const bool is_request = kind < kRequestKinds;
        const std::string frame =
            random_frame(random, is_request ? kind : kind - kRequestKinds, version, is_request);
        // Without segments, so that the checksums hide nothing.
        std::string input;
        input.push_back(static_cast<char>((is_request ? 0 : 1)));
        input += std::string("\x03\xff") + frame;
        for (std::size_t place = 3; place < input.size(); ++place) {
          const char before = input[place];
          for (const int change : {0x01, 0x80, 0xFF, 0x7F, 0x40}) {
            input[place] = static_cast<char>(before ^ change);
            decode_measured(input);
          }
          input[place] = before;
        }
      }
    }
  }
}

TEST_CASE("random changes of what a connection sends are read or refused") {
  RandomMessages random(22);
  for (std::size_t round = 0; round < 200 * mutated_messages(); ++round) {
    const ProtocolVersion version = kAllVersions[random.below(3)];
    const bool is_request = random.coin();
    std::string frames;
    const std::string frame = random_frame(random, random.below(8), version, is_request);
    std::string input = fuzz_input(random, frame, version, is_request);
    for (std::size_t changes = random.below(4); changes > 0; --changes) {
      const std::size_t place = random.below(input.size());
      switch (random.below(4)) {
        case 0:
          input[place] = static_cast<char>(random.below(256));
          break;
        case 1:
          input.insert(place, random.bytes(9));
          break;
        case 2:
          input.erase(place, random.below(9));
          break;
        default:
          input.replace(place, 1, "\xFF\xFF\xFF\xFE");
          break;
      }
      if (input.empty()) input = "x";
    }
    decode_measured(input);
  }
}

TEST_CASE("random bytes are no message, and do no harm") {
  RandomMessages random(23);
  for (std::size_t round = 0; round < 1'000 * mutated_messages(); ++round) {
    std::string input(random.bytes(200));
    // With a right first byte, half of them get further.
    if (random.coin() && input.size() > 4) input[3] = static_cast<char>(3 + random.below(3));
    decode_measured(input);
  }
}

}  // namespace cellar
