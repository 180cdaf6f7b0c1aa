// The Chinese around results.
//
// In:      nothing.
// Out:     English, Chinese. Only shell/render/words/render_words.h includes this file.
// Refused: nothing here; refusal/phrase_book.h compares both when they are compiled.
#pragma once

#include "refusal/messages.h"

namespace cellar::render_words {

inline constexpr Phrase kChinese[] = {
    // below and between rows
    {"rows", "行"},
    {", stopped", "，已停止"},
    {"@ Row {number}\n", "@ 第 {number} 行\n"},
    {"; the first {shown} of {columns} columns are shown, EXPAND ON or WIDTH OFF shows all",
     "；只显示 {columns} 列中的前 {shown} 列，EXPAND ON 或 WIDTH OFF 显示全部"},
    {"; the first {shown} of {columns} columns are shown, cut at …, EXPAND ON or WIDTH OFF shows "
     "all",
     "；只显示 {columns} 列中的前 {shown} 列，在 … 处截断，EXPAND ON 或 WIDTH OFF 显示全部"},
    {"; cut at …, WRAP ON or WIDTH OFF shows all", "；在 … 处截断，WRAP ON 或 WIDTH OFF 显示全部"},
    {"-- stopped: the result has more than these {rows|row|rows}\n", "-- 已停止：结果不止这 {rows} 行\n"},
    {"-- applied\n", "-- 已写入\n"},
    {"-- not applied\n", "-- 没有写入\n"},
    {"-- a row is left out: {column} holds an empty value that has no literal\n",
     "-- 略去一行：{column} 是一个无法写成字面值的空值\n"},
    // TIMING, and progress
    {"-- {time}\n", "-- {time}\n"},
    {"-- {time}; read {partitions|partition|partitions}, {rows|row|rows}, {entries|entry|entries}\n",
     "-- {time}；读取 {partitions} 个分区 (partition)，{rows} 行，{entries} 个条目\n"},
    {"{bytes} bytes", "{bytes} 字节"},
    {"{number} a second", "每秒 {number}"},
    {"{pace}, {time} left", "{pace}，还剩 {time}"},
    {"{count|statement|statements}", "{count} 条语句"},
    {"{count|row|rows}", "{count} 行"},
    {"-- {done}, {size}, {pace}", "-- {done}，{size}，{pace}"},
    {"-- {done}, {percent}% of {size}, {pace}", "-- {done}，{size} 的 {percent}%，{pace}"},
};

}  // namespace cellar::render_words
