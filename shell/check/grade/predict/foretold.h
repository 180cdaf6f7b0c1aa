// What a student has foretold of a query, in one line: `-- a: refused (K1)`, `-- b) 3 rows`, `-- c = none`.
//
// In:      lines of an answer, in English or Chinese.
// Out:     the name in front, and what is said: a verdict, a number, codes and rules.
// Refused: nothing: what is not understood says nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cellar {

struct Foretold {
  std::string text;                // as it was written
  std::vector<std::string> words;  // in small letters; "none" is 0, "two" is 2, "not refused" is accepted

  bool says_refused() const;
  bool says_accepted() const;
  /// A number alone says how many rows there are, and so that the query is accepted.
  bool is_lone_number() const;
  /// Returns the one number, which may be written 1,095,005 or 1_095_005; nothing if there are several.
  std::optional<std::uint64_t> number() const;
  /// Returns the same of a quantity, which may be written `60s` or `(60 seconds)`.
  std::optional<std::uint64_t> quantity() const;
  /// Whether one of these is named, and no other code or rule: who lists all of them has foretold nothing.
  bool names_one_of(const std::vector<std::string>& reasons) const;
};

/// Returns the name in small letters, and what is said behind it; nothing for a line of another form.
std::optional<std::pair<std::string, Foretold>> read_foretold(std::string line);

}  // namespace cellar
