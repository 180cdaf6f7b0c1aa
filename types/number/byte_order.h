// Integers as bytes in big-endian order, the order of the native protocol and of keys on disk.
//
// In:      an integer without a sign, or at least as many bytes as it has.
// Out:     bytes, or the integer.
// Refused: nothing.
#pragma once

#include <boost/endian/conversion.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cellar {

/// Reads as many bytes as the integer has.
template <typename Unsigned>
Unsigned load_big_endian(const char* bytes) {
  return boost::endian::endian_load<Unsigned, sizeof(Unsigned), boost::endian::order::big>(
      reinterpret_cast<const unsigned char*>(bytes));
}

/// Reads all of one to eight bytes; none are 0.
inline std::uint64_t load_big_endian(std::string_view bytes) {
  if (bytes.size() == sizeof(std::uint32_t)) return load_big_endian<std::uint32_t>(bytes.data());
  if (bytes.size() == sizeof(std::uint64_t)) return load_big_endian<std::uint64_t>(bytes.data());
  std::uint64_t value = 0;
  for (const char byte : bytes) value = value << 8 | static_cast<std::uint8_t>(byte);
  return value;
}

template <typename Unsigned>
void append_big_endian(std::string& bytes, Unsigned value) {
  const Unsigned ordered = boost::endian::native_to_big(value);
  bytes.append(reinterpret_cast<const char*>(&ordered), sizeof ordered);
}

/// The lowest `size` bytes of the number, one to eight.
inline void append_big_endian(std::string& bytes, std::uint64_t value, std::size_t size) {
  for (std::size_t i = size; i-- > 0;) bytes.push_back(static_cast<char>(value >> (8 * i)));
}

}  // namespace cellar
