#include "storage/format/component_number.h"

#include "storage/format/bytes.h"
#include "types/number/big_number.h"

namespace cellar {

namespace {

constexpr std::size_t kLongestShort = 96;
constexpr std::uint8_t kLongPositive = 0xF0;
constexpr std::uint8_t kLongNegative = 0x0F;

constexpr char kNegative = 0x01;
constexpr char kZero = 0x02;
constexpr char kPositive = 0x03;

bool is_negative(std::string_view bytes) { return static_cast<signed char>(bytes[0]) < 0; }

std::string_view shortest(std::string_view bytes) {
  const char fill = is_negative(bytes) ? static_cast<char>(0xFF) : '\0';
  while (bytes.size() > 1 && bytes[0] == fill && is_negative(bytes.substr(1)) == (fill != '\0')) {
    bytes.remove_prefix(1);
  }
  return bytes;
}

std::size_t read_varint_size(ComponentReader& reader) {
  const std::uint8_t head = reader.byte();
  if (head != kLongPositive && head != kLongNegative) return head >= 0x80 ? head - 0x80U : 0x7FU - head;
  std::uint32_t size = 0;
  for (int i = 0; i < 4; ++i) size = size << 8 | reader.byte();
  return head == kLongPositive ? size : ~size;
}

/// Encodes exponent and digits of a positive number; `digits` is not empty.
std::string encode_magnitude(const std::string& digits, std::int64_t exponent) {
  std::string out;
  append_varint_component(encode_varint(exponent), out);
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    const int high = digits[i] - '0';
    const int low = i + 1 < digits.size() ? digits[i + 1] - '0' : 0;
    out.push_back(static_cast<char>(high * 10 + low + 1));
  }
  out.push_back('\0');
  return out;
}

}  // namespace

bool append_varint_component(std::string_view value, std::string& out) {
  const std::string_view bytes = shortest(value);
  const bool negative = is_negative(bytes);
  if (bytes.size() <= kLongestShort) {
    append_u8(out, static_cast<unsigned>(negative ? 0x7F - bytes.size() : 0x80 + bytes.size()));
  } else {
    const auto size = static_cast<std::uint32_t>(bytes.size());
    append_u8(out, negative ? kLongNegative : kLongPositive);
    append_u32(out, negative ? ~size : size);
  }
  out += bytes;
  return bytes.size() == value.size();
}

std::string read_varint_component(ComponentReader& reader) { return reader.take(read_varint_size(reader)); }

void skip_varint_component(ComponentReader& reader) { reader.skip(read_varint_size(reader)); }

bool append_decimal_component(std::string_view value, std::string& out) {
  const Decimal decimal = decode_decimal(value);
  if (decimal.unscaled == 0) {
    out.push_back(kZero);
    return value == encode_decimal({0, 0});
  }
  const bool negative = decimal.unscaled < 0;
  std::string digits = BigInteger(abs(decimal.unscaled)).str();
  const std::int64_t exponent = static_cast<std::int64_t>(digits.size()) - decimal.scale;
  const bool stripped = digits.back() == '0';
  digits.erase(digits.find_last_not_of('0') + 1);
  std::string magnitude = encode_magnitude(digits, exponent);
  if (negative) {
    for (char& byte : magnitude) byte = static_cast<char>(~byte);
  }
  out.push_back(negative ? kNegative : kPositive);
  out += magnitude;
  return !stripped && value.size() == encode_decimal(decimal).size();
}

std::string read_decimal_component(ComponentReader& reader) {
  const std::uint8_t sign = reader.byte();
  if (sign == static_cast<std::uint8_t>(kZero)) return encode_decimal({0, 0});
  const bool negative = sign == static_cast<std::uint8_t>(kNegative);
  if (negative) reader.invert();
  const BigInteger exponent = decode_varint(read_varint_component(reader));
  std::string digits;
  for (std::uint8_t pair = reader.byte(); pair != 0; pair = reader.byte()) {
    digits.push_back(static_cast<char>('0' + (pair - 1) / 10 % 10));
    digits.push_back(static_cast<char>('0' + (pair - 1) % 10));
  }
  if (negative) reader.invert();
  while (!digits.empty() && digits.back() == '0') digits.pop_back();
  const auto scale = static_cast<std::int64_t>(digits.size()) - static_cast<std::int64_t>(exponent);
  digits.erase(0, digits.find_first_not_of('0'));
  const BigInteger unscaled(digits.empty() ? "0" : digits);
  return encode_decimal({negative ? BigInteger(-unscaled) : unscaled, static_cast<std::int32_t>(scale)});
}

void skip_decimal_component(ComponentReader& reader) {
  const std::uint8_t sign = reader.byte();
  if (sign == static_cast<std::uint8_t>(kZero)) return;
  const bool negative = sign == static_cast<std::uint8_t>(kNegative);
  if (negative) reader.invert();
  skip_varint_component(reader);
  while (reader.byte() != 0) {
  }
  if (negative) reader.invert();
}

}  // namespace cellar
