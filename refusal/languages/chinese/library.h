// The messages of refusal/catalogue/library.h in Chinese: misuse of the library by a program.
//
// Columns: id, title, why, fix, label, related label. Only refusal/languages/chinese.h includes this file.
#pragma once

#include "refusal/messages.h"

namespace cellar::translations::chinese_words {

inline constexpr Words kLibraryWords[] = {
    {"empty_object", "这个 {object} 是空的", "它创建时没有参数，或它的内容已移动到另一个对象。",
     "用 {source}。"},
    {"group_is_open", "已经打开了一个组", "一个会话同时只有一个组。",
     "先结束它：commit_group()、commit_group_async() 或 drop_group()。"},
    {"no_open_group", "没有打开的组",
     "begin_group() 打开一个组；commit_group() 和 drop_group() 之后，以及提交失败时，它就没有了。",
     "在属于一起的写入之前调用 begin_group()。"},
    {"read_as_other_type", "列 {column} 的类型是 {type}，不能读作 {asked}",
     "值要读作一种 C++ 类型，它能容纳该 CQL 类型的所有值。", "读作 {usual}。"},
    {"bound_to_other_type", "标记 {marker} 的类型是 {type}，不能用 {given} 绑定",
     "绑定的值，其 C++ 类型要与标记的 CQL 类型相符。", "绑定 {usual}，或绑定含有值的字节的 BoundValue。"},
    {"null_without_optional", "列 {column} 是 null，而 {asked} 没有 null", "null 表示没有值。",
     "读作 std::optional。"},
    {"no_result_column", "结果没有列 {column}", "它的列有 {columns}。",
     "写其中一列，或在选择列表中给列一个名称：... AS name。"},
    {"no_result_column_number", "结果有 {count|列|列}，没有第 {number} 列", "列从 0 数起。", ""},
    {"no_marker_name", "语句没有标记 {marker}", "它的标记有 {markers}。", "写其中一个。"},
    {"prepared_elsewhere", "这条语句是在另一个数据库中预备的", "Prepared 属于预备它的会话的数据库。",
     "在这个数据库的会话中重新预备。"},
    {"marker_type_changed", "标记 {marker} 在预备语句时的类型是 {before}，现在是 {now}",
     "表或类型后来改变了，一种类型的值会被当作另一种读取。", "重新预备语句，并重新绑定值。"},
    {"wrong_value_count_of_part",
     "批处理 (batch) 的第 {part} 部分有 {expected|个标记|个标记}，得到了 {given|个值|个值}",
     "批处理 的每个部分有自己的值。各部分从 0 数起。", "为这个部分的每个标记各给一个值。"},
    {"no_completion", "submit() 没有得到接收结果的函数", "结果在另一个线程中到达。",
     "给它一个完成函数；它可以什么也不做。"},
    {"supplied_row_size", "程序为 {table} 提供的一行有 {given|个值|个值}，而表有 {columns|列|列}",
     "这张表的行由打开数据库的程序提供 (Database::supply_rows)。",
     "每一行的值要与表的列一样多，顺序相同；键之外的值可以是 null。"},
    {"supplied_value_unfit", "程序为 {table} 提供的 {column} 的值，不是 {type} 类型",
     "这张表的行由打开数据库的程序提供 (Database::supply_rows)。",
     "用 SystemRows::set 设置，它对 C++ 的值编码。"},
    {"supplied_key_null", "程序为 {table} 提供的一行没有 {column}",
     "这张表的行由打开数据库的程序提供 (Database::supply_rows)。", "键用来区分各行：给 {column} 一个值。"},
    {"supplied_column_unknown", "程序为 {table} 提供 {column}，而表没有这一列",
     "这张表的行由打开数据库的程序提供 (Database::supply_rows)。", "DESCRIBE TABLE {table} 显示它的列。"},
    {"table_not_supplied", "{table} 不接受程序提供的行", "程序只能为本来是空的系统表提供行。",
     "写其中一张，例如 system_views.clients。"},
};

}  // namespace cellar::translations::chinese_words
