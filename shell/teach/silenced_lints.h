// Which lints a person has silenced: by a comment `-- @allow L503 reason` before or in a statement, or by LINT OFF.
//
// In:      comments, statements, codes.
// Out:     whether a lint is to be shown. Nothing of it is in the database: a script that says it says it each time.
// Refused: nothing. A comment that names no code silences nothing.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "refusal/refusal.h"

namespace cellar {

class SilencedLints {
 public:
  /// Silences the codes that the comments of a statement allow, for the table that it makes or indexes. `comments` are
  /// those before it.
  void read_comments(std::string_view comments, std::string_view statement);
  /// An empty table is every one.
  void set(std::string_view code, std::string_view table, bool silenced);
  bool silences(const Diagnostic& lint) const;
  /// "L503 (posts), L526"; empty if there are none.
  std::string text() const;

 private:
  std::set<std::pair<std::string, std::string>> silenced_;  // codes and tables as they are printed
};

bool is_lint(const Diagnostic& notice);
/// The table that a notice is about, as it is printed; empty if there is none.
std::string table_of(const Diagnostic& notice);

/// Returns the notices of a statement that are to be shown: without silenced lints, and with at most two others.
std::vector<Diagnostic> shown_notices(std::vector<Diagnostic> notices, const SilencedLints& silenced);

}  // namespace cellar
