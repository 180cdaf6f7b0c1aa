// The Chinese of traces.
//
// In:      nothing.
// Out:     English, Chinese. Only database/observe/words/trace_words.h includes this file.
// Refused: nothing here; refusal/phrase_book.h compares both when they are compiled.
#pragma once

#include "refusal/messages.h"

namespace cellar::trace_words {

inline constexpr Phrase kChinese[] = {
    {"Parsed the statement: its shape was not known", "解析了语句：这种形状以前没有见过"},
    {"Found the plan of this shape", "找到了这种形状的计划"},
    {"Found the plans of these shapes", "找到了这些形状的计划"},
    {"Found the plans of the statements", "找到了这些语句的计划"},
    {"Used the plan of a prepared statement", "使用预备语句 (prepared statement) 的计划"},
    {"Planned", "制定了计划"},
    {"{activity}: {access}", "{activity}：{access}"},
    {"Acquired the write lock", "取得了写锁"},
    {"Waited for the clock: the next time that its key can take was more than a second ahead",
     "等待时钟：它的键能用的下一个时间在一秒以后"},
    {"Read {entries|entry|entries} before the write", "写入之前读取了 {entries} 个条目 (entry)"},
    {"Found nothing to write", "没有要写入的内容"},
    {"Gathered {rows|row|rows} of {partitions|partition|partitions}: {cells|cell|cells}, "
     "{tombstones|tombstone|tombstones}",
     "收集了 {partitions} 个分区 (partition) 的 {rows} 行：{cells} 个单元格 (cell)，{tombstones} 个墓碑 "
     "(tombstone)"},
    {"Merged with the stored rows", "与已存储的行合并"},
    {", index {name}", "、索引 {name}"},
    {", view {name}", "、视图 {name}"},
    {"Committed", "已提交"},
    {"Left it in the open group, which is committed later", "留在打开的组中，稍后提交"},
    {"Made the change", "已更改模式 (schema)"},
    {"Read {partitions|partition|partitions}, {rows|row|rows}, {entries|entry|entries}",
     "读取了 {partitions} 个分区 (partition)、{rows} 行、{entries} 个条目 (entry)"},
    {"Passed over {skipped}", "跳过了 {skipped}"},
    {"Refused: {code}, {title}", "拒绝：{code}，{title}"},
};

}  // namespace cellar::trace_words
