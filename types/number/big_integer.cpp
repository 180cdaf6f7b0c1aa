#include "types/number/big_number.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <vector>

#include "types/number/byte_order.h"

namespace cellar {

namespace {

// Digits that the library reads and writes well by itself.
constexpr std::size_t kDigitsAtOnce = 512;

BigInteger power_of_ten(std::size_t exponent) {
  return boost::multiprecision::pow(BigInteger(10), static_cast<unsigned>(exponent));
}

// 10^kDigitsAtOnce, and each the square of the one before: the places where numbers of up to `digits` digits
// are halved.
std::vector<BigInteger> halving_powers(std::size_t digits) {
  std::vector<BigInteger> powers;
  for (std::size_t half = kDigitsAtOnce; half < digits; half *= 2) {
    powers.push_back(powers.empty() ? power_of_ten(half) : BigInteger(powers.back() * powers.back()));
  }
  return powers;
}

BigInteger read_digits(std::string_view digits, const std::vector<BigInteger>& powers) {
  if (digits.size() <= kDigitsAtOnce) {
    const std::size_t first = std::min(digits.find_first_not_of('0'), digits.size() - 1);
    return BigInteger(std::string(digits.substr(first)));  // without zeros: a leading one means octal there
  }
  std::size_t level = 0;
  while ((kDigitsAtOnce << (level + 1)) < digits.size()) ++level;
  const std::size_t cut = digits.size() - (kDigitsAtOnce << level);
  return read_digits(digits.substr(0, cut), powers) * powers[level] + read_digits(digits.substr(cut), powers);
}

// Appends the digits of `value`, which is below 10^width; with zeros in front up to `width` where `padded`.
void write_digits(const BigInteger& value, std::size_t level, bool padded,
                  const std::vector<BigInteger>& powers, std::string& written) {
  const std::size_t width = kDigitsAtOnce << level;
  if (level == 0) {
    const std::string digits = value.str();
    if (padded) written.append(width - digits.size(), '0');
    written += digits;
    return;
  }
  BigInteger high;
  BigInteger low;
  boost::multiprecision::divide_qr(value, powers[level - 1], high, low);
  const bool has_high = padded || high != 0;
  if (has_high) write_digits(high, level - 1, padded, powers, written);
  write_digits(low, level - 1, has_high, powers, written);
}

bool is_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
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

std::string encode_varint(const BigInteger& value) {
  if (value >= 0) return positive_bytes(value);
  // In two's complement -n is the complement of n - 1.
  std::string bytes = positive_bytes(-value - 1);
  flip_bits(bytes);
  return bytes;
}

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

std::optional<BigInteger> parse_integer(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  if (!is_digits(text)) return std::nullopt;
  if (text.size() <= 18) {
    std::int64_t small = 0;
    std::from_chars(text.data(), text.data() + text.size(), small);
    return BigInteger(negative ? -small : small);
  }
  const BigInteger value = read_digits(text, halving_powers(text.size()));
  return negative ? BigInteger(-value) : value;
}

std::string to_string(const BigInteger& value) {
  if (value == 0) return "0";
  const BigInteger magnitude = abs(value);
  // One digit holds more than three bits, so this is no fewer digits than there are.
  const std::size_t digits = boost::multiprecision::msb(magnitude) / 3 + 1;
  std::string written = value < 0 ? "-" : "";
  std::size_t level = 0;
  while ((kDigitsAtOnce << level) < digits) ++level;
  write_digits(magnitude, level, false, halving_powers(digits), written);
  return written;
}

}  // namespace cellar
