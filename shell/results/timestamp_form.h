// Timestamps in a form that people choose: in results and in the files of COPY.
//
// In:      milliseconds since 1970; a form with the directives of strftime(3), and %f, %z and %Z as in Python; a zone.
// Out:     text. Outside of the years 1 to 9999 it is the number of milliseconds, as in cqlsh.
// Refused: nothing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "shell/results/time_zone.h"

namespace cellar {

/// The form that cqlsh has for timestamps by default, in results and in files.
inline constexpr std::string_view kTimestampForm = "%Y-%m-%d %H:%M:%S.%f%z";

/// What %f writes: cqlsh's COPY writes milliseconds if a point is before it.
enum class Fraction : std::uint8_t { microseconds, milliseconds_behind_point };

void append_timestamp(std::int64_t timestamp, std::string_view format, const TimeZone& zone,
                      Fraction fraction, std::string& text);

}  // namespace cellar
