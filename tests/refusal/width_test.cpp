#include <catch2/catch.hpp>

#include "refusal/width.h"

using namespace cellar;

TEST_CASE("a terminal's columns: wide characters take two, combining ones none") {
  CHECK(display_width("abc") == 3);
  CHECK(display_width("中文") == 4);
  CHECK(display_width("e\xCC\x81") == 1);  // e and a combining acute
  CHECK(display_width("é") == 1);
  CHECK(display_width("") == 0);
  CHECK(display_width("\xFF\xFE") == 2);  // no UTF-8: a column a byte
}

TEST_CASE("the longest beginning that fits does not cut a character") {
  CHECK(fit("abc", 2) == "ab");
  CHECK(fit("中文", 3) == "中");
  CHECK(fit("中文", 4) == "中文");
  CHECK(fit("e\xCC\x81x", 1) == "e\xCC\x81");
}

TEST_CASE("tabs are widened and control characters do not reach the terminal") {
  CHECK(expand("a\tb") == "a       b");
  CHECK(expand("12345678\tb") == "12345678        b");
  CHECK(expand("\033[31mred") == "?[31mred");
  CHECK(expand("a\xFF") == "a?");
  CHECK(expand("中\tb") == "中      b");
}

TEST_CASE("characters are counted, not bytes") {
  CHECK(count_characters("abc") == 3);
  CHECK(count_characters("中文é") == 3);
}
