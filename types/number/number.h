// Numbers of fixed size between text, C++ and native-protocol bytes: big-endian integers, IEEE floats. Those of
// any size are in big_number.h.
//
// In:      digits as Java reads them (a sign, a point and an exponent where the type has them), or bytes.
// Out:     bytes, or digits; nothing for a text that is no number.
// Refused: nothing.
//
// Sources: number.cpp (bytes), float.cpp (digits).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cellar {

std::string encode_int8(std::int8_t value);
std::string encode_int16(std::int16_t value);
std::string encode_int32(std::int32_t value);
std::string encode_int64(std::int64_t value);
std::string encode_float(float value);
std::string encode_double(double value);

/// Signed big-endian integer of 1, 2, 4 or 8 bytes.
std::int64_t decode_integer(std::string_view bytes);
float decode_float(std::string_view bytes);
double decode_double(std::string_view bytes);

/// Reads a number, correctly rounded. One beyond the range is Infinity or zero, as in Java. `NaN`, `Infinity`
/// and `-Infinity` are read in any case.
std::optional<float> parse_float(std::string_view text);
std::optional<double> parse_double(std::string_view text);

/// Returns the shortest text that reads back as the same number, as cqlsh writes it ("1.5", "1e+20", "NaN").
std::string to_string(float value);
std::string to_string(double value);

/// The same digits in the form of Java's Float.toString and Double.toString ("1.0E20"), which casts to text
/// and JSON show.
std::string to_java_string(float value);
std::string to_java_string(double value);

}  // namespace cellar
