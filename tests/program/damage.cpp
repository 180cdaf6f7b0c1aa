#include "damage.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <random>
#include <utility>
#include <vector>

namespace {

// Offsets in LMDB's pages, which are specified in storage/map/page.h.
constexpr std::size_t kPage = 4096;
constexpr std::size_t kHeader = 16;
constexpr std::size_t kOverflowKey = 511;

using Random = std::mt19937;

std::size_t below(Random& random, std::size_t end) {
  return std::uniform_int_distribution<std::size_t>(0, end - 1)(random);
}

template <class Number>
Number number_at(const std::string& bytes, std::size_t offset) {
  Number number{};
  if (offset + sizeof number <= bytes.size()) std::memcpy(&number, &bytes[offset], sizeof number);
  return number;
}

template <class Number>
void put_number(std::string& bytes, std::size_t offset, Number number) {
  if (offset + sizeof number <= bytes.size()) std::memcpy(&bytes[offset], &number, sizeof number);
}

/// Offsets of the nodes of all pages of a kind (1 branches, 2 leaves).
std::vector<std::size_t> nodes_of(const std::string& bytes, std::uint16_t kind) {
  std::vector<std::size_t> found;
  for (std::size_t page = 2 * kPage; page + kPage <= bytes.size(); page += kPage) {
    const auto lower = number_at<std::uint16_t>(bytes, page + 12);
    if (number_at<std::uint16_t>(bytes, page + 10) != kind || lower > kPage) continue;
    for (std::size_t slot = kHeader; slot < lower; slot += 2) {
      found.push_back(page + number_at<std::uint16_t>(bytes, page + slot));
    }
  }
  return found;
}

void flip(std::string& bytes, Random& random, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    char& byte = bytes[below(random, bytes.size())];
    byte = static_cast<char>(byte ^ (1 << below(random, 8)));
  }
}

/// In the parts of pages that lead to others: headers, offsets, nodes.
void flip_in_structure(std::string& bytes, Random& random) {
  for (std::size_t i = 1 + below(random, 4); i > 0; --i) {
    const std::size_t page = below(random, bytes.size() / kPage) * kPage;
    const auto lower =
        std::clamp<std::size_t>(number_at<std::uint16_t>(bytes, page + 12), kHeader + 2, kPage);
    const std::size_t slot = kHeader + below(random, (lower - kHeader) / 2) * 2;
    const std::size_t node = page + number_at<std::uint16_t>(bytes, page + slot) + below(random, 8);
    const std::size_t place = below(random, 2) == 0 ? page + below(random, lower) : node;
    if (place < bytes.size()) bytes[place] = static_cast<char>(bytes[place] ^ (1 << below(random, 8)));
  }
}

void overwrite(std::string& bytes, Random& random) {
  const std::size_t size = std::min(bytes.size(), std::size_t{1} << below(random, 15));
  const std::size_t begin = below(random, bytes.size() - size + 1);
  const std::size_t how = below(random, 3);
  for (std::size_t i = begin; i < begin + size; ++i) {
    bytes[i] = how == 0 ? '\0' : how == 1 ? '\xFF' : static_cast<char>(below(random, 256));
  }
}

void swap_pages(std::string& bytes, Random& random) {
  const std::size_t one = below(random, bytes.size() / kPage) * kPage;
  const std::size_t other = below(random, bytes.size() / kPage) * kPage;
  std::string page = bytes.substr(one, kPage);
  bytes.replace(one, kPage, bytes.substr(other, kPage));
  bytes.replace(other, kPage, page);
  // The numbers of the pages may come along or stay.
  if (below(random, 2) == 0) {
    put_number<std::uint64_t>(bytes, one, one / kPage);
    put_number<std::uint64_t>(bytes, other, other / kPage);
  }
}

void put_back(std::string& bytes, const std::string& earlier, Random& random) {
  const std::size_t page = below(random, std::min(bytes.size(), earlier.size()) / kPage) * kPage;
  bytes.replace(page, kPage, earlier.substr(page, kPage));
}

/// A branch leads to itself, or to any other page.
void lead_astray(std::string& bytes, Random& random) {
  const std::vector<std::size_t> nodes = nodes_of(bytes, 1);
  for (std::size_t i = 1 + below(random, 4); i > 0 && !nodes.empty(); --i) {
    const std::size_t node = nodes[below(random, nodes.size())];
    const std::size_t target =
        below(random, 2) == 0 ? node / kPage : 2 + below(random, bytes.size() / kPage - 2);
    put_number(bytes, node, static_cast<std::uint32_t>(target));
  }
}

/// The space of a long key leads to itself, or to another one.
void lead_spaces_astray(std::string& bytes, Random& random) {
  std::vector<std::size_t> nodes = nodes_of(bytes, 2);
  std::erase_if(nodes,
                [&](std::size_t node) { return number_at<std::uint16_t>(bytes, node + 6) != kOverflowKey; });
  for (std::size_t i = 1 + below(random, 4); i > 0 && !nodes.empty(); --i) {
    const std::size_t node = nodes[below(random, nodes.size())];
    const std::size_t from = nodes[below(random, nodes.size())];
    const bool is_own = below(random, 2) == 0 && bytes[node + 8] == '\xFF';
    const std::string space = bytes.substr(is_own ? node + 9 : from + 8 + kOverflowKey, 8);
    bytes.replace(node + 8 + kOverflowKey, 8, space);
  }
}

/// Sizes of keys and values.
void stretch(std::string& bytes, Random& random) {
  const std::vector<std::size_t> nodes = nodes_of(bytes, 2);
  for (std::size_t i = 1 + below(random, 4); i > 0 && !nodes.empty(); --i) {
    const std::size_t node = nodes[below(random, nodes.size())];
    const std::size_t place = node + (below(random, 2) == 0 ? 0 : 6);
    put_number(bytes, place, static_cast<std::uint16_t>(below(random, 65536)));
    if (below(random, 4) == 0) put_number(bytes, node + 2, static_cast<std::uint16_t>(below(random, 65536)));
  }
}

void damage_meta(std::string& bytes, Random& random) {
  constexpr std::size_t kMetaSize = 152;
  for (std::size_t i = 1 + below(random, 3); i > 0; --i) {
    const std::size_t place = below(random, 2) * kPage + below(random, kMetaSize);
    bytes[place] = static_cast<char>(bytes[place] ^ (1 << below(random, 8)));
  }
}

}  // namespace

DamagedFile damage(const std::string& bytes, const std::string& earlier, unsigned number) {
  Random random(number);
  std::string damaged = bytes;
  const std::pair<const char*, std::function<void()>> kinds[] = {
      {"flipped bits", [&] { flip(damaged, random, 1 + below(random, 64)); }},
      {"eight flipped bits", [&] { flip(damaged, random, 8); }},
      {"flipped bits of the structure", [&] { flip_in_structure(damaged, random); }},
      {"an overwritten block", [&] { overwrite(damaged, random); }},
      {"swapped pages", [&] { swap_pages(damaged, random); }},
      {"a truncated file", [&] { damaged.resize(below(random, damaged.size())); }},
      {"a page of an earlier version", [&] { put_back(damaged, earlier, random); }},
      {"branches led astray", [&] { lead_astray(damaged, random); }},
      {"spaces of long keys led astray", [&] { lead_spaces_astray(damaged, random); }},
      {"sizes of entries", [&] { stretch(damaged, random); }},
      {"meta pages", [&] { damage_meta(damaged, random); }},
  };
  const auto& [kind, action] = kinds[number % std::size(kinds)];
  action();
  return {kind, std::move(damaged)};
}
