// The Chinese of what COPY reports.
//
// In:      nothing.
// Out:     English, Chinese. Only shell/copy/words/copy_words.h includes this file.
// Refused: nothing here; refusal/phrase_book.h compares both when they are compiled.
#pragma once

#include "refusal/messages.h"

namespace cellar::copy_words {

inline constexpr Phrase kChinese[] = {
    {"{rows} rows exported to {files} files in {seconds} seconds.\n",
     "已导出 {rows} 行到 {files} 个文件，用时 {seconds} 秒。\n"},
    {"{rows} rows imported from {files} files in {seconds} seconds ({skipped} skipped).\n",
     "已从 {files} 个文件导入 {rows} 行，用时 {seconds} 秒（跳过 {skipped} 行）。\n"},
    {"-- {rows|row is|rows are} imported; to go on: WITH SKIPROWS = {done}\n",
     "-- 已导入 {rows} 行；要继续：WITH SKIPROWS = {done}\n"},
    {"-- {file} could not be cut: what is in it behind row {row} will be refused again\n",
     "-- 无法截短 {file}：其中第 {row} 行之后的内容会再次被拒绝\n"},
    {"-- {file} was there before: it is now {kept}\n", "-- 原有的 {file} 已改名为 {kept}\n"},
    {"-- {rows|more row was|more rows were} refused\n", "-- 另有 {rows} 行被拒绝\n"},
    {"-- the {rows|refused row is|refused rows are} in {file}; mend that file, then run\n--   {command}\n",
     "-- 被拒绝的 {rows} 行在 {file} 中；改正该文件，再执行\n--   {command}\n"},
    {"[Use \\. on a line by itself to end input]\n", "[单独一行 \\. 表示输入结束]\n"},
    {"-- {rows|row|rows}, {pace}", "-- {rows} 行，{pace}"},
    {"-- {rows|row|rows}, {percent}%, {pace}", "-- {rows} 行，{percent}%，{pace}"},
};

}  // namespace cellar::copy_words
