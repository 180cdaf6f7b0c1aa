#include "storage/verify/long_key_heads.h"

#include <vector>

#include "storage/format/bytes.h"
#include "storage/format/format.h"

namespace cellar {

namespace {

constexpr std::size_t kSpaceSize = 8;

}  // namespace

/// Each head lies in an earlier space than the one that it leads to, so the way to the first one ends.
std::string LongKeyHeads::key_of(const Heads::const_iterator& head) const {
  std::vector<const std::string*> parts;
  for (auto at = head; at != heads_.end(); at = heads_.find(at->second.space))
    parts.push_back(&at->second.part);
  std::string key;
  for (std::size_t i = parts.size(); i-- > 0;) key += *parts[i];
  return key;
}

LongKeyHeads::Found LongKeyHeads::take(std::string_view key, std::string_view value, std::string& logical) {
  logical.clear();
  std::string_view rest = key;
  std::string_view space;
  auto head = heads_.end();
  if (is_in_overflow_space(key)) {
    if (key.size() <= 1 + kSpaceSize) return Found::damaged;
    space = key.substr(1, kSpaceSize);
    rest.remove_prefix(1 + kSpaceSize);
    head = heads_.find(space);
    if (head == heads_.end()) return Found::damaged;
    head->second.is_used = true;
  }
  const auto found_damage = [&] {
    logical = key_of(head);
    return Found::damaged;
  };
  if (key.size() <= kShortKeySize) {
    logical = key_of(head);
    logical += rest;
    return Found::entry;
  }
  if (key.back() != kOverflowMark || value.size() != kSpaceSize || value <= space) return found_damage();
  rest.remove_suffix(1);
  const bool is_new =
      heads_.try_emplace(std::string(value), Head{std::string(space), std::string(rest)}).second;
  return is_new ? Found::overflow : found_damage();
}

std::optional<std::string> LongKeyHeads::unused() const {
  for (auto head = heads_.begin(); head != heads_.end(); ++head) {
    if (!head->second.is_used) return key_of(head);
  }
  return std::nullopt;
}

std::uint64_t LongKeyHeads::largest_space() const {
  return heads_.empty() ? 0 : ByteReader(heads_.rbegin()->first).u64();
}

}  // namespace cellar
