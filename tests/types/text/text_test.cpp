#include "types/text/text.h"
#include "types/text/hex.h"

#include <catch2/catch.hpp>

#include "values.h"

namespace cellar {

TEST_CASE("UTF-8 is checked to the last byte") {
  for (const char* good : {"", "61", "7f", "c280", "dfbf", "e0a080", "ed9fbf", "ee8080", "efbfbf", "f0908080",
                           "f48fbfbf", "61c3a9e4b8adf09f9880"}) {
    CAPTURE(good);
    CHECK(is_valid_utf8(bytes_of(good)));
  }
  for (const char* bad : {"80", "bf", "c080", "c1bf", "c2", "c241", "e08080", "e09fbf", "e282", "eda080",
                          "edbfbf", "f08fbfbf", "f4908080", "f5808080", "ff", "f09f98", "6180"}) {
    CAPTURE(bad);
    CHECK_FALSE(is_valid_utf8(bytes_of(bad)));
  }
}

TEST_CASE("a byte that is no printable ASCII is seen wherever it stands") {
  CHECK(is_printable_ascii(""));
  for (std::size_t size = 1; size <= 20; ++size) {
    for (std::size_t place = 0; place < size; ++place) {
      for (int byte = 0; byte < 256; ++byte) {
        std::string text(size, byte % 2 == 0 ? ' ' : '~');
        text[place] = static_cast<char>(byte);
        if (is_printable_ascii(text) != (byte >= 0x20 && byte < 0x7F))
          FAIL(size << ' ' << place << ' ' << byte);
      }
    }
  }
}

TEST_CASE("ascii ends at 127") {
  CHECK(is_ascii("~\x7f"));
  CHECK_FALSE(is_ascii("caf\xc3\xa9"));
}

TEST_CASE("quotes are doubled and nothing else") {
  CHECK(quote_text("it's \\ \n") == "'it''s \\ \n'");
  CHECK(quote_text("") == "''");
}

TEST_CASE("control characters are shown as cqlsh shows them") {
  CHECK(show_control_characters("a\nb\tc\r") == "a\\nb\\tc\\r");
  CHECK(show_control_characters(std::string("\0\x1f\x7f", 3)) == "\\x00\\x1f\\x7f");
  CHECK(show_control_characters("\xc2\x80\xc2\xa0\xc2\xa1") == "\\x80\\xa0\xc2\xa1");
  CHECK(show_control_characters("C:\\dir") == "C:\\\\dir");
  CHECK(show_control_characters("\xff\xc3") == "\\xff\\xc3");
  CHECK(show_control_characters("中😀") == "中😀");
}

TEST_CASE("long texts are cut between characters") {
  CHECK(shorten("short") == "short");
  CHECK(shorten(std::string(40, 'x')) == std::string(40, 'x'));
  CHECK(shorten(std::string(41, 'x')) == std::string(40, 'x') + "...");
  CHECK(shorten("中文键", 2) == "中文...");
  CHECK(shorten("a\nb") == "a\\nb");
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
