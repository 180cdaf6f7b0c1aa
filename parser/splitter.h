// Where the statements of a script end.
//
// In:  pieces of a script as they are read. Out: statements one by one, with their place.
// It knows strings, quoted names, `$$`, comments and BEGIN BATCH ... APPLY BATCH, nothing else of the
// grammar, and takes linear time however long a statement is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cellar {

/// A statement as it stands in a script, without the blanks and comments before it.
struct ScriptStatement {
  std::string text;        // with its `;`
  std::size_t line = 1;    // of its first character, counted from 1
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
  /// At the end of the script, when `next` has nothing more: what is left, if it is more than blanks and
  /// comments. A comment that does not end counts as a statement, so that it does not go unseen.
  std::optional<ScriptStatement> finish();
  /// What the text fed so far waits for: a prompt shows another line while it is not `nothing`.
  Unfinished unfinished() const;
  /// Drops what was fed and not yet handed out (Ctrl-C).
  void clear();

 private:
  enum class Inside : std::uint8_t { plain, string, quoted_name, dollar_string, line_comment, block_comment };
  /// How much of BEGIN [word] BATCH ... APPLY BATCH the words of the statement have spelled.
  enum class Batch : std::uint8_t { first_word, begin, begin_word, none, open, apply, closed };

  std::optional<ScriptStatement> scan(bool at_end);
  bool scan_inside();
  bool scan_plain(bool at_end);
  bool skip_to(std::string_view closing);
  void end_word();
  void other_than_word();
  void begin_statement();
  void move_place(std::size_t offset);
  ScriptStatement take(std::size_t end, bool terminated);
  void drop_read();

  std::string buffer_;
  std::size_t scanned_ = 0;          // everything before it is understood
  std::size_t begin_ = 0;            // of the statement, or of the comment before it
  std::optional<std::size_t> word_;  // begin of the word that reaches up to scanned_
  bool in_statement_ = false;
  bool terminator_ = false;  // a `;` that ends the statement stands at scanned_
  Inside inside_ = Inside::plain;
  Batch batch_ = Batch::first_word;
  bool script_begins_ = true;  // a byte order mark may still come
  std::size_t placed_ = 0;     // offset whose place is line_ and column_
  std::size_t line_ = 1;
  std::size_t column_ = 1;
  std::size_t statement_line_ = 1;
  std::size_t statement_column_ = 1;
};

}  // namespace cellar
