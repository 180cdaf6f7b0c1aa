// Words of SQL and of other databases, and how CQL does what they do.
//
// In:      a word, or several: "JOIN", "auto_increment", "limit offset".
// Out:     what CQL has in its place, statements to try, the pages that say more.
// Refused: nothing.
//
// To add a word, add an entry to the table in foreign_words.cpp. Its examples run behind EXAMPLES (sample_schema.cql), alone and
// behind those of the entries before it, which a test does.
#pragma once

#include <span>
#include <string_view>

namespace cellar {

struct ForeignWord {
  std::string_view names;     // in lower case, with blanks and no underscores, separated by commas
  std::string_view text;      // a paragraph
  std::string_view examples;  // one statement per line
  std::string_view pages;     // topics of HELP, separated by commas
};

std::span<const ForeignWord> foreign_words();

/// Returns null if the table has no such name. Case, blanks, underscores and what a function has in parentheses do not matter.
const ForeignWord* find_foreign_word(std::string_view name);

}  // namespace cellar
