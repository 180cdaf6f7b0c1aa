// The form of a command's arguments, which HELP shows (Command::arguments), as a small grammar.
//
// In:      "[HEX|JSON] table [LIMIT n]": `A|B` without blanks is a choice of words, ` | ` one of forms, `[...]` may be
//          left out, `...` is anything. Words in capitals are typed as they are; `'file'` is a file. Other words name
//          what is to be typed, or are typed, if they are one of several (`teach|cassandra`).
// Out:     what may come behind the words that were typed.
// Refused: nothing. Words that do not fit have no successor.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cellar {

struct ExpectedArgument {
  std::string text;        // a word in capitals, "'file'", "table", "topic" ...
  bool is_choice = false;  // one of several words in small letters, which are typed as they are
  /// The statement of CQL that begins here; `text` is its first word. Nothing: none does.
  bool begins_statement = false;
  std::size_t word = 0;  // index of the typed word at which it is; the number of words: the next one
};

/// `words` are those that were typed behind the command's own.
std::vector<ExpectedArgument> expected_arguments(std::string_view form,
                                                 std::span<const std::string_view> words);

}  // namespace cellar
