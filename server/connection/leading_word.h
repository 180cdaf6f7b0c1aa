// The first word of a statement, by which a request is put into its lane before it is parsed.
//
// In:      the text of a statement.
// Out:     its first word after blanks and comments, in lower case; empty if it does not begin with a letter.
// Refused: nothing.
#pragma once

#include <string>
#include <string_view>

namespace cellar {

std::string leading_word(std::string_view text);

}  // namespace cellar
