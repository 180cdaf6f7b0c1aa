// The messages of refusal/catalogue/functions.h in Chinese: failures of functions.
//
// Columns: id, title, why, fix, label, related label. Only refusal/languages/chinese.h includes this file.
#pragma once

#include "refusal/messages.h"

namespace cellar::translations::chinese_words {

inline constexpr Words kFunctionWords[] = {
    {"function_argument_count", "{function} 有 {wanted|个参数|个参数}，不是 {given} 个", "", ""},
    {"function_argument_type", "{function} 接受 {wanted}，不接受 {type}", "",
     "HELP {function} 说明它接受什么。"},
    {"function_argument_unknown", "{function} 的第 {position} 个参数类型不明",
     "{function} 接受任何类型的值，所以参数本身要有类型。", "在它前面写上类型，例如 (int) ?。"},
    {"vector_dimensions", "{left|个元素|个元素}的向量与 {right|个元素|个元素}的向量没有相似度",
     "两个向量逐个元素比较。", "比较元素个数相同的向量。"},
    {"division_by_zero", "不能除以零", "整数和 decimal 没有这样的值；float 和 double 有 Infinity 和 NaN。",
     "略去这样的行，或除以 double：CAST(x AS double)。"},
    {"no_decimal", "{value} 不是 decimal", "NaN 和无穷大只存在于 float 和 double。",
     "用 CAST 把 decimal 转换为 double。"},
    {"number_too_large", "结果的位数太多，无法计算", "decimal 可以只有几个字节长，却有几十亿位。",
     "先用 CAST 把 decimal 转换为 double。"},
    {"integer_too_large", "varint 的积或商超过 64 KiB", "所需的时间随长度的平方增长。",
     "用较少的位数计算，或先用 CAST 把 varint 转换为 double。"},
    {"no_logarithm", "{value} 没有对数", "只有大于零的数才有对数。", ""},
    {"duration_below_millisecond", "时间戳不能移动 {duration}", "时间戳以整毫秒计。", "用整毫秒的时长。"},
    {"duration_below_day", "日期不能移动 {duration}", "日期以整天计。",
     "用天、周、月或年的时长，或用 to_timestamp(date)。"},
    {"floor_below_millisecond", "floor() 不能取整到 {duration}", "时间戳以整毫秒计。",
     "取整到整毫秒的时长。"},
    {"floor_below_day", "日期的 floor() 不能取整到 {duration}", "日期以整天计。",
     "取整到天、周、月或年的时长，或对 to_timestamp(date) 取整。"},
    {"floor_above_day", "时间的 floor() 不能取整到 {duration}", "一天中的时间最多 24 小时。",
     "取整到不超过 24h、不含天和月的时长。"},
    {"floor_negative", "floor() 不能取整到 {duration}", "floor() 从起点向后计步。", "删去减号。"},
    {"floor_before_start", "floor() 不能对起点之前的时间取整",
     "floor() 从第三个参数（没有时从 1970-01-01）向后计步。",
     "给出更早的起点：floor(time, duration, start)。"},
    {"floor_too_far", "floor() 不能跨这么多年计月", "月数用 32 位计，可达一亿七千八百万年。",
     "按天取整，或给出更近的起点。"},
    {"no_timeuuid", "这个时间没有对应的 timeuuid", "timeuuid 从 1582-10-15 到 5236-03-31。",
     "与这两天之间的时间比较。"},
    {"blob_of_other_type", "{blob} 不是 {type} 类型的值",
     "从 blob 转换时原样取用字节：int 有四个，bigint 有八个，decimal 至少五个，text 是 UTF-8。",
     "转换为生成这个 blob 的类型。"},
    {"result_too_long", "{function}() 的结果超过 256 MiB", "CQL 的值不能更长。",
     "给它更短的参数，或少嵌套几层函数。"},
    {"cosine_of_zero_vector", "全零的向量没有方向", "similarity_cosine() 比较的是方向。",
     "用 similarity_euclidean() 或 similarity_dot_product()。"},
    {"mask_padding", "'{padding}' 不是单个字符", "每个被掩盖的字符用一个字符代替。",
     "给出单个字符，例如 '#'。"},
    {"unknown_hash", "没有散列算法 {algorithm}",
     "mask_hash() 有 MD5、SHA-1、SHA-224、SHA-256、SHA-384、SHA-512、SHA-512/224 和 SHA-512/256。", ""},
};

}  // namespace cellar::translations::chinese_words
