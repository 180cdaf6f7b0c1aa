// The words of the line that is typed in each language.
//
// In:      a phrase by its English text, which refusal/phrase_book.h looks up when it is compiled.
// Out:     the phrase in a language.
// Refused: nothing. A new language is a table beside shell/editor/words/chinese.h.
#pragma once

#include "refusal/phrase_book.h"
#include "shell/editor/words/chinese.h"

namespace cellar {

using EditorWords = PhraseBook<editor_words::kChinese>;

}  // namespace cellar
