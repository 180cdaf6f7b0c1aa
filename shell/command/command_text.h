// What a shell command is, as text.
//
// In:      the text of a command.
// Out:     its words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "refusal/refusal.h"

namespace cellar {

struct CommandWord {
  std::string text;  // without quotes; as written
  char quote = 0;    // ' or " if it was in quotes
  Span span;         // within the command's text
};

/// The word that a text begins with, behind blanks: "EXIT" of "exit;" and of "exit()", "\q", ".tables". In
/// no statement of CQL does it begin with a backslash, a point or a colon.
std::string_view first_word(std::string_view text);
/// Whether it begins with one of these three.
bool begins_with_mark(std::string_view text);

/// The words after one another; `.` and `,` are words of their own unless the text begins with one, a `;` at
/// the end and a comment are left out, and so is `()` behind the first word.
std::vector<CommandWord> split_command(std::string_view text);

/// Whether a word says `keyword` (which is in capitals), any case.
bool is_keyword(std::string_view word, std::string_view keyword);

/// Whether an unquoted word says `keyword` (which is in capitals), any case.
bool says(const CommandWord& word, std::string_view keyword);

}  // namespace cellar
