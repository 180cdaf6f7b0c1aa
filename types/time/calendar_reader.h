// Reads the pieces that dates and times are written with, from the front of a text.
//
// In:      a text.
// Out:     numbers, and what is left of the text. Nothing where the text does not go on as expected; what was
//          read up to there stays read.
// Refused: nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "types/time/time.h"

namespace cellar {

bool is_digit(char c);
/// Returns whether the text is an optional minus and digits, and nothing else.
bool is_raw_number(std::string_view text);

bool take(std::string_view& text, char expected);
/// Takes between `least` and `most` digits.
std::optional<std::int64_t> take_digits(std::string_view& text, std::size_t least, std::size_t most);

/// Takes yyyy-mm-dd. A year of more than four digits has a sign before it, and any year may have a minus. The
/// month lies in 1 to 12 and the day in 1 to 31, which may be more than the month has.
std::optional<CivilDate> take_iso_date(std::string_view& text);

}  // namespace cellar
