// What to_display() writes of numbers, for those who let people choose the precision.
//
// In:      a number, and how many digits are shown of it.
// Out:     its text.
// Refused: nothing.
#pragma once

#include <string>

namespace cellar {

/// The digits that cqlsh shows of floats and doubles by default.
inline constexpr int kShownDigits = 5;

/// Appends a number as cqlsh shows it: with `digits` digits after the point; if it is small or needs an exponent,
/// with so many significant ones (3: 12.346, 0.0123, 1.23e+05).
void append_float_text(double value, int digits, std::string& shown);

}  // namespace cellar
