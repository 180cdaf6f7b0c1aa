#include "executor/select/page_position.h"

#include "storage/format/bytes.h"
#include "types/token.h"
#include "types/value/value.h"

// The bytes: version u8, the two numbers as varints, a byte that says whether a place follows, and whether
// the page begins at it or after it, the place, and a checksum of 4 bytes over it all.

namespace cellar {

namespace {

constexpr unsigned kVersion = 2;
constexpr std::size_t kSumSize = 4;

enum PlaceKind : std::uint8_t { no_place, after_place, at_place };

std::uint32_t sum_of(std::string_view bytes) {
  return static_cast<std::uint32_t>(token_of({std::string(bytes)}));
}

PagePosition decode_body(std::string_view body) {
  ByteReader reader(body);
  if (reader.u8() != kVersion) refuse("read_position_unknown");
  PagePosition position;
  position.returned = reader.varint();
  position.returned_of_partition = static_cast<std::int32_t>(reader.varint());
  const auto kind = reader.u8();
  if (kind > at_place) refuse("read_position_unknown");
  if (kind != no_place) position.place = decode_read_position(reader.rest());
  position.begins_at_place = kind == at_place;
  return position;
}

}  // namespace

std::string encode(const PagePosition& position) {
  std::string bytes;
  append_u8(bytes, kVersion);
  append_varint(bytes, position.returned);
  append_varint(bytes, static_cast<std::uint64_t>(position.returned_of_partition));
  append_u8(bytes, !position.place ? no_place : position.begins_at_place ? at_place : after_place);
  if (position.place) bytes += encode(*position.place);
  append_u32(bytes, sum_of(bytes));
  return bytes;
}

PagePosition decode_page_position(std::string_view bytes) {
  if (bytes.size() <= kSumSize) refuse("read_position_unknown");
  const std::string_view body = bytes.substr(0, bytes.size() - kSumSize);
  if (ByteReader(bytes.substr(body.size())).u32() != sum_of(body)) refuse("read_position_unknown");
  try {
    return decode_body(body);
  } catch (const Refusal&) {
    // The sum is no secret, so its bytes may be anybody's; no file is damaged by them.
    refuse("read_position_unknown");
  }
}

bool is_place_in(const Table& table, const ReadPosition& place) {
  if (place.partition_key.size() != table.partition_key_size) return false;
  if (!place.clustering.empty() && place.clustering.size() != table.clustering_size) return false;
  const auto fits = [&](std::size_t first, const std::vector<std::string>& values) {
    for (std::size_t index = 0; index < values.size(); ++index) {
      if (fault_of(table.columns[first + index].type, values[index])) return false;
    }
    return true;
  };
  return fits(0, place.partition_key) && fits(table.partition_key_size, place.clustering);
}

}  // namespace cellar
