// Signs that only look like those of CQL: what word processors and input methods make of them.
//
// In:      a text and a place outside of its strings, quoted names and comments.
// Out:     the signs from there on, each with the sign of ASCII that belongs in its place.
// Refused: nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "refusal/refusal.h"

namespace cellar {

struct LookAlike {
  Span span;                  // one character, or the letters and digits of a full-width word
  std::string ascii;          // "'", ",", " ", "SELECT"; empty: the character is invisible
  bool opens_string = false;  // the next sign is the quote that closes it

  bool is_quote() const { return ascii == "'"; }
  bool is_invisible() const { return ascii.empty(); }
};

/// Returns the one that begins at `position`, if one does.
std::optional<LookAlike> look_alike_at(std::string_view text, std::uint32_t position);
/// Returns all from `position` on that are outside of strings, quoted names and comments. What is between two
/// typographic quotes is a string.
std::vector<LookAlike> look_alikes_from(std::string_view text, std::uint32_t position);
/// Returns one fix for all of them; the quotes within a string whose own quotes are replaced are doubled.
Fix fix_of(std::string_view text, const std::vector<LookAlike>& signs);

}  // namespace cellar
