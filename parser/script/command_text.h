// The text of a shell command, split into words.
//
// In:      the text of a command.
// Out:     its words.
// Refused: nothing. A quote that is not closed ends with the text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "refusal/refusal.h"

namespace cellar {

struct CommandWord {
  std::string text;  // as it is written, without quotes
  char quote = 0;    // ' or ", or 0 if it was not quoted
  Span span;         // relative to the command's text
};

/// Returns the first word of a text, after blanks: "EXIT" of "exit;" and of "exit()", "\q", ".tables". No
/// statement of CQL begins with a backslash, a point or a colon.
std::string_view first_word(std::string_view text);
/// Returns true if the text begins as INSERT, UPDATE, DELETE and BATCH do.
bool begins_write(std::string_view text);
/// Returns true if the text begins with a backslash, a point or a colon.
bool begins_with_mark(std::string_view text);

/// Splits a command into words. `.` and `,` are words of their own unless the text begins with one. Omits a
/// `;` at the end, a comment, and `()` after the first word.
std::vector<CommandWord> split_command(std::string_view text);

/// Returns true if the word is not quoted and is `keyword`, in any case.
bool says(const CommandWord& word, std::string_view keyword);

}  // namespace cellar
