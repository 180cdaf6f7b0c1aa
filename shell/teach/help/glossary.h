// The terms of the data model, in English and Chinese, with the pages that speak of them.
//
// In:  a word: "wide row", "宽行".
// Out: the term, which HELP explains and looks up in its pages.
// Refused: nothing.
#pragma once

#include <span>
#include <string_view>

namespace cellar {

struct Term {
  std::string_view english;  // in lower case
  std::string_view chinese;  // separated by blanks; messages use the first
  std::string_view text;     // what it is
  std::string_view pages;    // topics of HELP, separated by commas: what to read first
};

std::span<const Term> glossary();

/// Returns null if no term has the name, in English (in any case, one or several of it) or Chinese.
const Term* find_term(std::string_view name);

}  // namespace cellar
