// The Chinese of the prompt.
//
// In:      nothing.
// Out:     English, Chinese. Only shell/terminal/words/terminal_words.h includes this file.
// Refused: nothing here; refusal/phrase_book.h compares both when they are compiled.
#pragma once

#include "refusal/messages.h"

namespace cellar::terminal_words {

inline constexpr Phrase kChinese[] = {
    {"Password of {user}: ", "{user} 的密码："},
    // the greeting
    {"Cellar {version}: CQL, Cassandra's query language. HELP shows the way, EXIT leaves.\n",
     "Cellar {version}：CQL，Cassandra 的查询语言。HELP 指路，EXIT 离开。\n"},
    {"The data here are gone at the end. To keep data in a file: cellar shop.cellar\n",
     "结束时这里的数据就没有了。要把数据保存在文件中：cellar shop.cellar\n"},
    {"Connected to {cluster} at {node} (Cassandra {version}, datacenter {datacenter}, protocol {protocol}): "
     "{contents}\n",
     "已连接 {cluster} 的节点 {node}（Cassandra {version}，数据中心 {datacenter}，协议 "
     "{protocol}）：{contents}\n"},
    {"{file}: {contents}\n", "{file}：{contents}\n"},
    {"{file} is a new file: {contents}\n", "{file} 是新文件：{contents}\n"},
    {"no keyspace yet (HELP CREATE KEYSPACE)", "还没有键空间 (keyspace)（HELP CREATE KEYSPACE）"},
    {"{keyspaces|keyspace|keyspaces} ({names}), {tables|table|tables}",
     "{keyspaces} 个键空间 (keyspace)（{names}），{tables} 张表"},
    {"There is no keyspace {keyspace} here. This would create it:\n  {statement}\nCreate it? [y/N] ",
     "这里没有键空间 (keyspace) {keyspace}。下面的语句会建立它：\n  {statement}\n要建立吗？[y/N] "},
    {"There is no keyspace {keyspace} here (but one called {nearest}). This would create it:\n  {statement}\n"
     "Create it? [y/N] ",
     "这里没有键空间 (keyspace) {keyspace}（但有 {nearest}）。下面的语句会建立它：\n  "
     "{statement}\n要建立吗？[y/N] "},
    // between statements
    {"-- what is here is in no file: DUMP 'shop.cql' keeps it; Ctrl-D again leaves\n",
     "-- 这里的数据不在文件中：DUMP 'shop.cql' 可以保存；再按一次 Ctrl-D 离开\n"},
    {"-- {statements|statement|statements} did not run\n", "-- 有 {statements} 条语句没有执行\n"},
    {"\n-- the unfinished statement was not run\n", "\n-- 没有写完的语句没有执行\n"},
};

}  // namespace cellar::terminal_words
