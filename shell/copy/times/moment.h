// Moments to the microsecond as DSBulk writes them: `2020-09-13T12:26:40.123456Z`.
//
// In:      microseconds since 1970, or a text.
// Out:     the text, with a sign before years outside of 0 to 9999 (`+294247-01-10T04:00:54.775807Z`), and three or six
//          digits of a fraction where there is one; or the microseconds. All 64 bits of them go both ways.
// Refused: a text that is neither a moment with date and time nor a whole number of microseconds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cellar {

void append_moment(std::int64_t microseconds, std::string& text);

/// Date and time are divided by a T or a blank; seconds, their fraction and the zone (Z, +hh, +hhmm, +hh:mm) may be left out,
/// and a moment without a zone is in UTC. Returns nothing for a text that is no such moment.
std::optional<std::int64_t> moment_of(std::string_view text);

}  // namespace cellar
