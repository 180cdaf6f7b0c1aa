// Timestamps in the form that COPY writes by default, in UTC; other forms: shell/render/timestamp_form.h.
//
// In:      milliseconds since 1970.
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

}  // namespace cellar
