// The Chinese of the program.
//
// In:      nothing.
// Out:     English, Chinese. Only program/words/program_words.h includes this file.
// Refused: nothing here; refusal/phrase_book.h compares both when they are compiled.
#pragma once

#include "refusal/messages.h"

namespace cellar::program_words {

inline constexpr Phrase kChinese[] = {
    // the end of a run of scripts
    {"-- {statements|statement|statements} ran, {refused} refused",
     "-- 执行了 {statements} 条语句，拒绝了 {refused} 条"},
    {"-- {statements|statement|statements} planned, {refused} refused",
     "-- 规划了 {statements} 条语句，拒绝了 {refused} 条"},
    {"; the rest did not run", "；其余的没有执行"},
    {"; nothing was written\n", "；什么都没有写入\n"},
    {"; {count} more could not be saved", "；另有 {count} 条无法保存"},
    {"-- stopped at {place}; to go on: {command}\n", "-- 停在 {place}；要继续：{command}\n"},
    {"-- stopped at {place}; to go on, with the same input: {command}\n",
     "-- 停在 {place}；要用同样的输入继续：{command}\n"},
    {"-- stopped before {place}: no statement was run; mend what has stopped it, or name another place\n",
     "-- 停在 {place} 之前：没有执行任何语句；请改正使它停下的地方，或指定另一处\n"},
    // the start
    {"-- and {count} further faults of the configuration\n", "-- 配置中还有 {count} 处错误\n"},
    {"-- there is no keyspace {keyspace} here, which the configuration puts in use\n",
     "-- 这里没有配置中要使用的键空间 (keyspace) {keyspace}\n"},
    {"cellar: there is not enough memory\n", "cellar: 内存不足\n"},
    {"-- {database} was there before, and the scripts of --init run at each start: they must be "
     "repeatable, as CREATE TABLE IF NOT EXISTS is\n",
     "-- {database} 以前就有，而 --init 的脚本每次启动都要执行：它们必须可以重复执行，例如 "
     "CREATE TABLE IF NOT EXISTS\n"},
    {"cellar shows {database} at {address}\n", "cellar 在 {address} 展示 {database}\n"},
    {"-- {file} cannot be read, and is {file}.damaged now: what it held of a student is not known\n",
     "-- 无法读取 {file}，已改名为 {file}.damaged：其中所记的学生情况不得而知\n"},
    {"a class of at most {students|student|students}: {address}\n",
     "最多 {students|名学生|名学生} 的班级：{address}\n"},
    {"the teacher's page, for nobody else: {address}\n", "老师的页面，不给别人看：{address}\n"},
    {"-- the certificate in {file} has expired on {date}: browsers will warn of it\n",
     "-- {file} 中的证书已于 {date} 过期：浏览器会发出警告\n"},
    {"a temporary database", "一个临时数据库"},
    {"it needs the path of a file", "需要一个文件路径"},
    {"Is a directory", "这是一个目录"},
    {"this file is there, and no server has written it: name another one",
     "这个文件已有，而且不是服务器写的：请指定另一个"},
    {"another server that runs has written it", "它是另一个正在运行的服务器写的"},
    // check, and cqlsh
    {"{number} of {all}", "{number} / {all}"},
    {"  {count} known", "  已知 {count}"},
    {"folder", "文件夹"},
    {"answers", "答案"},
    {"scripts", "脚本"},
    {"all", "全部"},
    {"{passed} passed, {failed} failed\n", "{passed} 个通过，{failed} 个失败\n"},
    {"{file}: updated\n", "{file}：已更新\n"},
    {"{place}: the server answers {code}: {message}\n", "{place}: 服务器回答 {code}：{message}\n"},
    {"-- warning: {message}\n", "-- 警告：{message}\n"},
    // move
    {"-- what was acknowledged is kept; to go on: {command}\n", "-- 已确认的都已保存；要继续：{command}\n"},
    {"Replication of keyspace {keyspace} [{suggested}]: ",
     "键空间 (keyspace) {keyspace} 的复制方式 [{suggested}]："},
    // verify
    {"damaged: {place}: {reason}\n", "损坏：{place}：{reason}\n"},
    {"page {page}: {reason}", "第 {page} 页：{reason}"},
    {"table", "表"},
    {"sound", "完好"},
    {"damaged", "损坏"},
    {"unreadable ranges", "无法读取的范围"},
    {"{pages|page|pages}, {entries|entry|entries}: sound\n", "{pages} 页，{entries} 个条目 (entry)：完好\n"},
    {"{pages|page|pages}, {entries|entry|entries}: {damages|damaged place|damaged places}\n",
     "{pages} 页，{entries} 个条目 (entry)：{damages} 处损坏\n"},
    {"{entries|entry|entries} of tables that are gone; what was dropped is removed in time, or by COMPACT\n",
     "{entries} 个条目 (entry) 属于已删除的表；删除的内容会逐渐清除，或由 COMPACT 清除\n"},
    {"The file was written meanwhile, and no snapshot of it could be held: run it again.\n",
     "其间文件被写入，无法保持它的快照 (snapshot)：请再运行一次。\n"},
};

}  // namespace cellar::program_words
