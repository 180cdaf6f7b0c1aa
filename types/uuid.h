// Uuids between text and their 16 bytes, their two orders, and the time that those of version 1 hold.
//
// In:      a text, the 16 bytes of a uuid, or a time.
// Out:     the bytes, nothing for a text that is no uuid; the text; the time; the order of two.
// Refused: nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cellar {

/// 16 bytes of 8-4-4-4-12 hexadecimal digits; nothing for any other text.
std::optional<std::string> parse_uuid(std::string_view text);
/// Appends the 16 bytes. Returns false for any other text; then what was appended is of no use.
bool append_uuid(std::string_view text, std::string& out);
std::string uuid_text(std::string_view bytes);

/// Returns the four bits that say how the uuid was made.
unsigned uuid_version(std::string_view bytes);

/// The time of version 1 is counted in ticks of 100 ns since 1582-10-15, when the Gregorian calendar began.
inline constexpr std::int64_t kTicksAt1970 = 122'192'928'000'000'000;
inline constexpr std::int64_t kTicksPerMillisecond = 10'000;
/// Ticks of microseconds or milliseconds since 1970. They wrap around at the ends of the range.
std::int64_t ticks_of_microseconds(std::int64_t microseconds);
std::int64_t ticks_of_milliseconds(std::int64_t milliseconds);
std::int64_t timeuuid_ticks(std::string_view uuid_bytes);
/// Milliseconds since 1970.
std::int64_t timeuuid_milliseconds(std::string_view uuid_bytes);
/// A uuid of version 4: random bits, but for the six that tell the version.
std::string make_random_uuid(std::uint64_t high, std::uint64_t low);
std::string make_timeuuid(std::int64_t ticks, std::uint64_t clock_sequence_and_node);

/// Orders by version, then (version 1) by time, then by unsigned bytes.
int compare_uuids(std::string_view left, std::string_view right);
/// Orders by time, then by signed bytes.
int compare_timeuuids(std::string_view left, std::string_view right);

}  // namespace cellar
