// Bodies that are compressed, and bytes that say they are.
#include <algorithm>
#include <catch2/catch.hpp>

#include "allocations.h"
#include "hex.h"
#include "protocol/compression/compression.h"
#include "protocol/protocol_fault.h"
#include "random_messages.h"

namespace cellar {

namespace {

using test::bytes_of;

std::string compressed(std::string_view body, Compression compression) {
  std::string out;
  append_compressed_body(out, body, compression);
  return out;
}

constexpr Compression kBoth[] = {Compression::lz4, Compression::snappy};

}  // namespace

TEST_CASE("bodies are what they were, after their compression") {
  test::RandomMessages random(5);
  for (const Compression compression : kBoth) {
    for (const std::size_t size : {0U, 1U, 100U, 100'000U}) {
      const std::string same(size, 'x');
      CHECK(decompressed_body(compressed(same, compression), size, compression) == same);
      const std::string mixed(random.bytes(size));
      CHECK(decompressed_body(compressed(mixed, compression), size, compression) == mixed);
    }
  }
}

TEST_CASE("the length stands before LZ4 in four bytes, as the Python driver writes it") {
  const std::string body = "abcdefghabcdefghabcdefghabcdefghabcdefghabcdefghabcdefghabcdefghabcdefghabcdefgh";
  CHECK(to_hex(compressed(body, Compression::lz4)) == "000000508f6162636465666768080030506465666768");
}

TEST_CASE("a body is refused that would be longer than its bound, or than its bytes allow") {
  for (const Compression compression : kBoth) {
    const std::string bytes = compressed(std::string(1'000, 'x'), compression);
    CHECK_THROWS_WITH(decompressed_body(bytes, 999, compression),
                      "The body has 1000 bytes before compression; at most 999 are allowed");
  }
  test::forget_allocations();
  CHECK_THROWS_AS(decompressed_body(bytes_of("0fffffff 00"), std::size_t{1} << 30, Compression::lz4),
                  ProtocolFault);
  CHECK_THROWS_AS(decompressed_body(bytes_of("ffffff7f 00"), std::size_t{1} << 30, Compression::snappy),
                  ProtocolFault);
  CHECK_THROWS_AS(decompressed_body("", 100, Compression::lz4), ProtocolFault);
  CHECK_THROWS_AS(decompressed_body("", 100, Compression::snappy), ProtocolFault);
  CHECK(test::largest_allocation() < 1'000);
}

TEST_CASE("damaged bodies are refused, or are other bodies of the length that they tell") {
  std::size_t longest = 0;
  for (const Compression compression : kBoth) {
    const std::string bytes = compressed("abcdefghabcdefghabcdefgh0123456789", compression);
    for (std::size_t place = 0; place < bytes.size(); ++place) {
      for (int value = 0; value < 256; ++value) {
        std::string damaged = bytes;
        damaged[place] = static_cast<char>(value);
        try {
          longest = std::max(longest, decompressed_body(damaged, 10'000, compression).size());
        } catch (const ProtocolFault&) {
        }
      }
    }
  }
  CHECK(longest > 0);
  CHECK(longest <= 10'000);
}

TEST_CASE("compressions are named in any case of letters") {
  CHECK(compression_of("LZ4") == Compression::lz4);
  CHECK(compression_of("snappy") == Compression::snappy);
  CHECK_FALSE(compression_of("zstd"));
  CHECK_FALSE(compression_of(""));
  CHECK(compression_name(Compression::lz4) == "lz4");
}

}  // namespace cellar
