// Refuses an integer that is out of the range of its type.
//
// In:      the literal, the type, and the least and greatest number of the type.
// Out:     nothing.
// Refused: the literal (`integer_out_of_range`), without a span.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "refusal/refusal.h"
#include "types/text/text.h"

namespace cellar {

[[noreturn]] inline void refuse_integer_range(std::string_view literal, std::string_view type,
                                              std::int64_t least, std::int64_t most) {
  refuse("integer_out_of_range", {},
         {{"literal", shorten(literal)},
          {"type", std::string(type)},
          {"least", std::to_string(least)},
          {"most", std::to_string(most)}});
}

}  // namespace cellar
