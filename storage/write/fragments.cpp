#include "storage/write/fragments.h"

#include <algorithm>

#include "storage/format/bytes.h"
#include "storage/format/format.h"
#include "storage/purge/purge_queue.h"
#include "storage/purge/row_purge.h"

namespace cellar {

namespace {

/// Joins neighbours that say the same.
std::vector<Fragment> joined(const std::vector<Fragment>& fragments) {
  std::vector<Fragment> result;
  for (const Fragment& fragment : fragments) {
    if (fragment.start >= fragment.end) continue;
    if (!result.empty() && result.back().end == fragment.start && result.back().kind == fragment.kind &&
        result.back().deletion == fragment.deletion) {
      result.back().end = fragment.end;
    } else {
      result.push_back(fragment);
    }
  }
  return result;
}

/// The fragments are in order.
const Fragment* find_start(const std::vector<Fragment>& fragments, std::string_view start) {
  const auto found = std::ranges::lower_bound(fragments, start, {}, &Fragment::start);
  return found != fragments.end() && found->start == start ? &*found : nullptr;
}

std::uint64_t count_skips(const std::vector<Fragment>& fragments) {
  return static_cast<std::uint64_t>(std::ranges::count(fragments, FragmentKind::skip, &Fragment::kind));
}

}  // namespace

std::string fragment_key(std::string_view partition, std::string_view start) {
  std::string key(partition);
  key.push_back(kFragmentKind);
  key += start;
  key.push_back(kFragmentEnd);
  return key;
}

std::string_view fragment_start(std::string_view key, std::size_t partition_size) {
  if (key.size() < partition_size + 2) refuse_damaged_bytes();
  key.remove_prefix(partition_size + 1);
  key.remove_suffix(1);
  return key;
}

std::string encode_fragment_value(const Fragment& fragment) {
  std::string value;
  append_u8(value, static_cast<unsigned>(fragment.kind));
  append_u64(value, static_cast<std::uint64_t>(fragment.deletion.timestamp));
  append_varint(value, static_cast<std::uint64_t>(fragment.deletion.local_second));
  value += fragment.end;
  return value;
}

Fragment decode_fragment(std::string_view start, std::string_view value) {
  ByteReader reader(value);
  Fragment fragment;
  fragment.start = start;
  fragment.kind = static_cast<FragmentKind>(reader.u8());
  if (fragment.kind != FragmentKind::skip && fragment.kind != FragmentKind::guard) refuse_damaged_bytes();
  fragment.deletion.timestamp = reader.i64();
  fragment.deletion.local_second = static_cast<Seconds>(reader.varint());
  fragment.end = reader.rest();
  return fragment;
}

FragmentCursor::FragmentCursor(OrderedMap& data, std::string_view partition, std::uint64_t* visited)
    : cursor_(data, visited), prefix_(partition) {
  prefix_.push_back(kFragmentKind);
}

const Fragment* FragmentCursor::load() {
  if (!cursor_.valid() || !cursor_.key().starts_with(prefix_)) return nullptr;
  fragment_ = decode_fragment(fragment_start(cursor_.key(), prefix_.size() - 1), cursor_.value());
  return &fragment_;
}

const Fragment* FragmentCursor::seek_floor(std::string_view position) {
  std::string key = prefix_;
  key += position;
  key.push_back(kFragmentEnd + 1);  // just behind the fragment that starts at the position
  cursor_.seek_before(key);
  return load();
}

const Fragment* FragmentCursor::seek_before(std::string_view position) {
  std::string key = prefix_;
  key += position;
  key.push_back(kFragmentEnd);
  cursor_.seek_before(key);
  return load();
}

const Fragment* FragmentCursor::seek_after(std::string_view position) {
  std::string key = prefix_;
  key += position;
  key.push_back(kFragmentEnd + 1);
  cursor_.seek(key);
  return load();
}

const Fragment* FragmentCursor::seek_from(std::string_view position) {
  cursor_.seek(prefix_ + std::string(position));
  return load();
}

const Fragment* FragmentCursor::next() {
  cursor_.next();
  return load();
}

const Fragment* SkipFinder::find(std::string_view position) {
  if (!known_ || position < known_start_ || (known_end_ && position >= *known_end_)) {
    known_ = true;
    skip_.reset();
    const Fragment* floor = cursor_.seek_floor(position);
    if (floor != nullptr && position < floor->end) {
      known_start_ = floor->start;
      known_end_ = floor->end;
      if (floor->kind == FragmentKind::skip) skip_ = *floor;
    } else {
      known_start_ = floor != nullptr ? floor->end : std::string();
      const Fragment* above = cursor_.seek_after(position);
      known_end_ = above != nullptr ? std::optional(above->start) : std::nullopt;
    }
  }
  return skip_ ? &*skip_ : nullptr;
}

FragmentMap::FragmentMap(TransactionState& state, TableId table, std::string_view partition)
    : state_(state), table_(table), facts_(state.facts(table)), partition_(partition) {}

std::optional<Fragment> FragmentMap::covering(std::string_view position) {
  if (facts_.fragments == 0) return std::nullopt;
  FragmentCursor cursor(state_.data, partition_, &state_.visited.entries);
  const Fragment* floor = cursor.seek_floor(position);
  if (floor == nullptr || position >= floor->end) return std::nullopt;
  return *floor;
}

std::vector<Fragment> FragmentMap::overlapping(std::string_view start, std::string_view end) {
  std::vector<Fragment> found;
  if (facts_.fragments == 0) return found;
  FragmentCursor cursor(state_.data, partition_, &state_.visited.entries);
  const Fragment* fragment = cursor.seek_floor(start);
  if (fragment == nullptr || fragment->end <= start) fragment = cursor.seek_after(start);
  for (; fragment != nullptr && fragment->start < end; fragment = cursor.next()) found.push_back(*fragment);
  return found;
}

std::optional<Fragment> FragmentMap::first_from(std::string_view position) {
  if (facts_.fragments == 0) return std::nullopt;
  FragmentCursor cursor(state_.data, partition_, &state_.visited.entries);
  const Fragment* fragment = cursor.seek_from(position);
  return fragment != nullptr ? std::optional(*fragment) : std::nullopt;
}

bool FragmentMap::erase_rows(const Fragment& fragment, std::uint64_t& steps) {
  if (fragment.kind != FragmentKind::skip) return true;
  const std::string rows = partition_ + kRowKind;
  return erase_range(state_.data, rows + fragment.start, rows + fragment.end, steps);
}

bool FragmentMap::is_free_of_rows(std::string_view start, std::string_view end) {
  std::string from = partition_ + kRowKind;
  std::string to = from;
  from += start;
  to += end;
  OrderedCursor cursor(state_.data, &state_.visited.entries);
  return !cursor.seek(from) || cursor.key() >= to;
}

Fragment FragmentMap::piece(const Fragment& of, std::string start, std::string end) {
  Fragment result{std::move(start), std::move(end), of.kind, of.deletion};
  if (result.start < result.end && is_free_of_rows(result.start, result.end)) {
    result.kind = FragmentKind::guard;
  }
  return result;
}

void FragmentMap::open_row(const Fragment& skip, std::string_view row) {
  const std::string row_end = std::string(row) + kAfter;
  std::vector<Fragment> before{skip};
  std::vector<Fragment> after{piece(skip, skip.start, std::string(row)),
                              {std::string(row), row_end, FragmentKind::guard, skip.deletion},
                              piece(skip, row_end, skip.end)};
  FragmentCursor cursor(state_.data, partition_, &state_.visited.entries);
  // A stretch that became a guard may have a neighbour that says the same.
  if (after.front().kind == FragmentKind::guard && !skip.start.empty()) {
    const Fragment* floor = cursor.seek_before(skip.start);
    if (floor != nullptr && floor->end == skip.start) {
      before.insert(before.begin(), *floor);
      after.insert(after.begin(), *floor);
    }
  }
  if (after.back().kind == FragmentKind::guard) {
    const Fragment* above = cursor.seek_after(skip.start);
    if (above != nullptr && above->start == skip.end) {
      before.push_back(*above);
      after.push_back(*above);
    }
  }
  replace(before, after);
}

void FragmentMap::queue_change(const Fragment* before, const Fragment* after) {
  const bool is_alike =
      before != nullptr && after != nullptr && before->deletion.local_second == after->deletion.local_second;
  if (is_alike) return;
  const std::string key = fragment_key(partition_, (before != nullptr ? before : after)->start);
  const auto entry_of = [&](const Fragment& fragment) {
    return PurgeEntry{PurgeKind::fragment, fragment.deletion.local_second, key, partition_.size()};
  };
  if (before != nullptr) unqueue(state_, table_, entry_of(*before));
  if (after != nullptr) queue(state_, table_, entry_of(*after));
}

void FragmentMap::replace(const std::vector<Fragment>& before, const std::vector<Fragment>& after) {
  const std::vector<Fragment> result = joined(after);
  for (const Fragment& old : before) {
    const Fragment* fragment = find_start(result, old.start);
    if (fragment == nullptr) state_.data.erase(fragment_key(partition_, old.start));
    queue_change(&old, fragment);
  }
  for (const Fragment& fragment : result) {
    const Fragment* old = find_start(before, fragment.start);
    if (old != nullptr && *old == fragment) continue;
    state_.data.put(fragment_key(partition_, fragment.start), encode_fragment_value(fragment));
    if (old == nullptr) queue_change(nullptr, &fragment);
  }
  facts_.fragments += result.size() - before.size();  // may go round through zero
  facts_.skips += count_skips(result) - count_skips(before);
}

}  // namespace cellar
