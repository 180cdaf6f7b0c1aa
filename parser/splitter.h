// Where the statements of a script end.
//
// In:  pieces of a script as they are read. Out: statements one by one, with their place.
// It knows strings, quoted names, `$$`, comments and BEGIN BATCH ... APPLY BATCH, nothing else of the
// grammar, and takes linear time however long a statement is.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace cellar {

/// A statement as it stands in a script, without the blanks and comments before it.
struct ScriptStatement {
  std::string text;      // with its `;`
  std::size_t line = 1;  // of its first character, counted from 1
  std::size_t column = 1;  // in characters (code points), counted from 1
  bool terminated = true;  // false: the script ended before `;`
};

enum class Unfinished { nothing, statement, string, quoted_name, dollar_string, comment, batch };

class Splitter {
 public:
  /// More of the script.
  void feed(std::string_view piece);
  /// The next whole statement, if there is one.
  std::optional<ScriptStatement> next();
  /// At the end of the script: what is left, if it is more than blanks and comments.
  std::optional<ScriptStatement> finish();
  /// What the text fed so far waits for: a prompt shows another line while it is not `nothing`.
  Unfinished unfinished() const;
  /// Drops what was fed and not yet handed out (Ctrl-C).
  void clear();

 private:
  // The parser's author completes this.
};

}  // namespace cellar
