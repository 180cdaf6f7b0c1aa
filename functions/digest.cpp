#include "functions/digest.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "types/number.h"
#include "types/text.h"

namespace cellar {

namespace {

template <typename Word>
std::string big_endian(Word word) {
  std::string bytes;
  for (int shift = static_cast<int>(sizeof(Word)) * 8 - 8; shift >= 0; shift -= 8) {
    bytes += static_cast<char>(static_cast<unsigned char>(word >> shift));
  }
  return bytes;
}

template <typename Word>
Word read_big_endian(std::string_view bytes) {
  Word word = 0;
  for (const char byte : bytes.substr(0, sizeof(Word)))
    word = static_cast<Word>(word << 8 | static_cast<unsigned char>(byte));
  return word;
}

std::uint32_t swap_bytes(std::uint32_t word) {
  return word << 24 | (word & 0xff00) << 8 | (word >> 8 & 0xff00) | word >> 24;
}

// The message, a one bit, zeros up to a whole number of blocks, and at the end its length in bits.
std::string padded(std::string_view message, std::size_t block, const std::string& length) {
  std::string text(message);
  text += '\x80';
  while ((text.size() + length.size()) % block != 0) text += '\0';
  return text + length;
}

// The constants of the SHA-2 family are the fractions of roots of the first primes, 64 bits of them (the
// 32-bit ones take the upper half).
std::vector<unsigned> first_primes(std::size_t count) {
  std::vector<unsigned> primes;
  for (unsigned candidate = 2; primes.size() < count; ++candidate) {
    bool is_prime = true;
    for (const unsigned prime : primes) is_prime = is_prime && candidate % prime != 0;
    if (is_prime) primes.push_back(candidate);
  }
  return primes;
}

std::uint64_t fraction_of_root(unsigned prime, unsigned degree) {
  const BigInteger power = BigInteger(prime) << (64 * degree);
  BigInteger root = 0;
  for (unsigned bit = 70; bit-- > 0;) {
    const BigInteger candidate = root + (BigInteger(1) << bit);
    if (boost::multiprecision::pow(candidate, degree) <= power) root = candidate;
  }
  return static_cast<std::uint64_t>(root & BigInteger(UINT64_MAX));
}

constexpr std::size_t kMostRounds = 80;

const std::array<std::uint64_t, kMostRounds>& round_constants() {
  static const std::array<std::uint64_t, kMostRounds> constants = [] {
    std::array<std::uint64_t, kMostRounds> fractions;
    const std::vector<unsigned> primes = first_primes(kMostRounds);
    for (std::size_t i = 0; i < kMostRounds; ++i) fractions[i] = fraction_of_root(primes[i], 3);
    return fractions;
  }();
  return constants;
}

template <typename Word>
using State = std::array<Word, 8>;

// Square roots of eight primes, from the first or from the ninth on.
State<std::uint64_t> square_roots(std::size_t first) {
  State<std::uint64_t> state;
  const std::vector<unsigned> primes = first_primes(first + state.size());
  for (std::size_t i = 0; i < state.size(); ++i) state[i] = fraction_of_root(primes[first + i], 2);
  return state;
}

State<std::uint32_t> narrow(const State<std::uint64_t>& wide, int shift) {
  State<std::uint32_t> state;
  for (std::size_t i = 0; i < state.size(); ++i) state[i] = static_cast<std::uint32_t>(wide[i] >> shift);
  return state;
}

// By how much the words are turned (the last of the small ones is shifted).
struct Turns {
  std::array<int, 3> big0, big1, small0, small1;
};
template <typename Word>
constexpr Turns kTurns = sizeof(Word) == 4 ? Turns{{2, 13, 22}, {6, 11, 25}, {7, 18, 3}, {17, 19, 10}}
                                           : Turns{{28, 34, 39}, {14, 18, 41}, {1, 8, 7}, {19, 61, 6}};

template <typename Word>
Word turn(Word word, const std::array<int, 3>& by) {
  return std::rotr(word, by[0]) ^ std::rotr(word, by[1]) ^ std::rotr(word, by[2]);
}
template <typename Word>
Word turn_and_shift(Word word, const std::array<int, 3>& by) {
  return std::rotr(word, by[0]) ^ std::rotr(word, by[1]) ^ (word >> by[2]);
}

template <typename Word>
void mix_block(State<Word>& state, std::string_view block) {
  constexpr std::size_t kRounds = sizeof(Word) == 4 ? 64 : 80;
  constexpr int kUnused = 64 - static_cast<int>(sizeof(Word)) * 8;
  const Turns& turns = kTurns<Word>;
  std::array<Word, kRounds> words;
  for (std::size_t i = 0; i < kRounds; ++i) {
    words[i] = i < 16 ? read_big_endian<Word>(block.substr(i * sizeof(Word)))
                      : turn_and_shift(words[i - 2], turns.small1) + words[i - 7] +
                            turn_and_shift(words[i - 15], turns.small0) + words[i - 16];
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (std::size_t i = 0; i < kRounds; ++i) {
    const Word constant = static_cast<Word>(round_constants()[i] >> kUnused);
    const Word first = h + turn(e, turns.big1) + ((e & f) ^ (~e & g)) + constant + words[i];
    const Word second = turn(a, turns.big0) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + first, d = c, c = b, b = a, a = first + second;
  }
  const State<Word> mixed{a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < state.size(); ++i) state[i] += mixed[i];
}

template <typename Word>
std::string sha2(State<Word> state, std::string_view message, std::size_t size) {
  constexpr std::size_t kBlock = sizeof(Word) * 16;
  const std::string upper_length(sizeof(Word) == 4 ? 0 : 8, '\0');
  const std::string text =
      padded(message, kBlock, upper_length + big_endian(std::uint64_t{message.size()} * 8));
  for (std::size_t i = 0; i < text.size(); i += kBlock)
    mix_block(state, std::string_view(text).substr(i, kBlock));
  std::string bytes;
  for (const Word word : state) bytes += big_endian(word);
  return bytes.substr(0, size);
}

// SHA-512/t begins with what SHA-512, begun another way, makes of its name.
std::string sha512_cut(std::string_view name, std::string_view message, std::size_t size) {
  State<std::uint64_t> state = square_roots(0);
  for (std::uint64_t& word : state) word ^= 0xa5a5a5a5a5a5a5a5;
  const std::string start = sha2(state, name, 64);
  for (std::size_t i = 0; i < state.size(); ++i) {
    state[i] = read_big_endian<std::uint64_t>(std::string_view(start).substr(i * 8));
  }
  return sha2(state, message, size);
}

std::string sha1(std::string_view message) {
  std::array<std::uint32_t, 5> state{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
  const std::string text = padded(message, 64, big_endian(std::uint64_t{message.size()} * 8));
  for (std::size_t begin = 0; begin < text.size(); begin += 64) {
    std::array<std::uint32_t, 80> words;
    for (std::size_t i = 0; i < words.size(); ++i) {
      words[i] = i < 16 ? read_big_endian<std::uint32_t>(std::string_view(text).substr(begin + i * 4))
                        : std::rotl(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
    }
    auto [a, b, c, d, e] = state;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::uint32_t parity = b ^ c ^ d;
      const std::uint32_t choice = i < 20   ? ((b & c) | (~b & d)) + 0x5a827999
                                   : i < 40 ? parity + 0x6ed9eba1
                                   : i < 60 ? ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc
                                            : parity + 0xca62c1d6;
      const std::uint32_t next = std::rotl(a, 5) + choice + e + words[i];
      e = d, d = c, c = std::rotl(b, 30), b = a, a = next;
    }
    const std::array mixed{a, b, c, d, e};
    for (std::size_t i = 0; i < state.size(); ++i) state[i] += mixed[i];
  }
  std::string bytes;
  for (const std::uint32_t word : state) bytes += big_endian(word);
  return bytes;
}

std::string md5(std::string_view message) {
  constexpr int kTurnsOfRound[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
  std::array<std::uint32_t, 4> state{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
  const std::uint64_t bits = std::uint64_t{message.size()} * 8;
  const std::string length = big_endian(swap_bytes(static_cast<std::uint32_t>(bits))) +
                             big_endian(swap_bytes(static_cast<std::uint32_t>(bits >> 32)));
  const std::string text = padded(message, 64, length);
  for (std::size_t begin = 0; begin < text.size(); begin += 64) {
    auto [a, b, c, d] = state;
    for (unsigned i = 0; i < 64; ++i) {
      const unsigned round = i / 16;
      const std::uint32_t choice = round == 0   ? (b & c) | (~b & d)
                                   : round == 1 ? (d & b) | (~d & c)
                                   : round == 2 ? b ^ c ^ d
                                                : c ^ (b | ~d);
      const std::size_t word = (round == 0   ? i
                                : round == 1 ? 5 * i + 1
                                : round == 2 ? 3 * i + 5
                                             : 7 * i) %
                               16;
      const auto constant = static_cast<std::uint32_t>(std::ldexp(std::fabs(std::sin(i + 1.0)), 32));
      const std::uint32_t read =
          swap_bytes(read_big_endian<std::uint32_t>(std::string_view(text).substr(begin + word * 4)));
      const std::uint32_t next = b + std::rotl(a + choice + constant + read, kTurnsOfRound[round][i % 4]);
      a = d, d = c, c = b, b = next;
    }
    const std::array mixed{a, b, c, d};
    for (std::size_t i = 0; i < state.size(); ++i) state[i] += mixed[i];
  }
  std::string bytes;
  for (const std::uint32_t word : state) bytes += big_endian(swap_bytes(word));
  return bytes;
}

}  // namespace

std::optional<std::string> digest(std::string_view algorithm, std::string_view bytes) {
  constexpr std::size_t kSecondEight = 8;
  const std::string name = to_lower(algorithm);
  if (name == "md5") return md5(bytes);
  if (name == "sha-1" || name == "sha1" || name == "sha") return sha1(bytes);
  if (name == "sha-224") return sha2(narrow(square_roots(kSecondEight), 0), bytes, 28);
  if (name == "sha-256") return sha2(narrow(square_roots(0), 32), bytes, 32);
  if (name == "sha-384") return sha2(square_roots(kSecondEight), bytes, 48);
  if (name == "sha-512") return sha2(square_roots(0), bytes, 64);
  if (name == "sha-512/224") return sha512_cut("SHA-512/224", bytes, 28);
  if (name == "sha-512/256") return sha512_cut("SHA-512/256", bytes, 32);
  return std::nullopt;
}

}  // namespace cellar
