#include "parser/grammar/keyword_lexer.h"

#include <algorithm>
#include <array>
#include <span>
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

constexpr std::size_t kLetters = 'Z' - 'A' + 1;

/// Index of the first word of each letter, and behind these the end of the last letter's words.
constexpr std::array<std::size_t, kLetters + 1> places_of_letters() {
  std::array<std::size_t, kLetters + 1> places{};
  for (const Keyword& keyword : kKeywords) ++places[static_cast<std::size_t>(keyword.word[0] - 'A') + 1];
  for (std::size_t letter = 0; letter < kLetters; ++letter) places[letter + 1] += places[letter];
  return places;
}

std::size_t type_of_word(std::string_view written) {
  static constexpr std::array<std::size_t, kLetters + 1> kPlaces = places_of_letters();
  if (written.size() > longest_word()) return CqlLexer::IDENTIFIER;
  const std::string word = to_upper(written);
  const auto letter = static_cast<std::size_t>(word[0] - 'A');
  if (letter >= kLetters) return CqlLexer::IDENTIFIER;
  const std::span<const Keyword> words(kKeywords + kPlaces[letter], kKeywords + kPlaces[letter + 1]);
  const auto found = std::ranges::lower_bound(words, std::string_view(word), {}, &Keyword::word);
  return found != words.end() && found->word == word ? found->type : std::size_t{CqlLexer::IDENTIFIER};
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
