// A sorted map from keys of any length to values, over LMDB, whose keys end at 511 bytes.
//
// In:      keys of one byte or more that do not begin with 0xFF.
// Out:     the same keys in the order of memcmp (a prefix first), in both directions. storage/format/format.h
//          says how long keys lie in the file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/format/format.h"
#include "storage/lmdb/cursor.h"

namespace cellar {

class OrderedMap {
 public:
  /// `next_space` gives the ids of overflow space; it is null for a map that is only read.
  OrderedMap(LmdbTransaction& transaction, MDB_dbi database, std::uint64_t* next_space)
      : transaction_(transaction), database_(database), next_space_(next_space) {}

  std::optional<std::string_view> get(std::string_view key);
  void put(std::string_view key, std::string_view value);
  /// Puts where there is nothing; otherwise leaves all as it is and returns what is there.
  std::optional<std::string_view> insert(std::string_view key, std::string_view value);
  /// Does what put() does, but without a search if insert() has just found the key.
  void replace(std::string_view key, std::string_view value);
  bool erase(std::string_view key);

  /// Until the next call, puts and inserts go through a cursor of the database, which finds what lies near
  /// its last place without a search. Null: each searches for itself.
  void write_near(LmdbCursor* cursor) { near_ = cursor; }

  LmdbTransaction& transaction() { return transaction_; }
  MDB_dbi database() const { return database_; }

 private:
  /// The key in the file, with the overflow entries on the way to it; nothing if one is missing.
  std::optional<std::string_view> locate(std::string_view key, bool create);

  LmdbTransaction& transaction_;
  MDB_dbi database_;
  std::uint64_t* next_space_;
  LmdbCursor* near_ = nullptr;
  std::string physical_;
  std::vector<std::string> overflows_;
};

/// Stands on a key or nowhere. It sees the map's later changes, but has to be placed again after one.
class OrderedCursor {
 public:
  OrderedCursor(OrderedMap& map, std::uint64_t* visited)
      : map_(map), cursor_(map.transaction(), map.database(), visited) {}
  OrderedCursor(OrderedMap& map, ReadMeter* meter)
      : map_(map), cursor_(map.transaction(), map.database(), meter) {}

  /// Moves to the first key that is not less than the target.
  bool seek(std::string_view target);
  /// Moves to the last key that is less than the target.
  bool seek_before(std::string_view target);
  bool next() {
    const bool found = cursor_.next();
    if (found && spaces_.empty() && is_plain(cursor_.key())) return valid_ = true;
    return settle_forward(found);
  }
  bool previous();
  void check_neighbours() { cursor_.check_neighbours(); }
  /// Deletes the current entry and moves to the next key.
  bool erase_and_next();

  bool valid() const { return valid_; }
  std::string_view key() const { return spaces_.empty() ? cursor_.key() : std::string_view(assembled_); }
  std::string_view value() const { return cursor_.value(); }

 private:
  struct Space {
    std::string overflow;      // the key of the entry that leads here
    std::size_t logical_size;  // how many bytes of the full key come before this space
    std::string prefix;        // of all keys in it
  };

  static bool is_plain(std::string_view key) {
    return key.size() <= kShortKeySize && !is_in_overflow_space(key);
  }
  bool last();
  [[noreturn]] void refuse_damaged_space() const;
  void enter_space();
  bool to_last_of(const std::string& prefix);
  bool settle_forward(bool found);
  bool settle_backward(bool found);
  bool finish();

  OrderedMap& map_;
  LmdbCursor cursor_;
  bool valid_ = false;
  std::vector<Space> spaces_;
  std::string assembled_;
};

}  // namespace cellar
