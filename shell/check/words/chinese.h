// The Chinese of checks and of lints.
//
// In:      nothing.
// Out:     English, Chinese. Only shell/check/words/check_words.h includes this file.
// Refused: nothing here; refusal/phrase_book.h compares both when they are compiled.
#pragma once

#include "refusal/messages.h"

namespace cellar::check_words {

inline constexpr Phrase kChinese[] = {
    // check
    {"{place}: {statement}\n  expected: {expected}\n  got:      {got}\n",
     "{place}: {statement}\n  应为：{expected}\n  实际：{got}\n"},
    {"this line", "这一行"},
    {"an end of the statement", "语句的结尾"},
    {"the end of the script", "脚本的结尾"},
    {"an answer after a statement (`--> ok`)", "语句之后的答案（`--> ok`）"},
    {"no answer in this script", "这个脚本中没有答案"},
    {"(no statement with an answer begins here)", "（这里没有带答案的语句开始）"},
    {"nothing to compare", "没有可比较的"},
    {"the expected answer; take the entry off the list", "与预期一致的答案；请把这一条从列表中删去"},
    {"a difference, as listed: ", "列表中所说的差别："},
    {"(no more lines)", "（没有更多的行）"},
    {"row ", "行 "},
    {"notices: ", "提示："},
    {"one answer after a statement", "语句之后的一个答案"},
    {"`--> rows` before it", "它之前的 `--> rows`"},
    {"`--> text` or `--> refused` before it", "它之前的 `--> text` 或 `--> refused`"},
    {"an answer before it", "它之前的答案"},
    {"a statement before it", "它之前的语句"},
    {"an answer's mark in column one: `-->`, `--|`, `--:` or `--!`",
     "第一列的答案标记：`-->`、`--|`、`--:` 或 `--!`"},
    // lint
    {"{file}: {errors|error|errors}, {warnings|warning|warnings}, {remarks|remark|remarks} in "
     "{tables|table|tables}, {statements|statement|statements}; {refused} refused\n",
     "{file}：{tables} 张表、{statements} 条语句中有 {errors} 处错误、{warnings} 处警告、{remarks} 处提示；"
     "拒绝了 {refused} 条\n"},
    {"refused", "拒绝"},
    {"error", "错误"},
    {"warn", "警告"},
    {"info", "提示"},
    {"off", "关"},
};

}  // namespace cellar::check_words
