// The Chinese of what Tab offers.
//
// In:      nothing.
// Out:     English, Chinese. Only shell/completion/words/completion_words.h includes this file.
// Refused: nothing here; refusal/phrase_book.h compares both when they are compiled.
#pragma once

#include "refusal/messages.h"

namespace cellar::completion_words {

inline constexpr Phrase kChinese[] = {
    {"partition key", "分区键 (partition key)"},  {"clustering", "聚簇列 (clustering column)"},
    {"static", "静态列 (static column)"},         {"user type", "自定义类型"},
    {"view of {table}", "{table} 的视图 (view)"}, {"on {table}", "在 {table} 上"},
};

}  // namespace cellar::completion_words
