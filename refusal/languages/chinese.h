// Chinese: the words around those of messages, and the rule card; the messages are in refusal/languages/chinese/.
//
// Only refusal/messages.cpp includes this file, and checks when it is compiled that each message of the catalogue
// has its words here, with the same texts and parameters. Codes, names of rules and words of CQL stay. Each text
// gives the English term in parentheses where it first uses one of the data model.
// A new language is a file like this one, whose last constant is named after it.
#pragma once

#include "refusal/languages/chinese/cluster.h"
#include "refusal/languages/chinese/codes.h"
#include "refusal/languages/chinese/copy.h"
#include "refusal/languages/chinese/definitions.h"
#include "refusal/languages/chinese/executor.h"
#include "refusal/languages/chinese/functions.h"
#include "refusal/languages/chinese/library.h"
#include "refusal/languages/chinese/notices.h"
#include "refusal/languages/chinese/parser.h"
#include "refusal/languages/chinese/phrases.h"
#include "refusal/languages/chinese/planner.h"
#include "refusal/languages/chinese/server.h"
#include "refusal/languages/chinese/shell.h"
#include "refusal/languages/chinese/storage.h"
#include "refusal/languages/chinese/types.h"
#include "refusal/messages.h"

namespace cellar::translations {

inline constexpr FrameWords kChineseFrame = {
    .error = "错误",
    .note = "提示",
    .rule = "规则",
    .why = "原因",
    .fix = "办法",
    .attempt = "改为",
    .mended_too = "一并改正",
    .after = "此后",
    .verdict = "对照",
    .help = "帮助",
    .comma = "、",
    .alternative = "或",
    .stop = "。",
    .more_lines = "... 另有 {count|行|行}",
    .table = "以搜索的列为键的表：{table_fix}",
    .otherwise = "或：",
    .said_of = "针对",
    .sample_tables = "EXAMPLES 创建的表",
    .example = "例子",
    .circumstances = "例如",
    .mended = "改写",
    .when = "何时仍这样做",
    .other_cases = "{code} 的其他情形：",
    .refuses = "Cassandra 同样拒绝（{class}）。",
    .needs_filtering = "Cassandra 同样拒绝（{class}），除非语句写明 ALLOW FILTERING。",
    .accepts = "Cassandra 接受它；POLICY teach 要求写明 ALLOW FILTERING。"};

inline constexpr Rule kChineseRules[] = {
    {"K1", "分区键 (partition key) 的每一列都要用 = 或 IN 限定"},
    {"K2", "分区键 (partition key) 不能用范围"},
    {"K3", "聚簇列 (clustering column) 从左到右限定，中间不能空缺"},
    {"K4", "只能有一个范围，而且在最后"},
    {"K5", "只有键列可以搜索"},
    {"K6", "写入要写出整个主键 (primary key)"},
    {"O1", "ORDER BY 要求固定分区 (partition)"},
    {"O2", "ORDER BY 按聚簇顺序 (clustering order)；用 = 固定的列可以跳过"},
    {"O3", "所有方向都与声明相同，或都相反"},
    {"U1", "主键 (primary key) 相同就是同一行：第二次 INSERT 覆盖第一次"},
};

inline constexpr std::span<const Words> kChineseSections[] = {
    chinese_words::kParserWords,  chinese_words::kTypesWords,    chinese_words::kDefinitionWords,
    chinese_words::kPlannerWords, chinese_words::kExecutorWords, chinese_words::kFunctionWords,
    chinese_words::kStorageWords, chinese_words::kLibraryWords,  chinese_words::kServerWords,
    chinese_words::kClusterWords, chinese_words::kShellWords,    chinese_words::kCopyWords,
    chinese_words::kNoticeWords,
};

inline constexpr Translation chinese = {{"zh", "Chinese"},       kChineseFrame,    kChineseRules,
                                        chinese_words::kPhrases, kChineseSections, chinese_words::kCodes};

}  // namespace cellar::translations
