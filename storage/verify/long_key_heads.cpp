#include "storage/verify/long_key_heads.h"

#include "storage/format/bytes.h"
#include "storage/format/format.h"

namespace cellar {

namespace {

constexpr std::size_t kSpaceSize = 8;

}  // namespace

LongKeyHeads::Found LongKeyHeads::take(std::string_view key, std::string_view value, std::string& logical) {
  logical.clear();
  std::string_view rest = key;
  std::string_view space;
  if (is_in_overflow_space(key)) {
    if (key.size() <= 1 + kSpaceSize) return Found::damaged;
    space = key.substr(1, kSpaceSize);
    rest.remove_prefix(1 + kSpaceSize);
    const auto head = heads_.find(space);
    if (head == heads_.end()) return Found::damaged;
    head->second.is_used = true;
    logical = head->second.key;
  }
  if (key.size() <= kShortKeySize) {
    logical += rest;
    return Found::entry;
  }
  if (key.back() != kOverflowMark || value.size() != kSpaceSize || value <= space) return Found::damaged;
  rest.remove_suffix(1);
  logical += rest;
  return heads_.try_emplace(std::string(value), Head{logical}).second ? Found::overflow : Found::damaged;
}

std::optional<std::string> LongKeyHeads::unused() const {
  for (const auto& [space, head] : heads_) {
    if (!head.is_used) return head.key;
  }
  return std::nullopt;
}

std::uint64_t LongKeyHeads::largest_space() const {
  return heads_.empty() ? 0 : ByteReader(heads_.rbegin()->first).u64();
}

}  // namespace cellar
