// What may come next in a statement, computed from the network of states (ATN) that ANTLR makes of the grammar.
//
// In:      the tokens before a place of the text, and the rules that mean something to the caller (`columnName`).
// Out:     the words that may come next, and the places in such rules that may begin or go on there, each with the
//          rules around it and where those began.
// Refused: nothing. Tokens that no statement begins with have no successor.
//
// The walk follows all ways through the network at once, and shares the rules that begin at the same token, so its
// time grows with the number of tokens, however ambiguous they are.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cellar {

struct TextToken {
  std::string_view kind;  // its name in CqlLexer.g4: "SELECT", "IDENTIFIER", "OPEN_ROUND"
  std::size_t begin = 0;  // bytes of the text
  std::size_t end = 0;
  std::size_t type = 0;  // its number in the grammar

  bool is(std::string_view name) const { return kind == name; }
};

/// Returns the tokens of a text without blanks and comments. What is not closed is a token to the end.
std::vector<TextToken> tokens_of(std::string_view text);
/// True for a word of the language, also one that may be a name.
bool is_keyword(const TextToken& token);

/// A rule that is being read, and the index of its first token.
struct BegunRule {
  std::string_view rule;
  std::size_t first_token = 0;

  bool operator==(const BegunRule&) const = default;
};

struct ExpectedPlace {
  std::vector<BegunRule> path;     // the rule that means something, then those around it
  std::vector<std::string> words;  // as in Expectations, within this place
};

struct Expectations {
  /// Keywords with those that must follow them ("ORDER BY"), and marks ("("), outside of the places. No names, no
  /// literals.
  std::vector<std::string> words;
  std::vector<ExpectedPlace> places;
};

/// `meaningful` are the names of rules; of nested ones the innermost counts.
Expectations expectations_after(std::span<const TextToken> tokens,
                                std::span<const std::string_view> meaningful);

}  // namespace cellar
