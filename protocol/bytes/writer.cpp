#include "protocol/bytes/writer.h"

#include <fmt/format.h>

#include <limits>

#include "protocol/protocol_fault.h"
#include "types/number/byte_order.h"

namespace cellar {

namespace {

constexpr std::size_t kLongestInt = std::numeric_limits<std::int32_t>::max();

void check_length(std::size_t size, std::size_t longest, std::string_view what) {
  if (size > longest)
    throw ProtocolFault(fmt::format("{} has the length {}; the protocol allows {}", what, size, longest));
}

}  // namespace

void MessageWriter::short_integer(std::uint16_t value) { append_big_endian(out_, value); }

void MessageWriter::integer(std::int32_t value) {
  append_big_endian(out_, static_cast<std::uint32_t>(value));
}

void MessageWriter::long_integer(std::int64_t value) {
  append_big_endian(out_, static_cast<std::uint64_t>(value));
}

void MessageWriter::string(std::string_view text) {
  check_length(text.size(), kLongestShort, "a string");
  short_integer(static_cast<std::uint16_t>(text.size()));
  raw(text);
}

void MessageWriter::shortened_string(std::string_view text) {
  if (text.size() > kLongestShort) {
    std::size_t end = kLongestShort;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    text = text.substr(0, end);
  }
  string(text);
}

void MessageWriter::long_string(std::string_view text) {
  check_length(text.size(), kLongestInt, "a text");
  integer(static_cast<std::int32_t>(text.size()));
  raw(text);
}

void MessageWriter::bytes(ValueView value) {
  if (value) {
    long_string(*value);
  } else {
    integer(-1);
  }
}

void MessageWriter::value(const BoundValue& value) {
  if (value.unset && version_ >= ProtocolVersion::v4) {
    integer(-2);
  } else {
    bytes(value.unset ? ValueView() : ValueView(value.value));
  }
}

void MessageWriter::inet_address(std::string_view address) {
  if (address.size() != 4 && address.size() != 16)
    throw ProtocolFault(fmt::format("an address has {} bytes and not 4 or 16", address.size()));
  byte(static_cast<std::uint8_t>(address.size()));
  raw(address);
}

void MessageWriter::inet(const InetEndpoint& node) {
  inet_address(node.address);
  integer(node.port);
}

void MessageWriter::count(std::size_t entries, std::string_view what) {
  check_length(entries, kLongestShort, what);
  short_integer(static_cast<std::uint16_t>(entries));
}

void MessageWriter::string_list(const StringList& list) {
  count(list.size(), "a list");
  for (const std::string_view entry : list) string(entry);
}

void MessageWriter::string_map(const StringMap& map) {
  count(map.size(), "a map");
  for (const auto& [key, value] : map) {
    string(key);
    string(value);
  }
}

void MessageWriter::string_multimap(const StringMultimap& map) {
  count(map.size(), "a map");
  for (const auto& [key, values] : map) {
    string(key);
    string_list(values);
  }
}

void MessageWriter::bytes_map(const BytesMap& map) {
  count(map.size(), "a map");
  for (const auto& [key, value] : map) {
    string(key);
    bytes(value);
  }
}

void patch_integer(std::string& bytes, std::size_t place, std::uint32_t value) {
  std::string encoded;
  append_big_endian(encoded, value);
  bytes.replace(place, encoded.size(), encoded);
}

}  // namespace cellar
