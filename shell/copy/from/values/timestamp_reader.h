// Timestamps as COPY reads them.
//
// In:      a text, a form of Python's strftime.
// Out:     milliseconds since 1970. A text that does not have the form is read as CQL reads a timestamp, and a number as
//          milliseconds. A zone that is not named is UTC.
// Refused: a text that is neither.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cellar {

std::int64_t timestamp_of(std::string_view text, const std::string& form);

}  // namespace cellar
