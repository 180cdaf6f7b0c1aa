// The Chinese of commands, of their answers and of the runs of scripts.
//
// In:      nothing.
// Out:     English, Chinese. Only shell/console/words/console_words.h includes this file.
// Refused: nothing here; refusal/phrase_book.h compares both when they are compiled.
#pragma once

#include "refusal/messages.h"

namespace cellar::console_words {

inline constexpr Phrase kChinese[] = {
    // HELP and EXAMPLES
    {"Type these to begin with:\n"
     "  EXAMPLES\n"
     "  SELECT id, body FROM posts WHERE author = 'ann';\n"
     "  INSERT INTO posts (author, id, body) VALUES ('ann', 8, 'my first row');\n"
     "  HELP SELECT\n"
     "EXAMPLES makes a few small tables, in which the examples of all pages run. The topics below are in an "
     "order to read "
     "them. Tables of your own go into a keyspace of your own: HELP CREATE KEYSPACE.\n"
     "  LEARN       lessons, step by step\n"
     "  HELP E301   what a code means: right behind a refusal, what it means for your statement\n"
     "  HELP JOIN   how CQL does what a word of SQL, or of another database, does\n"
     "\n"
     "Topics:",
     "可以从这些开始：\n"
     "  EXAMPLES\n"
     "  SELECT id, body FROM posts WHERE author = 'ann';\n"
     "  INSERT INTO posts (author, id, body) VALUES ('ann', 8, '我的第一行');\n"
     "  HELP SELECT\n"
     "EXAMPLES "
     "建立几张小表，各页的例子都在其中执行。下面的主题按阅读的顺序排列。你自己的表放进你自己的键空间 "
     "(keyspace)：HELP CREATE KEYSPACE。\n"
     "  LEARN       一步一步地上课\n"
     "  HELP E301   一个代码的含义：紧接在拒绝之后，说明它对你的语句意味着什么\n"
     "  HELP JOIN   SQL 或其他数据库的一个词，在 CQL 中怎样做\n"
     "\n"
     "主题："},
    {"\n"
     "Statements of CQL end with a semicolon. Commands of the shell end with the line:\n"
     "\n",
     "\n"
     "CQL 语句以分号结束。程序的命令到行尾结束：\n"
     "\n"},
    {"\n"
     "Ctrl-C drops what is being typed and stops a running statement.\n",
     "\n"
     "Ctrl-C 放弃正在输入的内容，并停止正在执行的语句。\n"},
    {"older name: {name}\n", "旧名称：{name}\n"},
    {"More: ", "更多："},
    {"Pages:", "相关页："},
    {"Pages that speak of \"{word}\":\n", "提到“{word}”的页：\n"},
    {"  ... and {count} more\n", "  ... 另有 {count} 页\n"},
    {"Keyspace {keyspace} is in use. Its tables:\n", "现在使用键空间 (keyspace) {keyspace}。它的表：\n"},
    {"The examples of HELP run in them: begin with HELP SELECT. DESCRIBE TABLE posts shows all columns of "
     "one.\n"
     "EXAMPLES writes their first rows again; DROP KEYSPACE {keyspace}; ends them.\n",
     "HELP 的例子在这些表中执行：从 HELP SELECT 开始。DESCRIBE TABLE posts 显示一张表的所有列。\n"
     "EXAMPLES 重新写入它们最初的行；DROP KEYSPACE {keyspace}; 删除它们。\n"},
    // settings
    {"{command} is {state}\n", "{command} 现在是 {state}\n"},
    {"{command} is already {state}\n", "{command} 已经是 {state}\n"},
    {"{command} set to {state}\n", "{command} 已设为 {state}\n"},
    {"Policy: {policy}\n", "策略：{policy}\n"},
    {"Notices: those of Cassandra (POLICY teach has more)\n",
     "提示：只有 Cassandra 的（POLICY teach 有更多）\n"},
    {"Notices: on\n", "提示：开\n"},
    {"Notices: off\n", "提示：关\n"},
    {"Notices: those that cost a script nothing\n", "提示：只有对脚本没有代价的\n"},
    {"Timing is on.\n", "计时已打开。\n"},
    {"Timing is off.\n", "计时已关闭。\n"},
    {"Page size: {rows}\n", "每页行数：{rows}\n"},
    {"Page size: the height of the window\n", "每页行数：窗口的高度\n"},
    {"Diagnostics: {value}\n", "诊断：{value}\n"},
    {"Language: {value}\n", "语言：{value}\n"},
    {"Mode: {value}\n", "形式：{value}\n"},
    {"Results go to the screen.\n", "结果显示在屏幕上。\n"},
    {"Results go to {file}.\n", "结果写入 {file}。\n"},
    {"Currently not capturing query output.\n", "现在没有把查询结果追加到文件。\n"},
    {"Currently capturing query output to '{file}'.\n", "现在把查询结果追加到 '{file}'。\n"},
    {"Now capturing query output to '{file}'.\n", "从现在起把查询结果追加到 '{file}'。\n"},
    {"Tables fit the terminal.\n", "表格适合终端的宽度。\n"},
    {"Tables fit {columns} columns of the terminal.\n", "表格适合 {columns} 列宽的终端。\n"},
    {"Tables are as wide as their values.\n", "表格与值一样宽。\n"},
    {"Values that are too wide go on in the next line.\n", "过宽的值在下一行继续。\n"},
    {"Values that are too wide are cut.\n", "过宽的值会截断。\n"},
    {"Current consistency level is {level}.\n", "现在的一致性级别 (consistency level) 是 {level}。\n"},
    {"Consistency level set to {level}.\n", "一致性级别 (consistency level) 已设为 {level}。\n"},
    {"Current serial consistency level is {level}.\n",
     "现在的串行一致性级别 (serial consistency level) 是 {level}。\n"},
    {"Serial consistency level set to {level}.\n",
     "串行一致性级别 (serial consistency level) 已设为 {level}。\n"},
    {"Connected to no file: the data are gone at the end.\n", "没有打开文件：结束时数据就没有了。\n"},
    {"Connected to {cluster} at {node} (Cassandra {version}, datacenter {datacenter}, protocol {protocol})\n",
     "已连接 {cluster} 的节点 {node}（Cassandra {version}，数据中心 {datacenter}，协议 {protocol}）\n"},
    {"Connected to the file {file}\n", "打开的文件：{file}\n"},
    {"Clock: {time}; it stands still\n", "时钟：{time}；停在这里\n"},
    {"Clock: {time}; {step} from statement to statement\n", "时钟：{time}；每条语句前进 {step}\n"},
    {"Clock: the system's\n", "时钟：系统时钟\n"},
    {"Clock: the system's, moved by {distance}\n", "时钟：系统时钟，拨动了 {distance}\n"},
    {"Seed: none; uuids are random\n", "种子：没有；uuid 是随机的\n"},
    {"Seed: {seed}\n", "种子：{seed}\n"},
    {"Each lint has a level of its own, info or warn.\n", "每个检查都是自己的级别，info 或 warn。\n"},
    {"Levels: {levels}\n", "级别：{levels}\n"},
    {"No lint is silenced.\n", "没有关闭任何检查。\n"},
    {"Silenced: {lints}\n", "已关闭：{lints}\n"},
    // remarks
    {"-- EDIT works at the prompt only\n", "-- EDIT 只能在提示符下使用\n"},
    {"-- dry run: {command} was not run\n", "-- 试运行：没有执行 {command}\n"},
    {"drawn in {file}\n", "已画在 {file} 中\n"},
    {"-- LINT {table} tells more\n", "-- LINT {table} 说明更多\n"},
    {"-- {code} was given {count|more time|more times}\n", "-- {code} 另外出现了 {count} 次\n"},
    {"-- waited {seconds} seconds for the clock: rows of one key get a millisecond each (HELP W426)\n",
     "-- 等待时钟共 {seconds} 秒：同一个键的行各占一毫秒 (HELP W426)\n"},
    {"-- another process writes to this database; waiting for it (Ctrl-C ends the wait)\n",
     "-- 另一个进程正在写这个数据库；正在等待（Ctrl-C 结束等待）\n"},
    {"-- not run: {lines} ({count|statement|statements}), read as part of line {line}, which begins no "
     "statement and has no `;`\n",
     "-- 没有执行：{lines}（{count} 条语句），被当作第 {line} 行的一部分；该行不是语句的开头，也没有 `;`\n"},
    {"-- not run, since the batch takes them in: {lines}\n",
     "-- 被批处理 (batch) 并了进去，所以没有执行：{lines}\n"},
    {"-- if line {line} has a quote too many or too few, these were not run because of it: {lines}, with "
     "{count|statement|statements}\n",
     "-- 如果第 {line} 行多了或少了一个引号，下面的就是因此没有执行的：{lines}，共 {count} 条语句\n"},
    // DUMP
    {"{rows|row|rows} of {tables|table|tables} in {file}\n", "{tables} 张表的 {rows} 行已写入 {file}\n"},
    {"{rows|row|rows} with a time to live: the script says USING TTL with the seconds that are left now\n",
     "{rows} 行有生存时间 (time to live)：脚本中写为 USING TTL，取现在剩余的秒数\n"},
    {"{count|collection|collections} with elements that expire at different times: the script lets all of "
     "them "
     "live as long as the last one\n",
     "{count} 个集合的元素在不同时间过期：脚本让它们都存活到最后一个过期之时\n"},
    {"{count|list|lists} with elements of several times: the script writes them as a whole, as new as the "
     "newest element\n",
     "{count} 个列表 (list) 的元素有不同的时间：脚本把它们作为整体写入，时间是最新的那个\n"},
    {"{count|deletion|deletions} that may not be purged yet: in the script, too\n",
     "还不能清除的 {count} 个删除也写进了脚本\n"},
    {"{count|deletion|deletions} left out: all rows of a partition, but not its static columns\n",
     "略去 {count} 个删除：删除分区 (partition) 的所有行，而不删除它的静态列 (static column)\n"},
    {"{rows|row|rows} left out: a collection there holds an empty value, which no statement can write\n",
     "略去 {rows} 行：其中的集合含有空值，没有语句能写入它\n"},
    {"{table} was dropped meanwhile: the script makes it without rows\n",
     "{table} 在此期间被删除：脚本只建立它，不含行\n"},
    // ADVISE ... APPLY
    {"-- {rows} rows copied", "-- 已复制 {rows} 行"},
    {"-- {table} is created: {copied} of {read} rows copied",
     "-- 已建立 {table}：{read} 行中复制了 {copied} 行"},
    {"-- {table} is there: {copied} of {read} rows copied", "-- {table} 已有：{read} 行中复制了 {copied} 行"},
    {"-- {table} has its columns: {copied} of {read} rows copied",
     "-- {table} 已补上缺的列：{read} 行中复制了 {copied} 行"},
    {", {without_value} without a value of its key", "，{without_value} 行缺少键的值"},
    {", {unfit} whose value cannot be in a key", "，{unfit} 行的值不能放进键"},
    {", {deleted} deleted that {source} does not have", "，删除了 {source} 没有的 {deleted} 行"},
    {".\n", "。\n"},
    {"-- {table} is there, and is left as it is: its name is not that of a copy of {source}.\n",
     "-- {table} 已有，保持不变：它的名称不是 {source} 的副本的名称。\n"},
    {"-- There is nothing to create.\n", "-- 没有要建立的表。\n"},
    // the program, its database and its traces
    {"Cellar {version}, CQL 3.4.7, as of Apache Cassandra 5.0\n",
     "Cellar {version}，CQL 3.4.7，与 Apache Cassandra 5.0 一致\n"},
};

}  // namespace cellar::console_words
