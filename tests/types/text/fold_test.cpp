// Texts in one form: lower case, composed, ASCII.
#include "types/text/fold.h"

#include <catch2/catch.hpp>

using namespace cellar;

TEST_CASE("lower case is that of the whole of Unicode") {
  CHECK(to_unicode_lower("CAFÉ Straße 1") == "café straße 1");
  CHECK(to_unicode_lower("\u0130I") == "i\u0307i");
  CHECK(to_unicode_lower("ΟΔΟΣ Σ") == "οδος σ");
  CHECK(to_unicode_lower("ΑΣ\u0301Α") == "ασ\u0301α");
  CHECK(to_unicode_lower("\xff") == "\xff");
}

TEST_CASE("a letter and its accent become one character") {
  CHECK(to_composed("cafe\u0301") == "café");
  CHECK(to_composed("\u212b") == "\u00c5");
  CHECK(to_composed("ﬁ\xff") == "ﬁ\xff");
}

TEST_CASE("variants of letters become ASCII") {
  CHECK(to_ascii_letters("Çédille, straße, Łódź, ﬁn, Æsop, ＡＢ, ①") ==
        "Cedille, strasse, Lodz, fin, AEsop, AB, 1");
  CHECK(to_ascii_letters("“a”–‘b’") == "\"a\"-'b'");
  CHECK(to_ascii_letters("e\u0301 Ω ½ \u212a") == "e\u0301 Ω ½ \u212a");
}
