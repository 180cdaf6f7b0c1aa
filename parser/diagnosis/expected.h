// What the grammar would have taken in place of a token, in words.
//
// In:      the place in the grammar where the last token was taken, and the tokens after it.
// Out:     words and token types.
// Refused: nothing.
#pragma once

#include <antlr4-runtime.h>

#include <string>
#include <vector>

namespace cellar {

/// The place in the grammar where the last token was taken. `context` is null if no token of the rule has
/// been taken yet.
struct GrammarPlace {
  size_t rule = 0;
  size_t state = 0;
  const antlr4::ParserRuleContext* context = nullptr;
};

struct Expectation {
  std::vector<std::string> words;   // "a column name", "`FROM`" ... without doubles
  std::vector<size_t> token_types;  // every token that could be there
  bool call = false;                // the `(` of a function call among values
};

/// `last_type` is the token taken at `place`; `between` are the tokens after it that the grammar would
/// take, too. The answer is for the token after those. It is valid until the next call in the same thread, which
/// remembers some of its answers: scripts repeat their faults.
const Expectation& expected_after(const antlr4::Parser& parser, const GrammarPlace& place, size_t last_type,
                                  const std::vector<size_t>& between);

}  // namespace cellar
