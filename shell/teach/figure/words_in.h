// The words of a display in a language.
//
// In:      a table of them, each with its language ("en" is the first), and a language.
// Out:     those of the language, or the English ones if it has none.
// Refused: nothing.
#pragma once

#include <cstddef>

#include "refusal/language.h"

namespace cellar {

template <typename Words, std::size_t count>
const Words& words_in(const Words (&all)[count], Language language) {
  for (const Words& words : all) {
    if (words.language == languages()[static_cast<std::size_t>(language)].code) return words;
  }
  return all[0];
}

}  // namespace cellar
