// The messages in Chinese, with the English terms of CQL in parentheses where a term is first used.
//
// Only refusal/messages.cpp includes this file, and checks when it is compiled that each id is that of a
// message, and that each text names the parameters of the English one. Codes, rules and words of CQL stay.
#pragma once

#include "refusal/messages.h"

namespace cellar {

// Columns: id, title, why, fix, label, related label.
inline constexpr Words kChinese[] = {
    {"undefined_keyspace", "没有键空间 (keyspace) {keyspace}", "",
     "用 CREATE KEYSPACE 创建，用 `DESCRIBE KEYSPACES` 列出已有的。"},
};

}  // namespace cellar
