#include "protocol/segment/checksums.h"

#include <zlib.h>

#include <array>

namespace cellar {

namespace {

constexpr std::uint32_t kCrc24Initial = 0x875060;
constexpr std::uint32_t kCrc24Polynomial = 0x1974F0B;

constexpr std::array<std::uint32_t, 256> crc24_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t byte = 0; byte < table.size(); ++byte) {
    std::uint32_t crc = byte << 16;
    for (int bit = 0; bit < 8; ++bit) {
      crc <<= 1;
      if ((crc & 0x1000000) != 0) crc ^= kCrc24Polynomial;
    }
    table[byte] = crc;
  }
  return table;
}

constexpr std::array<std::uint32_t, 256> kCrc24Table = crc24_table();

/// Prefix of every payload's CRC, so that a payload of zeros does not have the checksum 0.
constexpr std::array<unsigned char, 4> kPayloadPrefix = {0xFA, 0x2D, 0x55, 0xCA};

}  // namespace

std::uint32_t header_checksum(std::string_view bytes) {
  std::uint32_t crc = kCrc24Initial;
  for (const char byte : bytes)
    crc = (crc << 8 & 0xFFFFFF) ^ kCrc24Table[crc >> 16 ^ static_cast<std::uint8_t>(byte)];
  return crc;
}

std::uint32_t payload_checksum(std::string_view bytes) {
  static const uLong of_prefix = crc32(0, kPayloadPrefix.data(), kPayloadPrefix.size());
  return static_cast<std::uint32_t>(
      crc32_z(of_prefix, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()));
}

}  // namespace cellar
