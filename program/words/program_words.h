// The words of the program in each language.
//
// In:      a phrase by its English text, which refusal/phrase_book.h looks up when it is compiled.
// Out:     the phrase in a language.
// Refused: nothing. A new language is a table beside program/words/chinese.h.
#pragma once

#include "program/words/chinese.h"
#include "refusal/phrase_book.h"

namespace cellar {

using ProgramWords = PhraseBook<program_words::kChinese>;

}  // namespace cellar
