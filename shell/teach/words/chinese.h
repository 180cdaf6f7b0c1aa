// The Chinese of HELP, ADVISE and the displays.
//
// In:      nothing.
// Out:     English, Chinese. Only shell/teach/words/teach_words.h includes this file.
// Refused: nothing here; refusal/phrase_book.h compares both when they are compiled.
#pragma once

#include "refusal/messages.h"

namespace cellar::teach_words {

inline constexpr Phrase kChinese[] = {
    {"Example (EXAMPLES makes the tables):", "例子（表由 EXAMPLES 建立）："},
};

}  // namespace cellar::teach_words
