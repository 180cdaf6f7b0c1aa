// Assembles long keys, whose parts are entries of their own (storage/format/format.h).
//
// In:      the entries of a database in the order of the file.
// Out:     whole keys; heads without a rest; the largest space.
// Refused: nothing: damage is an answer.
//
// An overflow entry comes before the space that it leads to: a space gets its number when its overflow
// entry is written, and numbers grow.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace cellar {

class LongKeyHeads {
 public:
  enum class Found { entry, overflow, damaged };
  /// Takes the next entry. Sets `logical` to the whole key unless the entry is an overflow entry or damaged.
  Found take(std::string_view key, std::string_view value, std::string& logical);
  /// Returns a head whose space had no entry; nothing if there is none.
  std::optional<std::string> unused() const;
  /// Returns the largest id of a space; 0 if there is none.
  std::uint64_t largest_space() const;

 private:
  struct Head {
    std::string space;  // the one that it lies in; empty for the first part of a key
    std::string part;   // what it adds to the key
    bool is_used = false;
  };
  using Heads = std::map<std::string, Head, std::less<>>;
  std::string key_of(const Heads::const_iterator& head) const;

  Heads heads_;  // by the 8 bytes of the space's id
};

}  // namespace cellar
