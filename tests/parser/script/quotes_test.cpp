// Strings, quoted names and comments, found where they begin.
#include "parser/script/quotes.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <iterator>
#include <string>

#include "parser/script/splitter.h"

namespace cellar {

namespace {

struct Case {
  std::string_view text;
  QuoteKind kind;
  std::size_t end;
};

struct Rest {
  std::string outside;   // of quotes and comments
  bool is_open = false;  // the last one is not closed
};

Rest rest_of(std::string_view text) {
  Rest rest;
  for (std::size_t position = 0; position < text.size();) {
    const Quote* const quote = quote_at(text, position);
    if (quote == nullptr) {
      rest.outside += text[position++];
      continue;
    }
    const std::size_t end = end_of_quote(text, position, *quote);
    rest.is_open = end == text.npos;
    position = std::min(end, text.size());
  }
  return rest;
}

}  // namespace

TEST_CASE("each kind of quote ends at its mark, a comment before the end of its line") {
  const Case cases[] = {
      {"'a' b", QuoteKind::string, 3},
      {"\"a'\" b", QuoteKind::quoted_name, 4},
      {"$$a$'$$ b", QuoteKind::dollar_string, 7},
      {"-- a'\nb", QuoteKind::line_comment, 5},
      {"// a\nb", QuoteKind::line_comment, 4},
      {"/*a*'*/ b", QuoteKind::block_comment, 7},
      {"'", QuoteKind::string, std::string::npos},
      {"/*/", QuoteKind::block_comment, std::string::npos},
      {"--", QuoteKind::line_comment, std::string::npos},
  };
  for (const Case& each : cases) {
    INFO(each.text);
    const Quote* const quote = quote_at(each.text, 0);
    REQUIRE(quote != nullptr);
    CHECK(quote->kind == each.kind);
    CHECK(end_of_quote(each.text, 0, *quote) == each.end);
  }
  for (const std::string_view text : {"", "-", "/", "$", "- -", "$ $", "a'", "/ *"})
    CHECK(quote_at(text, 0) == nullptr);
}

TEST_CASE("what is outside of quotes is what Splitter reads as such") {
  const char* const kPieces[] = {"'", "\"", "$$", "--", "//", "/*", "*/", "\n", ";", "a", " ", "$", "-"};
  std::uint32_t state = 1;
  for (int round = 0; round < 5'000; ++round) {
    std::string text = "x x ";  // one word may be the head of a pasted table
    for (int i = 0; i < 12; ++i) {
      state = state * 1'664'525 + 1'013'904'223;
      text += kPieces[(state >> 16) % std::size(kPieces)];
    }
    text += "\n";
    Splitter splitter;
    splitter.feed(text);
    std::size_t statements = 0;
    while (splitter.next()) ++statements;
    const Rest rest = rest_of(text);
    const Unfinished unfinished = splitter.unfinished();
    INFO(text);
    CHECK((statements > 0) == (rest.outside.find(';') != std::string::npos));
    CHECK(rest.is_open == (unfinished != Unfinished::nothing && unfinished != Unfinished::statement));
  }
}

}  // namespace cellar
