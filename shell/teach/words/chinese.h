// The Chinese of HELP, ADVISE and the displays.
//
// In:      nothing.
// Out:     English, Chinese. Only shell/teach/words/teach_words.h includes this file.
// Refused: nothing here; refusal/phrase_book.h compares both when they are compiled.
#pragma once

#include "refusal/messages.h"

namespace cellar::teach_words {

inline constexpr Phrase kChinese[] = {
    {"Example (EXAMPLES makes the tables):", "例子（表由 EXAMPLES 建立）："},
    // ADVISE
    {"{code}: {title}", "{code}：{title}"},
    {"{code}: {title}.", "{code}：{title}。"},
    {"{code}: {title}. {fix}", "{code}：{title}。{fix}"},
    {"{file}: {summary}", "{file}：{summary}"},
    {"divides what would be one large partition", "拆分原本会很大的一个分区 (partition)"},
    {"compared by =, so it names the partition", "用 = 比较，由它确定分区 (partition)"},
    {"compared by = in some of the queries", "在部分查询中用 = 比较"},
    {"compared by IN or a range, after what is compared by =", "用 IN 或范围比较，排在用 = 比较的列之后"},
    {"in the order and direction that the query asks for", "按查询要求的顺序和方向"},
    {"makes the key unique", "使主键 (primary key) 唯一"},
    {"{code}: {table} does not serve this query; this table does:",
     "{code}：{table} 回答不了这个查询；下面的表可以："},
    {"{code}: {table} does not serve this query; a copy of it that is there does:",
     "{code}：{table} 回答不了这个查询；它的一份已有的副本可以："},
    {"{table} serves this query in another form:", "{table} 能回答这个查询，但要换一种写法："},
    {"{table} serves this query: there is nothing to do.", "{table} 能回答这个查询：什么都不用做。"},
    {"The query for it:", "对应的查询："},
    {"The query for the first bucket:", "查询第一个桶 (bucket)："},
    {"Without buckets, if the partitions stay small all the same:",
     "不分桶 (bucket) 的表；分区 (partition) 一直不大时才用："},
    {"or, with buckets:", "或者，分桶 (bucket) 时："},
    {"{command} creates it and fills it.", "{command} 建立它并填入数据。"},
    {"{command} fills it.", "{command} 填入数据。"},
    {"From now on a write goes to all tables that hold the row, and so does a DELETE:",
     "从此每次写入都要写到存有这一行的所有表，DELETE 也一样："},
    {"{queries|query|queries}: {served} served already, {others} by {tables|other table|other tables} "
     "({created} new), {refused} by none.",
     "{queries} 个查询：{served} 个已有表能回答，{others} 个由另外 {tables} 张表回答（其中 {created} "
     "张新建），"
     "{refused} 个没有表能回答。"},
    {"{table} is there; it serves query {queries}.", "{table} 已有；它回答查询 {queries}。"},
    {"{table} is there; it serves queries {queries}.", "{table} 已有；它回答查询 {queries}。"},
    {"{table} is advised; it serves query {queries}.", "建议建立 {table}；它回答查询 {queries}。"},
    {"{table} is advised; it serves queries {queries}.", "建议建立 {table}；它回答查询 {queries}。"},
    {"The queries:", "各个查询："},
    {"{number} (line {line}) ", "{number}（第 {line} 行）"},
    {"{place}is served by {table} as it is:", "{place}照原样由 {table} 回答："},
    {"{place}is served by {table} in another form:", "{place}换一种写法由 {table} 回答："},
    {"{place}{code}, becomes:", "{place}{code}，改为："},
    {"{table}: a row is kept {tables} times, its {columns|attribute|attributes} {kept} times ({factor} "
     "copies "
     "each); one event is written to {tables} tables.",
     "{table}：一行保存 {tables} 份，它的 {columns} 个属性共保存 {kept} 份（平均每个 {factor} 份）；"
     "一个事件写入 {tables} 张表。"},
    {" and {count} more", "，另有 {count} 张"},
    {"Tables that serve no query of the file: {names}", "没有回答这个文件中任何查询的表：{names}"},
    {"ADVISE FILE '{file}' APPLY creates and fills the tables.",
     "ADVISE FILE '{file}' APPLY 建立这些表并填入数据。"},
    // CELLS and MAP
    {"partition {key}   token {token}", "分区 (partition) {key}   令牌 (token) {token}"},
    {"  partition {deletion}", "  整个分区{deletion}"},
    {"  static", "  静态行 (static)"},
    {"  row", "  行"},
    {"  row {clustering}", "  行 {clustering}"},
    {"    row {deletion}", "    整行{deletion}"},
    {"(marker)", "(行标记)"},
    {"all elements {deletion}", "所有元素{deletion}"},
    {"  range {range} {deletion}", "  范围 {range} {deletion}"},
    {"of all rows", "（所有行）"},
    {"deleted {time}", "已删除：{time}"},
    {", may be purged from {time}", "，从 {time} 起可以清除"},
    {"{time}, ttl {ttl}, {seconds} s left until {end}", "{time}，TTL {ttl}，还剩 {seconds} 秒，到 {end}"},
    {"{time}, ttl {ttl}, expired {end}", "{time}，TTL {ttl}，已于 {end} 过期"},
    {"; its column was dropped", "；它的列已删除"},
    {"; hidden by the deletion of the row", "；被整行的删除遮住"},
    {"; hidden by the deletion around it", "；被它所在范围的删除遮住"},
    {"; hidden by the deletion of all elements", "；被所有元素的删除遮住"},
    {"(no partition)\n", "（没有分区 (partition)）\n"},
    {"key    ", "键     "},
    {"value  ", "值     "},
    {"       a key of {bytes} bytes: its first 510 and 01 are the key of an entry that names a space, which "
     "holds the rest",
     "       键长 {bytes} 字节：前 510 字节加 01 是一个条目的键，该条目指出存放其余部分的空间"},
    {"map<column, value>", "map<列, 值>"},
    {"[column] = value", "[列] = 值"},
    {"static: ", "静态列 (static column)："},
    // traces, DESCRIBE and LINT
    {"\nTracing session: {id}\n\n", "\n跟踪会话 (tracing session)：{id}\n\n"},
    {"Execute CQL3 query", "执行 CQL3 查询"},
    {"Request complete", "请求完成"},
    {"\n<empty>\n\n", "\n<空>\n\n"},
    {"Keyspace {keyspace}", "键空间 (keyspace) {keyspace}"},
    {"\nCluster: {cluster}\nPartitioner: {partitioner}\nSnitch: {snitch}\n\n",
     "\n集群 (cluster)：{cluster}\n分区器 (partitioner)：{partitioner}\nSnitch：{snitch}\n\n"},
    {"Range ownership:\n", "范围归属：\n"},
    {"{lints|lint|lints} in 1 table\n", "1 张表，{lints} 处问题\n"},
    {"{lints|lint|lints} in {found} of {tables} tables\n",
     "{tables} 张表中的 {found} 张有问题，共 {lints} 处\n"},
};

}  // namespace cellar::teach_words
