// A literal that is written alone, as the value of a parameter is.
//
// In:      a text.
// Out:     the literal as an expression with slots, whose places are in the text.
// Refused: other texts (E655).
#pragma once

#include <string_view>
#include <vector>

#include "parser/statement/expression.h"

namespace cellar {

struct LoneLiteral {
  Expression expression;
  std::vector<SlotSource> slots;
};
/// Reads a constant, null, or a collection, tuple or user type of literals.
LoneLiteral parse_literal(std::string_view text);

}  // namespace cellar
