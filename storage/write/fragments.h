// Ranges of deletion in a partition, as fragments that never overlap (storage/format/format.h).
//
// In:  positions as bytes (storage/format/keys.h). Out: the fragment over a position, or those over a range.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/format/row_format.h"
#include "storage/lmdb/ordered_map.h"
#include "storage/transaction_state.h"

namespace cellar {

enum class FragmentKind : std::uint8_t {
  skip = 1,   // all that is stored inside is dead
  guard = 2,  // nothing that is stored inside is dead by it
};

/// The rows from `start` to before `end`.
struct Fragment {
  std::string start;
  std::string end;
  FragmentKind kind = FragmentKind::skip;
  Deletion deletion;

  bool operator==(const Fragment&) const = default;
};

std::string fragment_key(std::string_view partition, std::string_view start);
/// The start position in the key of a fragment.
std::string_view fragment_start(std::string_view key, std::size_t partition_size);
std::string encode_fragment_value(const Fragment& fragment);
Fragment decode_fragment(std::string_view start, std::string_view value);

/// Walks the fragments of a partition.
class FragmentCursor {
 public:
  FragmentCursor(OrderedMap& data, std::string_view partition, std::uint64_t* visited);

  /// The last fragment that starts at or before the position; null if there is none.
  const Fragment* seek_floor(std::string_view position);
  /// The last fragment that starts before the position.
  const Fragment* seek_before(std::string_view position);
  /// The first fragment that starts at the position or after it.
  const Fragment* seek_from(std::string_view position);
  /// The first fragment that starts after the position.
  const Fragment* seek_after(std::string_view position);
  const Fragment* next();

 private:
  const Fragment* load();

  OrderedCursor cursor_;
  std::string prefix_;  // of the keys of all fragments of the partition
  Fragment fragment_;
};

/// For reads: says where a skip ends, and remembers the answer for the neighbourhood.
class SkipFinder {
 public:
  SkipFinder(OrderedMap& data, std::string_view partition, std::uint64_t* visited)
      : cursor_(data, partition, visited) {}

  /// The skip over a row or position, null if there is none.
  const Fragment* find(std::string_view position);

 private:
  FragmentCursor cursor_;
  bool known_ = false;
  std::string known_start_;               // of the stretch that the answer holds for
  std::optional<std::string> known_end_;  // nothing: to the end
  std::optional<Fragment> skip_;
};

/// Fragments of one partition, to be changed.
class FragmentMap {
 public:
  FragmentMap(TransactionState& state, TableId table, std::string_view partition);

  std::optional<Fragment> covering(std::string_view position);
  /// All that overlap [start, end), in order.
  std::vector<Fragment> overlapping(std::string_view start, std::string_view end);
  /// The first that starts at the position or after it.
  std::optional<Fragment> first_from(std::string_view position);
  /// Erases what is stored inside a skip, at most `steps` entries, which it takes off. True if nothing is
  /// left.
  bool erase_rows(const Fragment& fragment, std::uint64_t& steps);
  /// Makes the place of a row, [row, row + FF), a guard; it was part of `skip`.
  void open_row(const Fragment& skip, std::string_view row);
  /// Puts `after` in the place of `before`; both in order.
  void replace(const std::vector<Fragment>& before, const std::vector<Fragment>& after);
  /// True if no entry of a row is in [start, end).
  bool is_free_of_rows(std::string_view start, std::string_view end);

 private:
  Fragment piece(const Fragment& of, std::string start, std::string end);
  /// Queues each fragment once, for the second of its deletion.
  void queue_change(const Fragment* before, const Fragment* after);
  TransactionState& state_;
  TableId table_;
  TableFacts& facts_;
  std::string partition_;
};

}  // namespace cellar
