#include "parser/grammar/keyword_lexer.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "types/text/text.h"

namespace cellar {

namespace {

using antlr::CqlLexer;

struct Keyword {
  std::string_view word;
  std::size_t type;
};

/// Sorted by their words, in capitals.
constexpr Keyword kKeywords[] = {
#include "keywords.inc"
};

constexpr std::size_t longest_word() {
  std::size_t longest = 0;
  for (const Keyword& keyword : kKeywords) longest = std::max(longest, keyword.word.size());
  return longest;
}

}  // namespace

std::size_t KeywordLexer::type_of_name() {
  const std::size_t end = getCharIndex();
  if (end - tokenStartCharIndex > longest_word()) return IDENTIFIER;
  const antlr4::misc::Interval place(tokenStartCharIndex, end - 1);
  const std::string word = to_upper(_input->getText(place));
  const auto* const found = std::ranges::lower_bound(kKeywords, std::string_view(word), {}, &Keyword::word);
  return found != std::end(kKeywords) && found->word == word ? found->type : std::size_t{IDENTIFIER};
}

antlr4::Token* KeywordLexer::emit() {
  if (type == IDENTIFIER) type = type_of_name();
  return CqlLexer::emit();
}

}  // namespace cellar
