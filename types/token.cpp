#include "types/token.h"

#include <bit>
#include <boost/endian/conversion.hpp>

#include "types/number/byte_order.h"

// Murmur3, x64 variant of 128 bits, of which Cassandra takes the first half. Cassandra reads the bytes of
// the tail as signed numbers, a bug of its first version that cannot be mended any more.

namespace cellar {

namespace {

constexpr std::uint64_t kFirstFactor = 0x87c37b91114253d5;
constexpr std::uint64_t kSecondFactor = 0x4cf5ad432745937f;

std::uint64_t mix(std::uint64_t value) {
  value ^= value >> 33;
  value *= 0xff51afd7ed558ccd;
  value ^= value >> 33;
  value *= 0xc4ceb9fe1a85ec53;
  return value ^ value >> 33;
}

std::uint64_t little_endian(const char* bytes) {
  return boost::endian::load_little_u64(reinterpret_cast<const unsigned char*>(bytes));
}

std::uint64_t signed_byte(char byte, std::size_t shift) {
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<signed char>(byte))) << shift;
}

std::uint64_t murmur3(std::string_view bytes) {
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  const std::size_t blocks = bytes.size() / 16;
  for (std::size_t i = 0; i < blocks; ++i) {
    first ^= std::rotl(little_endian(&bytes[i * 16]) * kFirstFactor, 31) * kSecondFactor;
    first = (std::rotl(first, 27) + second) * 5 + 0x52dce729;
    second ^= std::rotl(little_endian(&bytes[i * 16 + 8]) * kSecondFactor, 33) * kFirstFactor;
    second = (std::rotl(second, 31) + first) * 5 + 0x38495ab5;
  }
  const std::string_view tail = bytes.substr(blocks * 16);
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  for (std::size_t i = 0; i < tail.size(); ++i) {
    (i < 8 ? low : high) ^= signed_byte(tail[i], i % 8 * 8);
  }
  second ^= std::rotl(high * kSecondFactor, 33) * kFirstFactor;
  first ^= std::rotl(low * kFirstFactor, 31) * kSecondFactor;
  first ^= bytes.size();
  second ^= bytes.size();
  first += second;
  second += first;
  return mix(first) + mix(second);
}

template <typename Values>
std::int64_t token(const Values& partition_key) {
  std::uint64_t token = 0;
  if (partition_key.size() == 1) {
    if (partition_key[0].empty()) return INT64_MIN;
    token = murmur3(partition_key[0]);
  } else {
    thread_local std::string composite;  // reuses its memory
    composite.clear();
    for (const auto& value : partition_key) {
      append_big_endian(composite, static_cast<std::uint16_t>(value.size()));
      composite += value;
      composite.push_back('\0');
    }
    token = murmur3(composite);
  }
  const auto result = static_cast<std::int64_t>(token);
  return result == INT64_MIN ? INT64_MAX : result;
}

}  // namespace

std::int64_t token_of(const std::vector<std::string>& partition_key) { return token(partition_key); }
std::int64_t token_of(std::span<const std::string_view> partition_key) { return token(partition_key); }

}  // namespace cellar
