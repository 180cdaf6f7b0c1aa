// What a student has predicted of a query, in one line: `-- a: refused (K1)`, `-- b) 3 rows`, `-- c = none`.
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

struct Prediction {
  std::string text;                // as it was written
  std::vector<std::string> words;  // in small letters; "none" is 0, "two" is 2, "not refused" is accepted

  bool says_refused() const;
  /// Who says only how many rows there are says that the query is accepted.
  bool says_accepted() const;
  /// Returns the one number, which may be written 1,095,005 or 1_095_005; nothing if there are several. One behind a
  /// parenthesis is returned if there is no other: it may explain another one.
  std::optional<std::uint64_t> number() const;
  /// Returns the same of a quantity, which may be written `60s` or `(60 seconds)`.
  std::optional<std::uint64_t> quantity() const;
  /// Whether one of these is named, and no other code or rule: who lists all of them has predicted nothing.
  bool names_one_of(const std::vector<std::string>& reasons) const;
};

/// Returns the name in small letters, and what is said behind it; nothing for a line of another form.
std::optional<std::pair<std::string, Prediction>> read_prediction(std::string_view line);

}  // namespace cellar
