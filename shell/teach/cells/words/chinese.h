// The Chinese of CELLS RAW.
//
// In:      nothing.
// Out:     English, Chinese. Only shell/teach/cells/words/raw_words.h includes this file.
// Refused: nothing here; refusal/phrase_book.h compares both when they are compiled.
#pragma once

#include "refusal/messages.h"

namespace cellar::raw_words {

inline constexpr Phrase kChinese[] = {
    {"token {token}", "令牌 (token) {token}"},
    {"size {number}", "长度 {number}"},
    {"no {column}", "没有 {column}"},
    {"own entry", "自有条目 (entry)"},
    {"column {column}", "列 {column}"},
    {"dropped column {column}", "已删除的列 {column}"},
    {"field {name}", "字段 {name}"},
    {"position", "位置"},
    {"static row", "静态行 (static row)"},
    {"row", "行"},
    {"range tombstone", "范围墓碑 (range tombstone)"},
    {"after", "之后"},
    {"end of key", "键的末尾"},
    {"marker", "行标记 (row marker)"},
    {"deletion of the row", "整行的删除"},
    {"{column} (deleted)", "{column}（已删除）"},
    {"{column} (own entry)", "{column}（自有条目）"},
    {"own entries follow", "后面是自有条目 (entry)"},
    {"nothing", "空"},
    {"table {number}", "表 {number}"},
    {"index {number}", "索引 (index) {number}"},
    {"key and value", "键和值"},
    {"value {value}", "值 {value}"},
    {"when it expires, and what it keeps", "何时过期，以及它所存的内容"},
    {"deletion, and the end of its range; all that is stored inside is dead",
     "删除，及其范围的结尾；其中存储的全部已失效"},
    {"deletion, and the end of its range; nothing that is stored inside is dead",
     "删除，及其范围的结尾；其中存储的没有失效的"},
    {"the value of {column}", "{column} 的值"},
    {"deletion of an element of {column}", "{column} 的一个元素的删除"},
    {"an element of {column}", "{column} 的一个元素"},
    {"deletion of {column}", "{column} 的删除"},
    {"{first}, {rest}", "{first}、{rest}"},
};

}  // namespace cellar::raw_words
