// Timestamps in a form that people choose: in results and in the files of COPY.
//
// In:      milliseconds since 1970; a form with the directives of strftime(3), and %f, %z and %Z as in Python; a zone.
// Out:     text. Outside of the years 1 to 9999 it is the number of milliseconds, as in cqlsh.
// Refused: nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "shell/render/time_zone.h"

namespace cellar {

/// The form that cqlsh has for timestamps by default, in results and in files.
inline constexpr std::string_view kTimestampForm = "%Y-%m-%d %H:%M:%S.%f%z";

/// The letters that may follow a % in a form.
inline constexpr std::string_view kTimestampDirectives = "aAbBcCdDefFgGhHIjklmMnpPrRsStTuUVwWxXyYzZ%";
/// Returns the first % of a form with what follows it, if that is no directive.
std::optional<std::string> unknown_directive(std::string_view form);

/// What %f writes: cqlsh's COPY writes milliseconds if a point is before it.
enum class Fraction : std::uint8_t { microseconds, milliseconds_behind_point };

void append_timestamp(std::int64_t timestamp, std::string_view format, const TimeZone& zone,
                      Fraction fraction, std::string& text);

}  // namespace cellar
