// Literals that stand alone.
#include <catch2/catch.hpp>

#include "parser/lone_literal.h"

namespace cellar {

TEST_CASE("a literal is read alone, whatever it is made of") {
  for (const char* text : {"7", "-7", "'it''s'", "$$x$$", "null", "true", "NaN", "0xab", "1h30m", "[1, 2]",
                           "{}", "{'a': [1]}", "(1, 'x')", "{street: 'x', zip: null}", "(date) '2020-01-01'",
                           "550e8400-e29b-41d4-a716-446655440000", " 7 ", "[1, -2]"}) {
    INFO(text);
    CHECK_NOTHROW(parse_literal(text));
  }
  CHECK(parse_literal(" [1,\n 2] ").expression.span.begin == 1);
}

TEST_CASE("what is no literal is refused, and a plain word is offered in quotes") {
  for (const char* text : {"", "Paris", "now()", "1 + 1", "?", ":x", "[?]", "1 2", "'a", "{1", "a.b", "\xff",
                           "CAST(1 AS text)", "7;", "{now(): 1}"}) {
    INFO(text);
    CHECK_THROWS_AS(parse_literal(text), Refusal);
  }
  try {
    parse_literal("Paris");
  } catch (const Refusal& refusal) {
    CHECK(refusal.diagnostic.code() == "E655");
    CHECK(refusal.diagnostic.fix->text == "'Paris'");
  }
}

}  // namespace cellar
