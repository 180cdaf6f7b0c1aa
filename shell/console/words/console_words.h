// The words of commands, of their answers and of the runs of scripts in each language.
//
// In:      a phrase by its English text, which refusal/phrase_book.h looks up when it is compiled.
// Out:     the phrase in a language.
// Refused: nothing. A new language is a table beside shell/console/words/chinese.h.
#pragma once

#include "refusal/phrase_book.h"
#include "shell/console/words/chinese.h"

namespace cellar {

using ConsoleWords = PhraseBook<console_words::kChinese>;

}  // namespace cellar
