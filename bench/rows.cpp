#include "bench/rows.h"

#include <fmt/format.h>

#include <array>
#include <iterator>

namespace cellar::bench {

namespace {

constexpr std::size_t kBytesOfValues = 150;
constexpr std::uint32_t kIdMask = 0x7FFFFFFF;
constexpr std::array<std::string_view, 16> kWords = {
    "partition", "of", "the",   "order", "and", "a",      "customer''s", "list",
    "from",      "to", "shelf", "row",   "in",  "cellar", "bottle",      "with"};

}  // namespace

// splitmix64
std::uint64_t Random::next() {
  std::uint64_t value = (state_ += 0x9E3779B97F4A7C15);
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EB;
  return value ^ (value >> 31);
}

// Odd factors and shifted exclusive ors can all be undone within 31 bits, so nothing comes twice.
std::int32_t row_id(std::uint64_t index) {
  std::uint32_t id = static_cast<std::uint32_t>(index) & kIdMask;
  id = (id * 0x9E3779B1U) & kIdMask;
  id ^= id >> 15;
  id = (id * 0x85EBCA6BU) & kIdMask;
  id ^= id >> 13;
  return static_cast<std::int32_t>(id);
}

std::vector<std::int32_t> row_ids(std::size_t rows) {
  std::vector<std::int32_t> ids(rows);
  for (std::size_t index = 0; index < rows; ++index) ids[index] = row_id(index);
  return ids;
}

void append_words(std::string& text, Random& random, std::size_t size) {
  const std::size_t end = text.size() + size;
  for (;;) {
    const std::string_view word = kWords[random.below(kWords.size())];
    if (text.size() + word.size() + 1 > end) break;
    text += word;
    text += ' ';
  }
  text.append(end - text.size(), 'x');
}

void append_insert(std::string& text, std::int32_t id) {
  Random random(static_cast<std::uint64_t>(id));
  text += "INSERT INTO t (id, a, b, c, d) VALUES ";
  const std::size_t values = text.size();
  fmt::format_to(std::back_inserter(text), "({}, 'name {:06}', {}, {:.6f}, '", id, random.below(1'000'000),
                 random.below(1'000'000'000'000'000), static_cast<double>(random.below(1'000'000'000)) / 1e6);
  append_words(text, random, values + kBytesOfValues - 2 - text.size());
  text += "');\n";
}

}  // namespace cellar::bench
