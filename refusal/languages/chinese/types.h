// The messages of refusal/catalogue/types.h in Chinese: literals that are no values of their types.
//
// Columns: id, title, why, fix, label, related label. Only refusal/languages/chinese.h includes this file.
#pragma once

#include "refusal/messages.h"

namespace cellar::translations::chinese_words {

inline constexpr Words kTypesWords[] = {
    {"integer_out_of_range", "{literal} 超出类型 {type} 的范围",
     "类型 {type} 保存从 {least} 到 {most} 的整数。", "写这个范围内的数，或用更宽的类型。"},
    {"not_a_number", "{literal} 不是 {type} 类型的数", "",
     "写数位；类型有小数时，可以有小数点或指数：12、-1.5、1e10。"},
    {"decimal_not_finite", "decimal 不能是 {literal}",
     "decimal 由数位组成；只有 float 和 double 有 NaN 和 Infinity。", "写一个数，或写 null。"},
    {"decimal_exponent", "{literal} 的指数对 decimal 来说太大", "decimal 的标度是一个 32 位数。", ""},
    {"float_out_of_range", "{literal} 大于任何 double",
     "带小数点或指数的常量，不论列是什么类型，都必须在 double 的范围之内（约 1.8e308）。",
     "整数只写数位，不写指数；或写 Infinity。"},
    {"not_a_timestamp", "'{literal}' 不是时间戳",
     "时间戳是数字写的日期，或日期和时间；文本没有写时区就是 UTC。",
     "写 '2011-02-03'、'2011-02-03 04:05:06' 或 '2011-02-03T04:05:06.789+0100'，或 1970 年以来的毫秒数。"},
    {"not_a_date", "'{literal}' 不是日期", "日期不带时间。", "写全各位数字：'2011-02-03'。"},
    {"no_such_day", "日历中没有 {literal} 这一天", "", ""},
    {"not_a_time", "'{literal}' 不是一天中的时间", "时间由时、分、秒组成。",
     "写 '04:05:06' 或 '04:05:06.789'，或午夜以来的纳秒数。"},
    {"not_a_duration", "{literal} 不是时长", "时长由带单位的数字组成：y, mo, w, d, h, m, s, ms, us, ns。",
     "写 1h30m、2d、1y6mo 或 P1Y2M3DT4H5M6S。"},
    {"duration_order", "{literal} 的单位顺序不对",
     "每个单位写一次，大的在前：y, mo, w, d, h, m, s, ms, us, ns。", ""},
    {"duration_out_of_range", "{literal} 超出时长的范围", "时长的月和天是 32 位数，其余是 64 位的纳秒数。",
     ""},
    {"not_an_address", "'{literal}' 不是互联网地址", "inet 保存数字形式的地址，不带端口；不查询主机名。",
     "写 '192.168.0.1' 或 '2001:db8::1'。"},
    {"not_a_uuid", "{literal} 不是 uuid", "uuid 有 32 个十六进制数字，分为五组。",
     "写 8、4、4、4 和 12 个数字，中间是连字符，或调用 uuid()。"},
    {"not_a_timeuuid", "{literal} 不是 timeuuid", "timeuuid 是版本 1 的 uuid：第三组以 1 开头。",
     "调用 now() 得到一个新的，或把列的类型改为 uuid。"},
    {"not_ascii", "'{literal}' 中有 ascii 没有的字符", "类型 ascii 只有编码到 127 为止的字符。",
     "把列的类型改为 text。"},
    {"not_utf8", "这些字节不是 {type}：它们不是有效的 UTF-8", "", "用 blob 保存它们。"},
    {"odd_hex_digits", "{literal} 不是整数个字节", "blob 的每个字节是两个十六进制数字。",
     "增加或删去一个数字。"},
    {"not_of_component_type", "'{literal}' 不是分量类型 {type} 的值",
     "给整个元组的常量按各分量的文本读取，中间是冒号：'5:five'。", "把各分量写在括号中：(5, 'five')。"},
    {"tuple_text_too_long", "'{literal}' 有 {provided|个分量|个分量}，而 {type} 有 {wanted} 个",
     "给整个元组的常量按各分量的文本读取，中间是冒号：'5:five'。",
     "分量中的冒号写作 \\:，或把各分量写在括号中。"},
    {"bytes_length", "{type} 有 {expected|个字节|个字节}，不是 {size} 个", "", ""},
    {"decimal_length", "decimal 至少有 5 个字节，不是 {size} 个", "前四个字节是标度，其余是数位。",
     "写数本身：12.34 的字节是 0x0000000204d2。"},
    {"inet_length", "inet 有 4 个或 16 个字节，不是 {size} 个", "它是 IPv4 或 IPv6 的地址。", ""},
    {"bytes_malformed", "这些字节不是 {type} 类型的值", "", ""},
    {"null_in_collection", "{type} 不能包含 null",
     "只有元组和自定义类型 (user-defined type) 可以有空的位置。", "不写这个元素。"},
    {"vector_of_other_size", "{type} 不能由 {count|个元素|个元素} 组成",
     "向量的元素个数与它的类型所写的完全相同。", ""},
};

}  // namespace cellar::translations::chinese_words
