// The words of `cellar move` in each language.
//
// In:      a phrase by its English text, which refusal/phrase_book.h looks up when it is compiled.
// Out:     the phrase in a language.
// Refused: nothing. A new language is a table beside shell/move/words/chinese.h.
#pragma once

#include "refusal/phrase_book.h"
#include "shell/move/words/chinese.h"

namespace cellar {

using MoveWords = PhraseBook<move_words::kChinese>;

}  // namespace cellar
