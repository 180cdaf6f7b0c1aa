// Integers of variable length as the native protocol's durations and vectors have them: the number of leading
// one bits of the first byte is the number of bytes that follow.
//
// In:      an integer, or bytes that begin with one.
// Out:     its bytes, or the integer.
// Refused: nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cellar {

void append_unsigned_vint(std::string& bytes, std::uint64_t value);
/// Small negative numbers stay short: 0, -1, 1, -2 ... become 0, 1, 2, 3 ...
void append_vint(std::string& bytes, std::int64_t value);

/// Takes one from the front of `bytes`. Returns nothing if they end too early.
std::optional<std::uint64_t> take_unsigned_vint(std::string_view& bytes);
std::optional<std::int64_t> take_vint(std::string_view& bytes);

}  // namespace cellar
