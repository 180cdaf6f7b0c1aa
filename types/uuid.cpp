#include "types/uuid.h"

#include <compare>

#include "types/number/byte_order.h"
#include "types/text/hex.h"

namespace cellar {

namespace {

int three_way(std::strong_ordering order) { return std::is_lt(order) ? -1 : std::is_gt(order) ? 1 : 0; }

}  // namespace

bool append_uuid(std::string_view text, std::string& out) {
  if (text.size() != 36 || text[8] != '-' || text[13] != '-' || text[18] != '-' || text[23] != '-')
    return false;
  for (const auto& [begin, size] : {std::pair(0U, 8U), {9U, 4U}, {14U, 4U}, {19U, 4U}, {24U, 12U}}) {
    if (!append_from_hex(text.substr(begin, size), out)) return false;
  }
  return true;
}

std::optional<std::string> parse_uuid(std::string_view text) {
  std::string bytes;
  return append_uuid(text, bytes) ? std::optional(std::move(bytes)) : std::nullopt;
}

std::string uuid_text(std::string_view bytes) {
  std::string text = to_hex(bytes);
  for (const std::size_t dash : {8U, 13U, 18U, 23U}) text.insert(dash, 1, '-');
  return text;
}

unsigned uuid_version(std::string_view bytes) { return static_cast<std::uint8_t>(bytes[6]) >> 4; }

int compare_uuids(std::string_view left, std::string_view right) {
  const unsigned version = uuid_version(left);
  if (const auto order = version <=> uuid_version(right); std::is_neq(order)) return three_way(order);
  if (version == 1) {
    if (const auto order = timeuuid_ticks(left) <=> timeuuid_ticks(right); std::is_neq(order))
      return three_way(order);
  }
  const int order = left.compare(right);
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}

int compare_timeuuids(std::string_view left, std::string_view right) {
  if (const auto order = timeuuid_ticks(left) <=> timeuuid_ticks(right); std::is_neq(order))
    return three_way(order);
  for (std::size_t i = 8; i < 16; ++i) {
    const auto order = static_cast<std::int8_t>(left[i]) <=> static_cast<std::int8_t>(right[i]);
    if (std::is_neq(order)) return three_way(order);
  }
  return 0;
}

std::int64_t ticks_of_microseconds(std::int64_t microseconds) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(microseconds) * 10 +
                                   static_cast<std::uint64_t>(kTicksAt1970));
}

std::int64_t ticks_of_milliseconds(std::int64_t milliseconds) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(milliseconds) * kTicksPerMillisecond +
                                   static_cast<std::uint64_t>(kTicksAt1970));
}

// The first half holds the ticks' low 32 bits, their middle 16, the version, and the high 12. Ticks beyond 60
// bits, of the year 5236, reach into the version, as in Cassandra: such a uuid is none of version 1.
std::int64_t timeuuid_ticks(std::string_view uuid_bytes) {
  const std::uint64_t half = load_big_endian<std::uint64_t>(uuid_bytes.data());
  return static_cast<std::int64_t>((half & 0xEFFF) << 48 | (half >> 16 & 0xFFFF) << 32 | half >> 32);
}

std::int64_t timeuuid_milliseconds(std::string_view uuid_bytes) {
  return timeuuid_ticks(uuid_bytes) / kTicksPerMillisecond - kTicksAt1970 / kTicksPerMillisecond;
}

std::string make_random_uuid(std::uint64_t high, std::uint64_t low) {
  constexpr std::uint64_t kVersion = 0x0000000000004000;
  constexpr std::uint64_t kVariant = 0x8000000000000000;
  std::string bytes;
  append_big_endian(bytes, (high & 0xffffffffffff0fff) | kVersion);
  append_big_endian(bytes, (low & 0x3fffffffffffffff) | kVariant);
  return bytes;
}

std::string make_timeuuid(std::int64_t ticks, std::uint64_t clock_sequence_and_node) {
  constexpr std::uint64_t kVersion = 0x1000;
  const auto time = static_cast<std::uint64_t>(ticks);
  std::string bytes;
  append_big_endian(bytes, time << 32 | (time >> 32 & 0xFFFF) << 16 | kVersion | time >> 48);
  append_big_endian(bytes, clock_sequence_and_node);
  return bytes;
}

}  // namespace cellar
