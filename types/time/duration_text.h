// The text of a duration, for those who decide by it and refuse nothing.
//
// In:      the text of a literal without its quotes, in a form of parse_duration (types/time/time.h).
// Out:     the duration, or what is wrong with the text.
// Refused: nothing.
#pragma once

#include <string_view>
#include <variant>

#include "types/time/time.h"

namespace cellar {

struct DurationFault {
  std::string_view message;  // its id; it has the parameter "literal"
};
std::variant<Duration, DurationFault> read_duration(std::string_view text);

}  // namespace cellar
