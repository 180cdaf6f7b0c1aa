// What Tab offers at a place of a text: the interface between the line editor and shell/completion, which knows the
// language.
//
// In:      what was typed so far, over all its lines, and the cursor as a byte of it.
// Out:     candidates, each to replace the bytes from `begin` to the cursor. Several are in the order in which they
//          are to be listed.
// Refused: nothing. If nothing is known, there are no candidates.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "refusal/language.h"

namespace cellar {

struct Candidate {
  std::string text;
  std::string note{};  // shown beside it: the type of a column, the signature of a function; mostly empty
  bool blank_follows = false;  // a blank is typed behind it if it is the only one

  bool operator==(const Candidate&) const = default;
};

struct Completions {
  std::size_t begin = 0;
  std::vector<Candidate> candidates{};
};

/// Returns the note in words of the language: types and names stay.
std::string note_in(const std::string& note, Language language);

/// What the line editor calls at Tab.
using CompletionFunction = std::function<Completions(std::string_view text, std::size_t cursor)>;

/// Returns the text between `begin` and the cursor after Tab: the only candidate (with its blank, unless one
/// follows the cursor already), or what all candidates begin with in any case of their letters. Returns what is there if
/// Tab can add nothing: the candidates are then to be listed.
std::string replacement(const Completions& completions, std::string_view text, std::size_t cursor);

}  // namespace cellar
