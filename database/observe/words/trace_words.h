// The words of traces in each language.
//
// In:      a phrase by its English text, which refusal/phrase_book.h looks up when it is compiled.
// Out:     the phrase in a language.
// Refused: nothing. A new language is a table beside database/observe/words/chinese.h.
#pragma once

#include "database/observe/words/chinese.h"
#include "refusal/phrase_book.h"

namespace cellar {

using TraceWords = PhraseBook<trace_words::kChinese>;

}  // namespace cellar
