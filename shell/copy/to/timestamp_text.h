// Timestamps as COPY writes them, in UTC.
//
// In:      milliseconds since 1970, a form of Python's strftime.
// Out:     text. A year outside of 1 to 9999 has no form: such a timestamp is written as its milliseconds, which cqlsh
//          does, too, and reads.
// Refused: nothing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cellar {

/// `2011-02-03 04:05:06.007+0000`, cqlsh's usual form.
void append_usual_timestamp(std::int64_t timestamp, std::string& text);
/// `form` has the directives of strftime(3) and Python's %f: milliseconds behind a point as cqlsh's COPY has them,
/// microseconds elsewhere.
void append_timestamp_in_form(std::int64_t timestamp, std::string_view form, std::string& text);

}  // namespace cellar
