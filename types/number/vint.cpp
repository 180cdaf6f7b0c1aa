#include "types/number/vint.h"

#include <bit>

namespace cellar {

void append_unsigned_vint(std::string& bytes, std::uint64_t value) {
  // Each byte that follows gives eight bits and costs one of the first byte's: n of them hold 7 + 7n bits,
  // eight hold all 64.
  const int width = 64 - std::countl_zero(value | 1);
  const int extra = width > 56 ? 8 : (width - 1) / 7;
  const unsigned prefix = extra == 0 ? 0U : (0xFF00U >> extra) & 0xFFU;
  const unsigned first = extra == 8 ? 0U : static_cast<unsigned>(value >> (8 * extra));
  bytes += static_cast<char>(prefix | first);
  for (int i = extra - 1; i >= 0; --i) bytes += static_cast<char>(value >> (8 * i));
}

void append_vint(std::string& bytes, std::int64_t value) {
  const std::uint64_t sign = value < 0 ? ~std::uint64_t{0} : 0;
  append_unsigned_vint(bytes, static_cast<std::uint64_t>(value) << 1 ^ sign);
}

std::optional<std::uint64_t> take_unsigned_vint(std::string_view& bytes) {
  if (bytes.empty()) return std::nullopt;
  const auto first = static_cast<std::uint8_t>(bytes[0]);
  const auto extra = static_cast<std::size_t>(std::countl_one(first));
  if (bytes.size() < extra + 1) return std::nullopt;
  std::uint64_t value = extra >= 7 ? 0 : first & (0xFFU >> (extra + 1));
  for (std::size_t i = 1; i <= extra; ++i) value = value << 8 | static_cast<std::uint8_t>(bytes[i]);
  bytes.remove_prefix(extra + 1);
  return value;
}

std::optional<std::int64_t> take_vint(std::string_view& bytes) {
  const std::optional<std::uint64_t> value = take_unsigned_vint(bytes);
  if (!value) return std::nullopt;
  return static_cast<std::int64_t>(*value >> 1 ^ (~(*value & 1) + 1));
}

}  // namespace cellar
