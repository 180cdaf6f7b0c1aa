// The Chinese of what `cellar move` says and reports.
//
// In:      nothing.
// Out:     English, Chinese. Only shell/move/words/move_words.h includes this file.
// Refused: nothing here; refusal/phrase_book.h compares both when they are compiled.
#pragma once

#include "refusal/messages.h"

namespace cellar::move_words {

inline constexpr Phrase kChinese[] = {
    // meanwhile
    {"-- {what}: {rows|row|rows}, {percent}%, {pace}", "-- {what}：{rows} 行，{percent}%，{pace}"},
    {"check of {table}", "检查 {table}"},
    {"-- {refusal}: it is tried again\n", "-- {refusal}：再试一次\n"},
    {"-- waits until no write that was sent before can arrive any more\n",
     "-- 等到以前发送的写入不可能再到达为止\n"},
    {"-- warning: SimpleStrategy of keyspace {keyspace} knows no datacenters, and there are {count} of them: "
     "{names}\n",
     "-- 警告：键空间 (keyspace) {keyspace} 的 SimpleStrategy 不知道数据中心 (datacenter)，而这里有 {count} "
     "个：{names}\n"},
    // differences
    {"{table}: {row}: the row is missing in {target}\n", "{table}：{row}：{target} 中没有这一行\n"},
    {"{table}: {row}: the row is in {target} alone\n", "{table}：{row}：只有 {target} 中有这一行\n"},
    {"{table}: {row}: {column}: {here} in {source}; {there} in {target}\n",
     "{table}：{row}：{column}：{source} 中是 {here}；{target} 中是 {there}\n"},
    {", written {moment}", "，写于 {moment}"},
    {", expires {moment}", "，到期于 {moment}"},
    {"{count|further difference|further differences} of {table}\n", "{table} 另有 {count} 处不同\n"},
    // the report
    {"table", "表"},
    {"rows", "行"},
    {"values", "值"},
    {"checked", "已检查"},
    {"ranges", "范围"},
    {"differences", "不同"},
    {"{count|definition|definitions} made in {target}\n", "在 {target} 中创建了 {count} 个定义\n"},
    {"{count|value|values} had expired, and were not written\n", "{count} 个值已经过期，没有写入\n"},
    {"{count|list|lists} with elements of several times: written as a whole, as new as the newest\n",
     "{count} 个列表 (list) 的元素有不同的时间：作为整体写入，时间是最新的那个\n"},
    {"{count|counter or list|counters and lists} of {target} were left as they were there\n",
     "{target} 中 {count} 个计数器 (counter) 和列表 (list) 保持原样\n"},
    {"{table} is left out: its definition is not known here\n", "{table} 没有移动：这里不认识它的定义\n"},
    {"{source} and {target} hold the same.\n", "{source} 与 {target} 的内容相同。\n"},
    {"{source} and {target} differ: {count|difference|differences}.\n",
     "{source} 与 {target} 有 {count} 处不同。\n"},
    {"Moved to {target}; not checked.\n", "已移动到 {target}；没有检查。\n"},
    {"Interrupted.\n", "已中断。\n"},
    {"It has ended early.\n", "提前结束了。\n"},
};

}  // namespace cellar::move_words
