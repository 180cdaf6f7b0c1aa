#include <catch2/catch.hpp>

#include "types/number/byte_order.h"
#include "types/text/hex.h"
#include "types/text/text.h"

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

TEST_CASE("hexadecimal digits are read in any case and written in lower case") {
  CHECK(to_hex(from_hex("00fFAb").value_or("")) == "00ffab");
  CHECK_FALSE(from_hex("abc"));
  CHECK_FALSE(from_hex("0g"));
  std::string bytes = "x";
  CHECK(append_from_hex("4142", bytes));
  CHECK(bytes == "xAB");
}

TEST_CASE("a text is cut only between characters") {
  const std::string text = "aé€😀";  // of 1, 2, 3 and 4 bytes
  const std::size_t boundaries[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 10};
  for (std::size_t i = 0; i < std::size(boundaries); ++i) {
    INFO(i);
    CHECK(character_boundary(text, i) == boundaries[i]);
  }
  CHECK(character_length(text, 0) == 1);
  CHECK(character_length(text, 1) == 2);
  CHECK(character_length(text, 2) == 0);
  CHECK(character_length(text, 6) == 4);
}

}  // namespace cellar
