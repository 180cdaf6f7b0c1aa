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

TEST_CASE("a single token is read as the grammar reads it") {
  const auto read = [](const std::string& text) -> std::optional<LoneLiteral> {
    try {
      return parse_literal(text);
    } catch (const Refusal&) {
      return std::nullopt;
    }
  };
  for (const std::string text : {"7",
                                 "-7",
                                 "007",
                                 "- 7",
                                 "--7",
                                 "7.",
                                 "7.5",
                                 "-7.5",
                                 "1e400",
                                 "7...",
                                 "''",
                                 "'a'",
                                 "'it''s'",
                                 "'中文'",
                                 "'a\nb'",
                                 "$$x$$",
                                 "$$a$b$$",
                                 "$$$$",
                                 "0x",
                                 "0xAB",
                                 "0XAB",
                                 "0xabc",
                                 "550e8400-e29b-41d4-a716-446655440000",
                                 "550E8400-E29B-41D4-A716-446655440000",
                                 "550e8400-e29b-41d4-a716",
                                 "1h30m",
                                 "-1h",
                                 "P1D",
                                 "true",
                                 "NULL",
                                 "NaN",
                                 "-Infinity",
                                 "'a''",
                                 "'a' 'b'",
                                 "7;",
                                 "'a';",
                                 "7 ",
                                 "a",
                                 "\"a\"",
                                 "?",
                                 "'a'--b",
                                 "'a'/*b*/",
                                 "99999999999999999999999999",
                                 "-0",
                                 "1E3",
                                 "''''",
                                 "'--'",
                                 "'/*'"}) {
    INFO(text);
    // Behind a blank it is no single token.
    const std::optional<LoneLiteral> alone = read(text), by_grammar = read(" " + text);
    REQUIRE(alone.has_value() == by_grammar.has_value());
    if (!alone) continue;
    CHECK(alone->expression.span.begin + 1 == by_grammar->expression.span.begin);
    CHECK(alone->expression.span.end + 1 == by_grammar->expression.span.end);
    CHECK(alone->expression.node.index() == by_grammar->expression.node.index());
    REQUIRE(alone->slots.size() == by_grammar->slots.size());
    for (std::size_t i = 0; i < alone->slots.size(); ++i) {
      CHECK(alone->slots[i].literal.kind == by_grammar->slots[i].literal.kind);
      CHECK(alone->slots[i].literal.text == by_grammar->slots[i].literal.text);
      CHECK(alone->slots[i].span.end + 1 == by_grammar->slots[i].span.end);
    }
  }
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
