#include "types/text/hex.h"

#include <catch2/catch.hpp>

namespace cellar {

TEST_CASE("hexadecimal digits are read in any case and written in lower case") {
  CHECK(to_hex(from_hex("00fFAb").value_or("")) == "00ffab");
  CHECK_FALSE(from_hex("abc"));
  CHECK_FALSE(from_hex("0g"));
  std::string bytes = "x";
  CHECK(append_from_hex("4142", bytes));
  CHECK(bytes == "xAB");
  CHECK(to_hex(std::string("\0\xab\xff", 3)) == "00abff");
  CHECK(from_hex("00ABff") == std::string("\0\xab\xff", 3));
  CHECK(from_hex("") == "");
  CHECK_FALSE(from_hex("abc"));
  CHECK_FALSE(from_hex("zz"));
}

}  // namespace cellar
