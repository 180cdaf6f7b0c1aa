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

std::size_t type_of_word(std::string_view written) {
  if (written.size() > longest_word()) return CqlLexer::IDENTIFIER;
  const std::string word = to_upper(written);
  const auto* const found = std::ranges::lower_bound(kKeywords, std::string_view(word), {}, &Keyword::word);
  return found != std::end(kKeywords) && found->word == word ? found->type
                                                             : std::size_t{CqlLexer::IDENTIFIER};
}

}  // namespace

std::size_t KeywordLexer::type_of_name() {
  const std::size_t end = getCharIndex();
  if (end - tokenStartCharIndex > longest_word()) return IDENTIFIER;
  return type_of_word(
      _input->getText({static_cast<ssize_t>(tokenStartCharIndex), static_cast<ssize_t>(end) - 1}));
}

bool KeywordLexer::is_keyword(std::string_view word) {
  return is_same_word(word, "true") || is_same_word(word, "false") || type_of_word(word) != IDENTIFIER;
}

std::unique_ptr<antlr4::Token> KeywordLexer::nextToken() {
  const CountedWork of_process({});
  return CqlLexer::nextToken();
}

antlr4::Token* KeywordLexer::emit() {
  const CountedWork of_text(account_);
  if (type == IDENTIFIER) type = type_of_name();
  return CqlLexer::emit();
}

}  // namespace cellar
