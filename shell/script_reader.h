// Statements and shell commands of a script, in the order in which they stand.
//
// In:  pieces of text as they are read. Out: one by one, each with its place.
// A line that begins with the word of a shell command, where no statement is unfinished, ends that command
// without a `;`. All else is as parser/splitter.h says.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "parser/splitter.h"

namespace cellar {

class ScriptReader {
 public:
  void feed(std::string_view piece);
  std::optional<ScriptStatement> next();
  /// No more comes: a last line without a newline is whole.
  void end();
  /// What is left after end() and the last next(): an unterminated statement.
  std::optional<ScriptStatement> rest() { return splitter_.finish(); }
  Unfinished unfinished() const { return splitter_.unfinished(); }
  /// Drops what was fed and not yet handed out; the next line is line 1.
  void clear();

 private:
  void take_line_start();
  void pass_on(std::string_view piece);

  Splitter splitter_;
  std::deque<ScriptStatement> ready_;
  std::string line_start_;  // of a line that may be a command, until that is known
  bool at_line_start_ = true;
  std::size_t line_ = 1;
};

}  // namespace cellar
