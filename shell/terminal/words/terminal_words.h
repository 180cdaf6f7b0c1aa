// The words of the prompt in each language.
//
// In:      a phrase by its English text, which refusal/phrase_book.h looks up when it is compiled.
// Out:     the phrase in a language.
// Refused: nothing. A new language is a table beside shell/terminal/words/chinese.h.
#pragma once

#include "refusal/phrase_book.h"
#include "shell/terminal/words/chinese.h"

namespace cellar {

using TerminalWords = PhraseBook<terminal_words::kChinese>;

}  // namespace cellar
