#include "types/number/byte_order.h"

#include <catch2/catch.hpp>

#include "types/text/hex.h"

namespace cellar {

TEST_CASE("integers are written and read in big-endian order") {
  std::string bytes;
  append_big_endian(bytes, std::uint16_t{0x0102});
  append_big_endian(bytes, std::uint64_t{0x030405060708090A});
  append_big_endian(bytes, 0xFF0B0C0D, 3);
  CHECK(to_hex(bytes) == "0102030405060708090a0b0c0d");
  CHECK(load_big_endian<std::uint16_t>(bytes.data()) == 0x0102);
  CHECK(load_big_endian<std::uint64_t>(&bytes[2]) == 0x030405060708090A);
  for (std::size_t size = 1; size <= 8; ++size) {
    std::string part;
    append_big_endian(part, 0x1122334455667788, size);
    INFO(size);
    CHECK(part.size() == size);
    CHECK(load_big_endian(part) == (0x1122334455667788 & (~std::uint64_t{0} >> (64 - 8 * size))));
  }
  CHECK(load_big_endian(std::string_view()) == 0);
}

}  // namespace cellar
