#include "types/text/hex.h"

#include <cstddef>

namespace cellar {

namespace {

int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

void append_hex(std::string_view bytes, std::string& out) {
  static constexpr char kDigits[] = "0123456789abcdef";
  const std::size_t begin = out.size();
  out.resize(begin + bytes.size() * 2);
  char* digit = out.data() + begin;
  for (const char byte : bytes) {
    *digit++ = kDigits[static_cast<unsigned char>(byte) >> 4];
    *digit++ = kDigits[static_cast<unsigned char>(byte) & 0x0F];
  }
}

std::string to_hex(std::string_view bytes) {
  std::string digits;
  append_hex(bytes, digits);
  return digits;
}

bool append_from_hex(std::string_view digits, std::string& out) {
  if (digits.size() % 2 != 0) return false;
  const std::size_t before = out.size();
  out.resize(before + digits.size() / 2);
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    const int high = digit_value(digits[i]);
    const int low = digit_value(digits[i + 1]);
    if (high < 0 || low < 0) return false;
    out[before + i / 2] = static_cast<char>(high << 4 | low);
  }
  return true;
}

std::optional<std::string> from_hex(std::string_view digits) {
  std::string bytes;
  return append_from_hex(digits, bytes) ? std::optional(std::move(bytes)) : std::nullopt;
}

}  // namespace cellar
