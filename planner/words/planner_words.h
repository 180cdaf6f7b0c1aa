// The words of EXPLAIN, and of what ADVISE finds, in each language.
//
// In:      a phrase by its English text, which refusal/phrase_book.h looks up when it is compiled.
// Out:     the phrase in a language.
// Refused: nothing. A new language is a table beside planner/words/chinese.h.
#pragma once

#include "planner/words/chinese.h"
#include "refusal/phrase_book.h"

namespace cellar {

using PlannerWords = PhraseBook<planner_words::kChinese>;

}  // namespace cellar
