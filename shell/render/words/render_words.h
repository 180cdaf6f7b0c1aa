// The words around results in each language.
//
// In:      a phrase by its English text, which refusal/phrase_book.h looks up when it is compiled.
// Out:     the phrase in a language.
// Refused: nothing. A new language is a table beside shell/render/words/chinese.h.
#pragma once

#include "refusal/phrase_book.h"
#include "shell/render/words/chinese.h"

namespace cellar {

using RenderWords = PhraseBook<render_words::kChinese>;

}  // namespace cellar
