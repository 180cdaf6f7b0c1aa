// The words of checks and of lints in each language.
//
// In:      a phrase by its English text, which refusal/phrase_book.h looks up when it is compiled.
// Out:     the phrase in a language.
// Refused: nothing. A new language is a table beside shell/check/words/chinese.h.
#pragma once

#include "refusal/phrase_book.h"
#include "shell/check/words/chinese.h"

namespace cellar {

using CheckWords = PhraseBook<check_words::kChinese>;

}  // namespace cellar
