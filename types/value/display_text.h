// What to_display() writes of numbers, for those who let people choose the precision.
#pragma once

#include <string>

namespace cellar {

/// The digits that cqlsh shows of floats and doubles by default.
inline constexpr int kShownDigits = 5;

/// Appends a number as cqlsh shows it: `digits` significant ones, or so many after the first one where no exponent
/// is needed.
void append_float_text(double value, int digits, std::string& shown);

}  // namespace cellar
