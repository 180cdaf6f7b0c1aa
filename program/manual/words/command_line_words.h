// The words of the command line in each language.
//
// In:      a phrase by its English text, which refusal/phrase_book.h looks up when it is compiled.
// Out:     the phrase in a language.
// Refused: nothing. A new language is a table beside program/manual/words/chinese.h.
#pragma once

#include "program/manual/words/chinese.h"
#include "refusal/phrase_book.h"

namespace cellar {

using CommandLineWords = PhraseBook<command_line_words::kChinese>;

}  // namespace cellar
