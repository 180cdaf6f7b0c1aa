#include "types/number/number.h"

#include <bit>
#include <cassert>

#include "types/number/byte_order.h"

namespace cellar {

namespace {

template <typename Unsigned>
std::string big_endian(Unsigned value) {
  std::string bytes;
  append_big_endian(bytes, value);
  return bytes;
}

}  // namespace

std::string encode_int8(std::int8_t value) { return big_endian(static_cast<std::uint8_t>(value)); }
std::string encode_int16(std::int16_t value) { return big_endian(static_cast<std::uint16_t>(value)); }
std::string encode_int32(std::int32_t value) { return big_endian(static_cast<std::uint32_t>(value)); }
std::string encode_int64(std::int64_t value) { return big_endian(static_cast<std::uint64_t>(value)); }
std::string encode_float(float value) { return big_endian(std::bit_cast<std::uint32_t>(value)); }
std::string encode_double(double value) { return big_endian(std::bit_cast<std::uint64_t>(value)); }

std::int64_t decode_integer(std::string_view bytes) {
  assert(bytes.size() <= 8);
  const std::uint64_t value = load_big_endian(bytes);
  switch (bytes.size()) {
    case 1:
      return static_cast<std::int8_t>(value);
    case 2:
      return static_cast<std::int16_t>(value);
    case 4:
      return static_cast<std::int32_t>(value);
    default:
      return static_cast<std::int64_t>(value);
  }
}

float decode_float(std::string_view bytes) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(load_big_endian(bytes)));
}

double decode_double(std::string_view bytes) { return std::bit_cast<double>(load_big_endian(bytes)); }

}  // namespace cellar
