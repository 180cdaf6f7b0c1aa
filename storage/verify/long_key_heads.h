// Puts long keys together again, whose parts are entries of their own (storage/format/format.h), from the
// entries of a database in the order of the file.
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
  /// For an entry sets `logical`, its whole key.
  Found take(std::string_view key, std::string_view value, std::string& logical);
  /// A head whose space had no entry.
  std::optional<std::string> unused() const;

 private:
  struct Head {
    std::string key;
    bool is_used = false;
  };
  std::map<std::string, Head, std::less<>> heads_;  // by the 8 bytes of the space
};

}  // namespace cellar
