#include "types/inet.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "types/number/byte_order.h"
#include "types/text/hex.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr std::size_t kGroups = 8;
using Groups = std::array<unsigned, kGroups>;

unsigned address_byte(std::string_view bytes, std::size_t position) {
  return static_cast<std::uint8_t>(bytes[position]);
}

std::optional<std::uint64_t> parse_part(std::string_view digits) {
  std::uint64_t number = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') return std::nullopt;
    number = number * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return digits.empty() ? std::nullopt : std::optional(number);
}

// Each part but the last is a byte; the last fills all bytes that are left.
std::optional<std::string> parse_version_4(std::string_view text) {
  constexpr std::size_t kLongest = 15;
  if (text.size() > kLongest) return std::nullopt;
  std::string bytes;
  for (std::size_t point = text.find('.'); point != text.npos; point = text.find('.')) {
    const auto part = parse_part(text.substr(0, point));
    if (!part || *part > 0xFF || bytes.size() == 3) return std::nullopt;
    bytes += static_cast<char>(*part);
    text.remove_prefix(point + 1);
  }
  const auto last = parse_part(text);
  if (!last || *last >> (8 * (4 - bytes.size())) != 0) return std::nullopt;
  append_big_endian(bytes, static_cast<std::uint64_t>(*last), 4 - bytes.size());
  return bytes;
}

// Appends the two bytes of up to four digits.
bool append_group(std::string& bytes, std::string_view digits) {
  if (digits.empty() || digits.size() > 4) return false;
  const auto group = from_hex(std::string(4 - digits.size(), '0').append(digits));
  if (group) bytes += *group;
  return group.has_value();
}

// Groups between colons, the last of which may be a whole version 4 address.
std::optional<std::string> parse_groups(std::string_view text) {
  std::string bytes;
  if (text.empty()) return bytes;
  while (true) {
    const std::size_t colon = text.find(':');
    const std::string_view group = text.substr(0, colon);
    const bool is_last = colon == text.npos;
    if (is_last && group.find('.') != group.npos) {
      const auto tail = parse_version_4(group);
      const bool complete = std::count(group.begin(), group.end(), '.') == 3;
      return tail && complete ? std::optional(bytes + *tail) : std::nullopt;
    }
    if (!append_group(bytes, group)) return std::nullopt;
    if (is_last) return bytes;
    text.remove_prefix(colon + 1);
  }
}

std::optional<std::string> parse_version_6(std::string_view text) {
  const std::size_t gap = text.find("::");
  if (gap == text.npos) {
    const auto bytes = parse_groups(text);
    return bytes && bytes->size() == 16 ? bytes : std::nullopt;
  }
  const std::string_view before = text.substr(0, gap);
  const auto head = parse_groups(before);
  const auto tail = parse_groups(text.substr(gap + 2));
  const bool dotted_head = before.find('.') != before.npos;
  if (!head || !tail || dotted_head || head->size() + tail->size() > 14) return std::nullopt;
  return *head + std::string(16 - head->size() - tail->size(), '\0') + *tail;
}

bool is_mapped(std::string_view bytes) {
  return bytes.substr(0, 10) == std::string_view("\0\0\0\0\0\0\0\0\0\0", 10) &&
         bytes.substr(10, 2) == "\xFF\xFF";
}

std::string version_4_text(std::string_view bytes) {
  return fmt::format("{}.{}.{}.{}", address_byte(bytes, 0), address_byte(bytes, 1), address_byte(bytes, 2),
                     address_byte(bytes, 3));
}

Groups groups_of(std::string_view bytes) {
  Groups groups;
  for (std::size_t i = 0; i < kGroups; ++i) groups[i] = load_big_endian<std::uint16_t>(&bytes[2 * i]);
  return groups;
}

// Returns the first of the longest runs of zero groups.
struct Run {
  std::size_t begin = 0;
  std::size_t size = 0;
};

Run longest_zeros(const Groups& groups) {
  Run longest;
  for (std::size_t begin = 0; begin < kGroups; ++begin) {
    std::size_t end = begin;
    while (end < kGroups && groups[end] == 0) ++end;
    if (end - begin > longest.size) longest = {begin, end - begin};
  }
  return longest;
}

std::string join(const Groups& groups, std::size_t begin, std::size_t end) {
  std::string text;
  for (std::size_t i = begin; i < end; ++i) text += fmt::format("{}{:x}", i == begin ? "" : ":", groups[i]);
  return text;
}

}  // namespace

std::optional<std::string> parse_inet(std::string_view text) {
  const bool brackets = text.starts_with('[') && text.ends_with(']');
  if (brackets) text = text.substr(1, text.size() - 2);
  if (text.find(':') == text.npos) return brackets ? std::nullopt : parse_version_4(text);
  const auto bytes = parse_version_6(text);
  return bytes && is_mapped(*bytes) ? bytes->substr(12) : bytes;
}

std::optional<std::string> parse_host(std::string_view text) {
  return parse_inet(text == "localhost" ? "127.0.0.1" : text);
}

std::string inet_text(std::string_view bytes) {
  if (bytes.size() == 4) return version_4_text(bytes);
  const Groups groups = groups_of(bytes);
  const Run zeros = longest_zeros(groups);
  if (zeros.size < 2) return join(groups, 0, kGroups);
  return join(groups, 0, zeros.begin) + "::" + join(groups, zeros.begin + zeros.size, kGroups);
}

std::string inet_java_text(std::string_view bytes) {
  return bytes.size() == 4 ? version_4_text(bytes) : join(groups_of(bytes), 0, kGroups);
}

}  // namespace cellar
