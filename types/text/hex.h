// Bytes as hexadecimal digits, without 0x.
//
// In:      bytes, or digits.
// Out:     the digits, or the bytes; nothing for other text.
// Refused: nothing.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cellar {

/// Two lower-case digits a byte.
std::string to_hex(std::string_view bytes);
void append_hex(std::string_view bytes, std::string& out);

/// Digits in any case. Nothing for an odd number of digits or anything that is not a digit.
std::optional<std::string> from_hex(std::string_view digits);
/// Appends the bytes. Returns false for what from_hex does not take; then what was appended is of no use.
bool append_from_hex(std::string_view digits, std::string& out);

}  // namespace cellar
