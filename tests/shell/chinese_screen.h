// What is English on a Chinese screen.
//
// In:      the text of a screen under LANGUAGE zh.
// Out:     its runs of English: words in small letters that are not CQL, names of the schema of EXAMPLES, names of programs
//          and files, or terms in parentheses behind their Chinese.
// Refused: nothing.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace cellar {

/// `names`: further words that are no English there, such as names of a schema.
std::vector<std::string> english_in(const std::string& screen, const std::set<std::string>& names = {});

}  // namespace cellar
