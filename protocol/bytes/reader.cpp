#include "protocol/bytes/reader.h"

#include <fmt/format.h>

#include "protocol/protocol_fault.h"
#include "types/number/byte_order.h"

namespace cellar {

void MessageReader::refuse(std::string_view reason) const {
  throw ProtocolFault(fmt::format("{}, byte {}: {}", message_, place_, reason));
}

std::string_view MessageReader::read_raw(std::size_t size, std::string_view what) {
  if (size > left()) refuse(fmt::format("{} has {} bytes, of which {} are there", what, size, left()));
  const std::string_view bytes = body_.substr(place_, size);
  place_ += size;
  return bytes;
}

std::uint8_t MessageReader::read_byte(std::string_view what) {
  return static_cast<std::uint8_t>(read_raw(1, what)[0]);
}

std::uint16_t MessageReader::read_short(std::string_view what) {
  return load_big_endian<std::uint16_t>(read_raw(2, what).data());
}

std::int32_t MessageReader::read_int(std::string_view what) {
  return static_cast<std::int32_t>(load_big_endian<std::uint32_t>(read_raw(4, what).data()));
}

std::int64_t MessageReader::read_long(std::string_view what) {
  return static_cast<std::int64_t>(load_big_endian<std::uint64_t>(read_raw(8, what).data()));
}

std::string_view MessageReader::read_string(std::string_view what) {
  const std::size_t size = read_short(what);
  return read_raw(size, what);
}

std::string_view MessageReader::read_long_string(std::string_view what) {
  const std::int32_t size = read_int(what);
  if (size < 0) refuse(fmt::format("{} has the length {}", what, size));
  return read_raw(static_cast<std::size_t>(size), what);
}

ValueView MessageReader::read_bytes(std::string_view what) {
  const std::int32_t size = read_int(what);
  if (size < 0) return std::nullopt;
  return read_raw(static_cast<std::size_t>(size), what);
}

BoundValue MessageReader::read_value(std::string_view what) {
  constexpr std::int32_t kNull = -1;
  constexpr std::int32_t kUnset = -2;
  const std::int32_t size = read_int(what);
  if (size >= 0) return {std::string(read_raw(static_cast<std::size_t>(size), what))};
  if (size == kNull || version_ < ProtocolVersion::v4) return {};
  if (size != kUnset) refuse(fmt::format("{} has the length {}", what, size));
  return {.value = std::nullopt, .unset = true};
}

Consistency MessageReader::read_consistency(std::string_view what) {
  const std::uint16_t number = read_short(what);
  const std::optional<Consistency> consistency = consistency_of(number);
  if (!consistency) refuse(fmt::format("Unknown code {} for a consistency level", number));
  return *consistency;
}

std::string_view MessageReader::read_inet_address(std::string_view what) {
  const std::size_t size = read_byte(what);
  if (size != 4 && size != 16) refuse(fmt::format("{} has {} bytes and not 4 or 16", what, size));
  return read_raw(size, what);
}

InetEndpoint MessageReader::read_inet(std::string_view what) {
  const std::string_view address = read_inet_address(what);
  return {address, read_int(what)};
}

std::size_t MessageReader::check_count(std::uint64_t count, std::size_t smallest,
                                       std::string_view what) const {
  if (count > left() / smallest)
    refuse(fmt::format("{} are {}, for which {} bytes are too few", what, count, left()));
  return static_cast<std::size_t>(count);
}

std::size_t MessageReader::read_count(std::size_t smallest, std::string_view what) {
  const std::uint16_t count = read_short(what);
  return check_count(count, smallest, what);
}

std::size_t MessageReader::read_long_count(std::size_t smallest, std::string_view what) {
  const std::int32_t count = read_int(what);
  if (count < 0) refuse(fmt::format("{} are {}", what, count));
  return check_count(static_cast<std::uint64_t>(count), smallest, what);
}

StringList MessageReader::read_string_list(std::string_view what) {
  StringList list(read_count(2, what));
  for (std::string_view& entry : list) entry = read_string(what);
  return list;
}

StringMap MessageReader::read_string_map(std::string_view what) {
  StringMap map(read_count(4, what));
  for (auto& [key, value] : map) {
    key = read_string(what);
    value = read_string(what);
  }
  return map;
}

StringMultimap MessageReader::read_string_multimap(std::string_view what) {
  StringMultimap map(read_count(4, what));
  for (auto& [key, values] : map) {
    key = read_string(what);
    values = read_string_list(what);
  }
  return map;
}

BytesMap MessageReader::read_bytes_map(std::string_view what) {
  BytesMap map(read_count(6, what));
  for (auto& [key, value] : map) {
    key = read_string(what);
    value = read_bytes(what);
  }
  return map;
}

}  // namespace cellar
