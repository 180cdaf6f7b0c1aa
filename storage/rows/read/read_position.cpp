#include "storage/format/bytes.h"
#include "storage/rows/reading.h"
#include "types/token.h"

// The bytes: version u8; the values of both keys, each list with its number of values and their sizes as
// varints; a checksum u32 of all bytes before it.

namespace cellar {

namespace {

constexpr unsigned kVersion = 1;

void append_values(std::string& out, const std::vector<std::string>& values) {
  append_varint(out, values.size());
  for (const std::string& value : values) {
    append_varint(out, value.size());
    out += value;
  }
}

std::vector<std::string> read_values(ByteReader& reader) {
  std::vector<std::string> values;
  for (std::uint64_t left = reader.varint(); left > 0; --left)
    values.emplace_back(reader.take(reader.varint()));
  return values;
}

std::uint32_t sum_of(std::string_view bytes) {
  return static_cast<std::uint32_t>(token_of({std::string(bytes)}));
}

}  // namespace

std::string encode(const ReadPosition& position) {
  std::string bytes;
  append_u8(bytes, kVersion);
  append_values(bytes, position.partition_key);
  append_values(bytes, position.clustering);
  append_u32(bytes, sum_of(bytes));
  return bytes;
}

ReadPosition decode_read_position(std::string_view bytes) {
  constexpr std::size_t kSumSize = 4;
  if (bytes.size() <= kSumSize) refuse("read_position_unknown");
  const std::string_view body = bytes.substr(0, bytes.size() - kSumSize);
  ByteReader reader(body);
  if (ByteReader(bytes.substr(body.size())).u32() != sum_of(body) || reader.u8() != kVersion) {
    refuse("read_position_unknown");
  }
  ReadPosition position;
  position.partition_key = read_values(reader);
  position.clustering = read_values(reader);
  return position;
}

}  // namespace cellar
