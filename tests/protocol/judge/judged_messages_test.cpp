// Writes random messages for an independent codec, and compares what that makes of them. Run by tests/protocol/judge/run.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>

#include "protocol/message/requests.h"
#include "protocol/message/responses.h"
#include "random_messages.h"
#include "types/text/hex.h"

namespace cellar {

using namespace test;

TEST_CASE("random messages are written for an independent codec", "[.judge]") {
  const char* const path = std::getenv("CELLAR_JUDGED_MESSAGES");
  REQUIRE(path != nullptr);
  std::ofstream file(path);
  RandomMessages random(31, true);
  for (int round = 0; round < 2'000; ++round) {
    for (const ProtocolVersion version : kAllVersions) {
      for (std::size_t kind = 0; kind < kRequestKinds; ++kind) {
        std::string bytes;
        append_request(bytes, random.request(kind), random.request_head(version));
        file << "request " << to_hex(bytes) << '\n';
      }
      for (std::size_t kind = 0; kind < kResponseKinds; ++kind) {
        std::string bytes;
        append_response(bytes, random.response(kind), random.response_head(version));
        file << "response " << to_hex(bytes) << '\n';
      }
    }
  }
}

}  // namespace cellar
