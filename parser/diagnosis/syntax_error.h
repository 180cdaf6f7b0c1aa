// Says what is wrong with a text that the grammar does not take.
//
// In:      the text, its tokens, the one that does not fit, what the grammar would have taken.
// Out:     nothing; what the refusal depends on is noted (LookedAt).
// Refused: always, of class syntax: with words of its own for what people who know SQL often write,
//          else with the token that was found and what was expected.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "refusal/refusal.h"

namespace cellar {

struct SyntaxError;

/// The parts of a text on which a refusal depends, beyond the words and signs of its text and the kinds of its
/// literals.
struct LookedAt {
  bool all = true;  // nothing is known: on the whole text
  std::vector<Span> spans;
  /// What was diagnosed, if the parser had read nothing before: it is that of each text with the same kinds of tokens.
  std::shared_ptr<const SyntaxError> error;
};

struct SyntaxError {
  struct Token {
    Span span;
    std::string type;  // the grammar's name for it: "SELECT", "QUOTED_NAME"
  };

  std::string_view text;
  std::vector<Token> tokens;  // those around the offending one; the text's end is an empty EOF
  std::size_t first = 0;      // of the statement: an index into tokens
  std::size_t offending = 0;
  bool fits_as_name = false;                // a name in place of the offending token would have done
  bool call_expected = false;               // the name before it could only be a function's, among values
  std::vector<std::string> expected;        // words: "a column name", "`FROM`"
  std::vector<std::string> expected_types;  // of tokens
  LookedAt* looked_at = nullptr;            // notes what of the text is looked at
};

[[noreturn]] void refuse_syntax(const SyntaxError& error);
/// Returns what refuse_syntax() refuses.
Diagnostic diagnose(const SyntaxError& error);

}  // namespace cellar
