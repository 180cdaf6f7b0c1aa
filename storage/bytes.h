// Numbers in the bytes of keys and entries: big-endian, or in groups of seven bits (varint).
//
// Refused: bytes that end too early (`file_damaged`).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "refusal/refusal.h"

namespace cellar {

inline void append_u8(std::string& out, unsigned value) { out.push_back(static_cast<char>(value)); }

inline void append_u16(std::string& out, std::uint16_t value) {
  const char bytes[] = {static_cast<char>(value >> 8), static_cast<char>(value)};
  out.append(bytes, sizeof bytes);
}

inline void append_u32(std::string& out, std::uint32_t value) {
  const char bytes[] = {static_cast<char>(value >> 24), static_cast<char>(value >> 16),
                        static_cast<char>(value >> 8), static_cast<char>(value)};
  out.append(bytes, sizeof bytes);
}

inline void append_u64(std::string& out, std::uint64_t value) {
  append_u32(out, static_cast<std::uint32_t>(value >> 32));
  append_u32(out, static_cast<std::uint32_t>(value));
}

/// Seven bits a byte, lowest first, the high bit set in all but the last.
inline void append_varint(std::string& out, std::uint64_t value) {
  while (value >= 0x80) {
    append_u8(out, static_cast<unsigned>(value & 0x7F) | 0x80U);
    value >>= 7;
  }
  append_u8(out, static_cast<unsigned>(value));
}

[[noreturn, gnu::noinline, gnu::cold]] inline void refuse_short_bytes() {
  refuse("file_damaged", {}, {{"path", "the database"}});
}

/// Reads from the front of a view.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  bool empty() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }

  std::string_view take(std::size_t size) {
    if (rest_.size() < size) refuse_short_bytes();
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }
  std::uint8_t u8() { return static_cast<std::uint8_t>(take(1)[0]); }
  std::uint16_t u16() { return static_cast<std::uint16_t>(number(2)); }
  std::uint32_t u32() { return static_cast<std::uint32_t>(number(4)); }
  std::uint64_t u64() { return number(8); }
  std::int64_t i64() { return static_cast<std::int64_t>(number(8)); }

  std::uint64_t varint() {
    if (!rest_.empty() && (rest_[0] & 0x80) == 0) return u8();  // nearly all of them
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const std::uint8_t byte = u8();
      if (shift < 64) value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
      if (byte < 0x80) return value;
    }
  }

 private:
  std::uint64_t number(std::size_t size) {
    std::uint64_t value = 0;
    for (const char byte : take(size)) value = value << 8 | static_cast<std::uint8_t>(byte);
    return value;
  }

  std::string_view rest_;
};

}  // namespace cellar
