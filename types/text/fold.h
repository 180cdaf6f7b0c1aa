// Texts brought to one form, so that texts that differ in case, in their encoding or in accents compare equal.
//
// In:      UTF-8.
// Out:     UTF-8; what is not UTF-8 is returned as it is.
// Refused: nothing.
#pragma once

#include <string>
#include <string_view>

namespace cellar {

/// Lower case as Java's String.toLowerCase: of the whole of Unicode, with the final sigma.
std::string to_unicode_lower(std::string_view text);
/// Unicode's normalization form C: a letter and an accent become one character.
std::string to_composed(std::string_view text);
/// Letters with accents, ligatures and other variants of Latin letters, digits, quotes and dashes become ASCII;
/// all else stays.
std::string to_ascii_letters(std::string_view text);

}  // namespace cellar
