// From text to a statement.
//
// In:      UTF-8 text of one statement, with or without its `;`.
// Out:     a Statement, literals untyped, with byte positions counted from the text's first byte.
// Refused: text that is not CQL 3.4.7 (class syntax), with the token that offends and what was
//          expected in words; invalid UTF-8; nesting deeper than kMaximumDepth. A fix makes a text that
//          parses, if the text is not a long one.
//
// Several threads may parse at once.
#pragma once

#include <string_view>

#include "parser/statement.h"

namespace cellar {

inline constexpr int kMaximumDepth = 500;

Statement parse(std::string_view text);

}  // namespace cellar
