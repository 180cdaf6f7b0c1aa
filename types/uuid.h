// Uuids between text and their 16 bytes, and their two orders.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cellar {

/// 16 bytes of 8-4-4-4-12 hexadecimal digits; nothing for any other text.
std::optional<std::string> parse_uuid(std::string_view text);
/// False if the text is none; then what was appended is of no use.
bool append_uuid(std::string_view text, std::string& out);
std::string uuid_text(std::string_view bytes);

/// The four bits that say how the uuid was made.
unsigned uuid_version(std::string_view bytes);

/// By version, then (version 1) by time, then by unsigned bytes.
int compare_uuids(std::string_view left, std::string_view right);
/// By time, then by signed bytes.
int compare_timeuuids(std::string_view left, std::string_view right);

}  // namespace cellar
