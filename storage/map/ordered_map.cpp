#include "storage/map/ordered_map.h"

#include <cassert>

#include "refusal/refusal.h"
#include "types/key_limit.h"
#include "types/number/byte_order.h"

namespace cellar {

namespace {

/// The mark of a space and its number.
constexpr std::size_t kSpacePrefixSize = 1 + sizeof(std::uint64_t);

std::string space_prefix(std::string_view id) {
  std::string prefix(1, static_cast<char>(kOverflowSpace));
  prefix += id;
  return prefix;
}

bool is_overflow(std::string_view key) { return key.size() > kShortKeySize; }

/// Earlier versions of this program could write keys of index entries and of rows of views that hold a whole value.
/// They are read, so that the index or view can be dropped. The limit ends a walk through damage.
constexpr std::size_t kLongestReadKey = 2 * kLargestValue + kLongestStoredKey;

}  // namespace

std::optional<std::string_view> OrderedMap::locate(std::string_view key, bool create) {
  overflows_.clear();
  if (key.size() <= kShortKeySize) return key;
  // What is to be put was checked before (check_key_sizes()).
  if (create && key.size() > kLongestStoredKey)
    refuse("key_too_long", {}, {{"what", "stored key"}, {"size", std::to_string(key.size())}});
  physical_.clear();
  while (physical_.size() + key.size() > kShortKeySize) {
    const std::size_t taken = kShortKeySize - physical_.size();
    physical_.append(key.substr(0, taken));
    physical_.push_back(kOverflowMark);
    key.remove_prefix(taken);
    overflows_.push_back(physical_);
    std::optional<std::string_view> id = transaction_.get(database_, physical_);
    if (!id && !create) return std::nullopt;
    std::string fresh;
    if (!id) {
      append_big_endian<std::uint64_t>(fresh, (*next_space_)++);
      transaction_.put(database_, physical_, fresh);
      id = fresh;
    }
    if (id->size() != sizeof(std::uint64_t)) refuse("file_damaged", {}, {{"path", transaction_.path()}});
    physical_ = space_prefix(*id);
  }
  physical_.append(key);
  return physical_;
}

std::optional<std::string_view> OrderedMap::get(std::string_view key) {
  const auto physical = locate(key, false);
  if (!physical) return std::nullopt;
  if (search_.can_read(transaction_)) return search_.get(transaction_, *physical);
  return transaction_.get(database_, *physical);
}

void OrderedMap::put(std::string_view key, std::string_view value) {
  if (near_ != nullptr && key.size() <= kShortKeySize) return near_->put(key, value);
  transaction_.put(database_, *locate(key, true), value);
}

std::optional<std::string_view> OrderedMap::insert(std::string_view key, std::string_view value) {
  if (near_ != nullptr && key.size() <= kShortKeySize) return near_->insert(key, value);
  return transaction_.insert(database_, *locate(key, true), value);
}

void OrderedMap::replace(std::string_view key, std::string_view value) {
  if (near_ != nullptr && key.size() <= kShortKeySize) return near_->replace(key, value);
  put(key, value);
}

bool OrderedMap::erase(std::string_view key) {
  const auto physical = locate(key, false);
  if (!physical || !transaction_.erase(database_, *physical)) return false;
  // An overflow entry is erased when its space becomes empty, so that a cursor never enters an empty space.
  while (!overflows_.empty()) {
    const std::string prefix = space_prefix(*transaction_.get(database_, overflows_.back()));
    std::uint64_t visited = 0;
    LmdbCursor cursor(transaction_, database_, &visited);
    if (cursor.seek(prefix) && cursor.key().starts_with(prefix)) break;
    transaction_.erase(database_, overflows_.back());
    overflows_.pop_back();
  }
  return true;
}

void OrderedCursor::refuse_damaged_space() const {
  refuse("file_damaged", {}, {{"path", map_.transaction().path()}});
}

// Enters the space of the overflow entry under the cursor. The spaces of one key have increasing numbers, so
// a space that leads back to itself or to an earlier one is damage.
void OrderedCursor::enter_space() {
  const std::string_view key = cursor_.key();
  const std::size_t head = spaces_.empty() ? 0 : spaces_.back().prefix.size();
  assembled_.resize(spaces_.empty() ? 0 : spaces_.back().logical_size);
  assembled_.append(key.substr(head, kShortKeySize - head));
  std::string prefix = space_prefix(cursor_.value());
  if (key.back() != kOverflowMark || prefix.size() != kSpacePrefixSize ||
      assembled_.size() > kLongestReadKey || (!spaces_.empty() && prefix <= spaces_.back().prefix)) {
    refuse_damaged_space();
  }
  spaces_.push_back({std::string(key), assembled_.size(), std::move(prefix)});
}

bool OrderedCursor::finish() {
  if (!spaces_.empty()) {
    const Space& space = spaces_.back();
    assembled_.resize(space.logical_size);
    assembled_.append(cursor_.key().substr(space.prefix.size()));
  }
  return valid_ = true;
}

bool OrderedCursor::settle_forward(bool found) {
  while (true) {
    if (!spaces_.empty() && (!found || !cursor_.key().starts_with(spaces_.back().prefix))) {
      const std::string overflow = std::move(spaces_.back().overflow);
      spaces_.pop_back();
      found = cursor_.seek(overflow) && cursor_.next();
      if (found && cursor_.key() <= overflow) refuse_damaged_space();
    } else if (!found || (spaces_.empty() && is_in_overflow_space(cursor_.key()))) {
      return valid_ = false;
    } else if (is_overflow(cursor_.key())) {
      enter_space();
      found = cursor_.seek(spaces_.back().prefix);
    } else {
      return finish();
    }
  }
}

bool OrderedCursor::to_last_of(const std::string& prefix) {
  std::string end = prefix;
  for (std::size_t i = end.size(); i-- > 0;) {
    if (++end[i] != 0) break;
  }
  return cursor_.seek(end) ? cursor_.previous() : cursor_.last();
}

bool OrderedCursor::settle_backward(bool found) {
  while (true) {
    if (!spaces_.empty() && (!found || !cursor_.key().starts_with(spaces_.back().prefix))) {
      const std::string overflow = std::move(spaces_.back().overflow);
      spaces_.pop_back();
      found = cursor_.seek(overflow) && cursor_.previous();
      if (found && cursor_.key() >= overflow) refuse_damaged_space();
    } else if (!found) {
      return valid_ = false;
    } else if (is_overflow(cursor_.key())) {
      enter_space();
      found = to_last_of(spaces_.back().prefix);
    } else {
      return finish();
    }
  }
}

bool OrderedCursor::seek(std::string_view target) {
  spaces_.clear();
  std::string physical;
  while (physical.size() + target.size() > kShortKeySize) {
    const std::size_t taken = kShortKeySize - physical.size();
    physical.append(target.substr(0, taken));
    physical.push_back(kOverflowMark);
    target.remove_prefix(taken);
    const bool found = cursor_.seek(physical);
    // If the overflow entry does not exist, only keys greater than all of its space can follow.
    if (!found || cursor_.key() != physical) return settle_forward(found);
    enter_space();
    physical = spaces_.back().prefix;
  }
  if (physical.empty()) return settle_forward(cursor_.seek(target));
  physical.append(target);
  return settle_forward(cursor_.seek(physical));
}

bool OrderedCursor::last() {
  spaces_.clear();
  const char first_space = static_cast<char>(kOverflowSpace);
  return settle_backward(cursor_.seek({&first_space, 1}) ? cursor_.previous() : cursor_.last());
}

bool OrderedCursor::seek_before(std::string_view target) { return seek(target) ? previous() : last(); }

bool OrderedCursor::previous() {
  assert(valid_);
  return settle_backward(cursor_.previous());
}

bool OrderedCursor::erase_and_next() {
  assert(valid_);
  if (spaces_.empty()) return settle_forward(cursor_.erase_and_next());
  const std::string erased(key());
  // A key that the cursor reaches but a search does not find would be reached again and again.
  if (!map_.erase(erased)) refuse_damaged_space();
  return seek(erased);
}

}  // namespace cellar
