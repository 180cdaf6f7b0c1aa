// A value that is written alone, which may be computed: a literal, a cast, a call, 1 + 2.
//
// In:      a text.
// Out:     the value as an expression with slots, whose places are in the text.
// Refused: nothing: what is no value, or has markers, is none.
#pragma once

#include <optional>
#include <string_view>

#include "parser/lone_literal.h"

namespace cellar {

std::optional<LoneLiteral> parse_value(std::string_view text);

}  // namespace cellar
