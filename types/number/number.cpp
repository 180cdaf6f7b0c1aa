#include "types/number/number.h"

#include <bit>
#include <cassert>
#include <iterator>

#include "types/number/byte_order.h"

namespace cellar {

namespace {

template <typename Unsigned>
std::string big_endian(Unsigned value) {
  std::string bytes;
  append_big_endian(bytes, value);
  return bytes;
}

bool is_negative(std::string_view bytes) { return !bytes.empty() && static_cast<std::int8_t>(bytes[0]) < 0; }

// Returns the bytes of a value of at least zero. The first bit is zero, so that two's complement reads it as
// positive.
std::string positive_bytes(const BigInteger& value) {
  std::string bytes;
  boost::multiprecision::export_bits(value, std::back_inserter(bytes), 8);
  return is_negative(bytes) ? std::string(1, '\0') + bytes : bytes;
}

void flip_bits(std::string& bytes) {
  for (char& c : bytes) c = static_cast<char>(~c);
}

}  // namespace

std::string encode_int8(std::int8_t value) { return big_endian(static_cast<std::uint8_t>(value)); }
std::string encode_int16(std::int16_t value) { return big_endian(static_cast<std::uint16_t>(value)); }
std::string encode_int32(std::int32_t value) { return big_endian(static_cast<std::uint32_t>(value)); }
std::string encode_int64(std::int64_t value) { return big_endian(static_cast<std::uint64_t>(value)); }
std::string encode_float(float value) { return big_endian(std::bit_cast<std::uint32_t>(value)); }
std::string encode_double(double value) { return big_endian(std::bit_cast<std::uint64_t>(value)); }

std::string encode_varint(const BigInteger& value) {
  if (value >= 0) return positive_bytes(value);
  // In two's complement -n is the complement of n - 1.
  std::string bytes = positive_bytes(-value - 1);
  flip_bits(bytes);
  return bytes;
}

std::string encode_decimal(const Decimal& value) {
  return encode_int32(value.scale) + encode_varint(value.unscaled);
}

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

BigInteger decode_varint(std::string_view bytes) {
  if (bytes.size() <= 8) {
    const unsigned missing = static_cast<unsigned>(8 * (8 - bytes.size()));
    if (bytes.empty()) return 0;
    return static_cast<std::int64_t>(load_big_endian(bytes) << missing) >> missing;
  }
  std::string magnitude(bytes);
  if (is_negative(bytes)) flip_bits(magnitude);
  BigInteger value;
  const auto* first = reinterpret_cast<const unsigned char*>(magnitude.data());
  boost::multiprecision::import_bits(value, first, first + magnitude.size(), 8);
  return is_negative(bytes) ? BigInteger(-value - 1) : value;
}

Decimal decode_decimal(std::string_view bytes) {
  return {decode_varint(bytes.substr(4)), static_cast<std::int32_t>(decode_integer(bytes.substr(0, 4)))};
}

}  // namespace cellar
