// Says what is wrong with a text that the grammar does not take.
//
// In:      the text, its tokens, the one that does not fit, what the grammar would have taken.
// Refused: always, of class syntax: with words of its own for what people who know SQL often write,
//          else with the token that was found and what was expected.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "refusal/refusal.h"

namespace cellar {

struct SyntaxError {
  std::string_view text;
  std::vector<Span> tokens;   // the last is empty: the end of the text; more may be missing before the first
  std::size_t offending = 0;  // index into tokens
  std::vector<std::string> expected;         // words: "a column name", "`FROM`"
  std::vector<std::string> expected_tokens;  // names of the grammar's tokens: "FROM", "OPEN_ROUND"
};

[[noreturn]] void refuse_syntax(const SyntaxError& error);

}  // namespace cellar
