// Which lints of a table a person has silenced: by a comment `-- @allow L503 reason` before or in a statement, or by LINT
// OFF. Those of all tables have the level `off` (shell/teach/lint/lint_levels.h).
//
// In:      comments, statements, codes.
// Out:     whether a lint is to be shown. Nothing of it is in the database: a script that says it says it each time.
// Refused: nothing. A comment that names no code silences nothing.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "refusal/refusal.h"
#include "shell/teach/lint/lint_levels.h"

namespace cellar {

class SilencedLints {
 public:
  /// Silences the codes that the comments of a statement allow, for the table that it makes or indexes. `comments` are
  /// those before it; a table without a keyspace is one of `keyspace_in_use`.
  void read_comments(std::string_view comments, std::string_view statement,
                     const std::string& keyspace_in_use);
  void set(std::string_view code, const Subject& table, bool silenced);
  /// Silences the code for no table.
  void clear(std::string_view code);
  bool silences(const Diagnostic& lint) const;
  bool is_empty() const { return silenced_.empty(); }
  /// "L503 (shop.posts)", each once, in their order.
  std::vector<std::string> texts() const;

 private:
  using Key = std::tuple<std::string, std::string, std::string>;  // a code, a keyspace, a table
  static Key key_of(std::string_view code, const Subject& table);

  std::set<Key> silenced_;
};

bool is_lint(const Diagnostic& notice);
/// The table that a notice is about, as it is printed; empty if there is none.
std::string table_of(const Diagnostic& notice);

/// Returns the notices of a statement that are to be shown: without silenced lints, with those of the level `error`, and
/// with at most two others, which weigh most.
std::vector<Diagnostic> notices_to_show(std::vector<Diagnostic> notices, const SilencedLints& silenced,
                                        const LintLevels& levels);

}  // namespace cellar
