// Numbers in the bytes of keys and entries: big-endian, varints (schema/varint.h), or ids in keys.
//
// In:      numbers; the bytes of a key or an entry.
// Out:     the same as bytes; as numbers.
// Refused: bytes that end too early, numbers that are too long (`file_damaged`).
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "refusal/refusal.h"
#include "schema/varint.h"
#include "types/number/byte_order.h"

namespace cellar {

/// Values of a column often have one size, 4 or 8 bytes: those are copied without a call. `from` may be null if there
/// are none.
inline void copy_bytes(const char* from, char* to, std::size_t size) {
  if (size == sizeof(std::uint64_t)) {
    std::memcpy(to, from, sizeof(std::uint64_t));
  } else if (size == sizeof(std::uint32_t)) {
    std::memcpy(to, from, sizeof(std::uint32_t));
  } else if (size > 0) {
    std::memcpy(to, from, size);
  }
}

/// Does `to = from`.
inline void assign_bytes(std::string_view from, std::string& to) {
  if (to.size() != from.size()) {
    to.assign(from);
  } else {
    copy_bytes(from.data(), to.data(), from.size());
  }
}

inline void append_u8(std::string& out, unsigned value) { out.push_back(static_cast<char>(value)); }

inline void append_u16(std::string& out, std::uint16_t value) { append_big_endian(out, value); }
inline void append_u32(std::string& out, std::uint32_t value) { append_big_endian(out, value); }
inline void append_u64(std::string& out, std::uint64_t value) { append_big_endian(out, value); }

inline constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
/// Appends 8 bytes whose memcmp order is the order of the numbers.
inline void append_ordered(std::string& out, std::int64_t value) {
  append_u64(out, static_cast<std::uint64_t>(value) ^ kSign);
}

/// Maps numbers of either sign to unsigned ones; a small absolute value gives a small number.
inline std::uint64_t zigzag(std::int64_t value) {
  return static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63);
}
inline std::int64_t from_zigzag(std::uint64_t value) {
  return static_cast<std::int64_t>(value >> 1 ^ (~(value & 1) + 1));
}

/// An id in a key takes one byte up to 191, at most five bytes, and sorts as a number. No encoded id is a
/// prefix of another, and the first byte is at most 0xF8.
inline constexpr std::uint32_t kIdsOfOneByte = 0xC0;
inline constexpr std::uint32_t kIdsOfTwoBytes = kIdsOfOneByte + (0xF0 - 0xC0) * 0x100;
inline constexpr std::uint32_t kIdsOfThreeBytes = kIdsOfTwoBytes + (0xF8 - 0xF0) * 0x10000;

inline void append_id(std::string& out, std::uint32_t id) {
  if (id < kIdsOfOneByte) {
    append_u8(out, id);
  } else if (id < kIdsOfTwoBytes) {
    append_u16(out, static_cast<std::uint16_t>(0xC000 + (id - kIdsOfOneByte)));
  } else if (id < kIdsOfThreeBytes) {
    const std::uint32_t rest = id - kIdsOfTwoBytes;
    append_u8(out, 0xF0 + (rest >> 16));
    append_u16(out, static_cast<std::uint16_t>(rest));
  } else {
    append_u8(out, 0xF8);
    append_u32(out, id);
  }
}

[[noreturn, gnu::noinline, gnu::cold]] inline void refuse_damaged_bytes() {
  refuse("file_damaged", {}, {{"path", "the database"}});
}

/// Reads numbers and bytes from the front of a view, which must outlive it.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  bool empty() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }

  std::string_view take(std::size_t size) {
    if (rest_.size() < size) refuse_damaged_bytes();
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }
  std::uint8_t u8() { return static_cast<std::uint8_t>(take(1)[0]); }
  std::uint16_t u16() { return static_cast<std::uint16_t>(number(2)); }
  std::uint32_t u32() { return static_cast<std::uint32_t>(number(4)); }
  std::uint64_t u64() { return number(8); }
  std::int64_t i64() { return static_cast<std::int64_t>(number(8)); }
  /// Reads what append_ordered() has written.
  std::int64_t ordered() { return static_cast<std::int64_t>(u64() ^ kSign); }

  std::uint64_t varint() {
    if (!rest_.empty() && (rest_[0] & 0x80) == 0) return u8();  // the usual case: one byte
    const LongNumber number = long_varint(rest_);
    rest_.remove_prefix(number.size);
    return number.value;
  }

  /// Reads what append_id() has written. Refuses other bytes: an id that is written in more of them would lie elsewhere
  /// than the same id, and the largest number has none after it to seek.
  std::uint32_t id() {
    const std::uint8_t first = u8();
    if (first < 0xC0) return first;
    if (first < 0xF0) return kIdsOfOneByte + (static_cast<std::uint32_t>(first - 0xC0) << 8 | u8());
    if (first < 0xF8) return kIdsOfTwoBytes + (static_cast<std::uint32_t>(first - 0xF0) << 16 | u16());
    if (first != 0xF8) refuse_damaged_bytes();
    const std::uint32_t large = u32();
    if (large < kIdsOfThreeBytes || large == UINT32_MAX) refuse_damaged_bytes();
    return large;
  }

  /// Returns a big-endian number of `size` bytes, 1 to 8.
  std::uint64_t number(std::size_t size) {
    if (rest_.size() >= sizeof(std::uint64_t)) {
      const auto value = load_big_endian<std::uint64_t>(rest_.data());
      rest_.remove_prefix(size);
      return value >> (8 * (sizeof value - size));
    }
    return number_at_end(take(size));
  }

 private:
  struct LongNumber {
    std::uint64_t value;
    std::size_t size;
  };

  // The rare long form is not inlined and does not take the reader's address, so that the reader's members
  // stay in registers.
  [[gnu::noinline]] static LongNumber long_varint(std::string_view bytes) {
    const std::size_t size = bytes.size();
    const std::optional<std::uint64_t> value = take_varint(bytes);
    if (!value) refuse_damaged_bytes();
    return {*value, size - bytes.size()};
  }
  [[gnu::noinline]] static std::uint64_t number_at_end(std::string_view bytes) {
    return load_big_endian(bytes);
  }

  std::string_view rest_;
};

}  // namespace cellar
