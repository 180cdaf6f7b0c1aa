// Timestamps of cells as text.
//
// In:      microseconds, or seconds, since 1970.
// Out:     2025-01-01T00:00:00.000001Z, with as many digits of a second as it needs (0, 3 or 6).
// Refused: nothing.
#pragma once

#include <string>

#include "storage/format/timestamp.h"

namespace cellar {

/// Outside the years 1 to 9999: the number itself.
std::string moment_text(Timestamp microseconds);
std::string second_text(Seconds second);
/// "1735689600000001 (2025-01-01T00:00:00.000001Z)"
std::string microseconds_text(Timestamp microseconds);

}  // namespace cellar
