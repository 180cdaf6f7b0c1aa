// Splits a script into its statements and commands.
//
// In:      pieces of a script as they are read.
// Out:     statements one by one, with their place. It knows strings, quoted names, `$$`, comments and BEGIN
//          BATCH ... APPLY BATCH, nothing else of the grammar, and takes linear time however long a statement
//          is. A full-width semicolon at the end of a line ends a statement, too. What it hands out lies in
//          its buffer: nothing is copied, and nothing allocated once the buffer has grown to the longest
//          statement.
// Refused: nothing: what a script leaves open is a statement, too (finish).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cellar {

/// A statement as it is in a script, without the blanks and comments before it.
struct ScriptStatement {
  std::string_view text;   // with its `;`; lasts until the splitter is fed or asked again
  std::size_t line = 1;    // of its first character, counted from 1
  std::size_t column = 1;  // in characters (code points), counted from 1
  bool terminated = true;  // false: the script ended before `;`
  /// The comments before it that hold an `@`, such as `-- @allow L503`; lasts as long as the text.
  std::string_view annotations{};
};

enum class Unfinished { nothing, statement, string, quoted_name, dollar_string, comment, batch };

/// Sources: splitter.cpp; splitter_lines.cpp for whole lines.
class Splitter {
 public:
  /// Whether a text begins with the word of a command, which ends with its line and needs no `;`.
  using CommandTest = bool (*)(std::string_view text);

  /// If there is a test, a line that begins with a command, while no statement is unfinished, is handed out
  /// like a statement, without the blanks around it. A `;` outside of quotes splits such a line as usual.
  explicit Splitter(CommandTest begins_command = nullptr) : begins_command_(begins_command) {}

  /// More of the script.
  void feed(std::string_view piece);
  /// No more of it comes: what waits for its next byte is understood as it is.
  void end();
  /// The next whole statement, if there is one.
  std::optional<ScriptStatement> next();
  /// At the end of the script: what `next` has, then what is left, if it is more than blanks and comments. A
  /// comment that does not end counts as a statement, so that it does not go unseen.
  std::optional<ScriptStatement> finish();
  /// Returns the bytes that were fed and not yet looked at, and forgets them: what follows a statement may be no part
  /// of the script (rows behind COPY ... FROM STDIN). The statement that was handed out stays as it is.
  std::string take_unread();
  /// Counts lines of the script that are not fed.
  void pass_lines(std::size_t lines);
  /// What the text fed so far waits for: a prompt shows another line while it is not `nothing`.
  Unfinished unfinished() const;
  /// The beginning of the statement that is unfinished, as far as it was fed; lasts as that of a statement does.
  std::string_view open_text() const;
  /// Returns true if a comment was read that says something of the statement to come.
  bool has_annotations() const { return !annotations_.empty() && !annotations_given_; }
  /// Bytes that were fed and not yet looked at.
  std::size_t unread() const { return buffer_.size() - scanned_; }
  /// Drops what was fed and not yet handed out (Ctrl-C).
  void clear();

 private:
  enum class Inside : std::uint8_t { plain, string, quoted_name, dollar_string, line_comment, block_comment };
  /// How much of [EXPLAIN ...] BEGIN [word] BATCH ... APPLY BATCH the words of the statement have spelled.
  enum class Batch : std::uint8_t { first_word, explain, begin, begin_word, none, open, apply, closed };
  /// `wait`: the next byte must be known first. `found`: a statement reaches from begin_ to end_.
  enum class Step : std::uint8_t { on, wait, found };

  bool pass_byte_order_mark();
  Step scan_between();
  std::size_t end_of_line();
  Step scan_stray_lines();
  Step scan_command();
  Step find_lines(std::string_view lines);
  Step scan_words();
  Step scan_statement();
  Step scan_mark();
  Step scan_rule();
  Step scan_full_width();
  Step scan_inside();
  Step skip_to(char closing);
  Step skip_to(std::string_view closing);  // of two characters
  Inside comment_here() const;
  bool begins_word() const;
  bool looks_for_words() const { return batch_ != Batch::none && batch_ != Batch::closed; }
  void note_word(std::string_view word);
  void note_other_than_word();
  void begin_statement();
  void end_statement();
  void move_place(std::size_t offset);
  void drop_read();
  void note_comment();

  CommandTest begins_command_;
  std::string buffer_;
  std::size_t scanned_ = 0;          // everything before it is understood
  std::size_t searched_ = 0;         // no newline is between scanned_ and it
  std::size_t begin_ = 0;            // of the statement, or of the comment before it
  std::size_t end_ = 0;              // of the statement that was found
  std::optional<std::size_t> word_;  // begin of the word that reaches up to scanned_
  bool in_statement_ = false;
  bool line_is_blank_ = true;  // up to scanned_, where no statement is unfinished
  bool at_end_ = false;
  Inside inside_ = Inside::plain;
  Batch batch_ = Batch::first_word;
  bool script_begins_ = true;  // a byte order mark may still come
  std::string annotations_;    // of the statement that comes, or was handed out last
  bool annotations_given_ = false;
  std::size_t placed_ = 0;  // offset whose place is line_ and column_
  std::size_t line_ = 1;
  std::size_t column_ = 1;
};

}  // namespace cellar
