// A sorted map from keys of any length to values, over LMDB, whose keys end at 511 bytes.
//
// In:      keys of one byte or more that do not begin with 0xFF.
// Out:     the same keys in the order of memcmp (a prefix first), in both directions. storage/format/format.h
//          specifies how long keys are stored.
// Refused: to put a key over kLongestStoredKey, before anything is written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/map/cursor.h"
#include "storage/map/long_keys.h"
#include "storage/map/tree_search.h"
#include "types/key_limit.h"

namespace cellar {

/// No key that is put is longer: a partition key, clustering values, an indexed value and a path, each of kLongestKey,
/// which take up to three times as much in a key.
inline constexpr std::size_t kLongestStoredKey = 16 * kLongestKey;

class OrderedMap {
 public:
  /// `name` is that of the database. `next_space` is the counter of ids for overflow spaces; null for a map that is
  /// only read.
  OrderedMap(LmdbTransaction& transaction, const char* name, MDB_dbi database, std::uint64_t* next_space)
      : transaction_(transaction), database_(database), next_space_(next_space), search_(name) {}

  std::optional<std::string_view> get(std::string_view key);
  void put(std::string_view key, std::string_view value);
  /// Puts the value if the key does not exist. Otherwise changes nothing and returns the existing value.
  std::optional<std::string_view> insert(std::string_view key, std::string_view value);
  /// Works as put(), but without a search if insert() has just found the key.
  void replace(std::string_view key, std::string_view value);
  bool erase(std::string_view key);

  /// Until the next call, puts and inserts go through `cursor`, which needs no search for keys near its last
  /// place. Null: each of them searches.
  void write_near(LmdbCursor* cursor) { near_ = cursor; }

  LmdbTransaction& transaction() { return transaction_; }
  MDB_dbi database() const { return database_; }

 private:
  /// Returns the stored form of the key, and sets overflows_ to the overflow entries that lead to it. If one
  /// of them does not exist, creates it, or returns nothing unless `create`.
  std::optional<std::string_view> locate(std::string_view key, bool create);

  LmdbTransaction& transaction_;
  MDB_dbi database_;
  std::uint64_t* next_space_;
  LmdbCursor* near_ = nullptr;
  TreeSearch search_;
  std::string physical_;
  std::vector<std::string> overflows_;
};

/// While it exists, puts and inserts go through its cursor.
class NearWrites {
 public:
  NearWrites(OrderedMap& map, LmdbCursor& cursor) : map_(map) { map_.write_near(&cursor); }
  ~NearWrites() { map_.write_near(nullptr); }
  NearWrites(const NearWrites&) = delete;
  NearWrites& operator=(const NearWrites&) = delete;

 private:
  OrderedMap& map_;
};

/// Is on a key or on none. It sees later changes of the map, but has to seek again after one.
class OrderedCursor {
 public:
  OrderedCursor(OrderedMap& map, std::uint64_t* visited)
      : map_(map), cursor_(map.transaction(), map.database(), visited) {}
  OrderedCursor(OrderedMap& map, ReadMeter* meter)
      : map_(map), cursor_(map.transaction(), map.database(), meter) {}

  /// Moves to the first key that is not less than the target. Returns false if there is none.
  bool seek(std::string_view target);
  /// Moves to the last key that is less than the target. Returns false if there is none.
  bool seek_before(std::string_view target);
  bool next() {
    const bool found = cursor_.next();
    if (found && spaces_.empty() && is_plain(cursor_.key())) return valid_ = true;
    return settle_forward(found);
  }
  /// Works as LmdbCursor::pass(), for keys that are stored as they are.
  template <typename Passes>
  std::size_t pass(Passes passes) {
    if (!spaces_.empty()) return 0;
    return cursor_.pass(
        [&](std::string_view key, std::string_view value) { return is_plain(key) && passes(key, value); });
  }
  /// Returns a key that none of the entries which pass() may reach is greater than, if it is known; otherwise an empty
  /// view.
  std::string_view end_of_pass() const {
    return spaces_.empty() ? cursor_.last_key_of_leaf() : std::string_view();
  }
  bool previous();
  void check_neighbours() { cursor_.check_neighbours(); }
  /// Erases the current entry and moves to the next key. Returns false if there is none.
  bool erase_and_next();

  bool valid() const { return valid_; }
  std::string_view key() const { return spaces_.empty() ? cursor_.key() : std::string_view(assembled_); }
  std::string_view value() const { return cursor_.value(); }

 private:
  struct Space {
    std::string overflow;      // the key of the overflow entry that leads here
    std::size_t logical_size;  // how many bytes of the full key come before this space
    std::string prefix;        // the prefix of all stored keys in the space
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
