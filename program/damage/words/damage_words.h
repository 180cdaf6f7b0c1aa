// The words of what verify finds in each language.
//
// In:      a phrase by its English text, which refusal/phrase_book.h looks up when it is compiled.
// Out:     the phrase in a language.
// Refused: nothing. A new language is a table beside program/damage/words/chinese.h.
#pragma once

#include "program/damage/words/chinese.h"
#include "refusal/phrase_book.h"

namespace cellar {

using DamageWords = PhraseBook<damage_words::kChinese>;

}  // namespace cellar
