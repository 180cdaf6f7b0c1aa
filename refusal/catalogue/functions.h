// Failures of functions.
//
// Columns: id, code, class (refusal/cause.h), title, why, fix, then what struct Message says. Below the messages are
// the examples of their codes. Only refusal/messages.cpp includes this file.
#pragma once

#include "refusal/code_examples.h"
#include "refusal/messages.h"

namespace cellar::catalogue {

using enum ErrorClass;
using enum MessageKind;

inline constexpr Message kFunctionMessages[] = {
    {"function_argument_count", "E240", invalid, "{function} takes {wanted|argument|arguments}, not {given}",
     "", ""},
    {"function_argument_type", "E240", invalid, "{function} takes {wanted}, not {type}", "",
     "HELP {function} shows what it takes."},
    {"function_argument_unknown", "E240", invalid,
     "the type of argument {position} of {function} is not known",
     "{function} takes values of any type, so the argument itself must have one.",
     "Write the type in front of it, as in (int) ?."},
    {"vector_dimensions", "E240", invalid,
     "vectors of {left|element|elements} and of {right|element|elements} have no similarity",
     "Two vectors are compared element by element.", "Compare vectors of the same number of elements."},
    {"division_by_zero", "E440", function_failure, "nothing can be divided by zero",
     "Integers and decimals have no value for it; float and double have Infinity and NaN.",
     "Leave such rows out, or divide by a double: CAST(x AS double)."},
    {"no_decimal", "E441", function_failure, "{value} is no decimal",
     "NaN and the infinities exist as float and double only.", "CAST the decimal to double instead."},
    {"number_too_large", "E441", function_failure, "the result has too many digits to be computed",
     "A decimal may be a few bytes long and have billions of digits.", "CAST the decimals to double first."},
    {"integer_too_large", "E441", function_failure, "a product or quotient of varints is longer than 64 KiB",
     "Its time grows with the square of its length.",
     "Compute with fewer digits, or CAST the varints to double."},
    {"no_logarithm", "E442", function_failure, "{value} has no logarithm",
     "Only numbers above zero have one.", ""},
    {"duration_below_millisecond", "E443", function_failure, "a timestamp cannot be moved by {duration}",
     "Timestamps count whole milliseconds.", "Use a duration of whole milliseconds."},
    {"duration_below_day", "E443", function_failure, "a date cannot be moved by {duration}",
     "Dates count whole days.", "Use a duration of days, weeks, months or years, or to_timestamp(date)."},
    {"floor_below_millisecond", "E443", invalid, "floor() cannot round to {duration}",
     "Timestamps count whole milliseconds.", "Round to a duration of whole milliseconds."},
    {"floor_below_day", "E443", invalid, "floor() of a date cannot round to {duration}",
     "Dates count whole days.",
     "Round to a duration of days, weeks, months or years, or round to_timestamp(date)."},
    {"floor_above_day", "E443", invalid, "floor() of a time cannot round to {duration}",
     "A time of day counts up to 24 hours.", "Round to a duration of at most 24h, without days and months."},
    {"floor_negative", "E443", invalid, "floor() cannot round to {duration}",
     "The steps that floor() counts go forwards from the start.", "Leave the minus out."},
    {"floor_before_start", "E443", invalid, "floor() cannot round a time before the start",
     "floor() counts steps forwards from its third argument, or from 1970-01-01.",
     "Give an earlier start: floor(time, duration, start)."},
    {"floor_too_far", "E443", invalid, "floor() cannot count months over so many years",
     "Months are counted with 32 bits, which lasts for 178 million years.",
     "Round to days, or give a start that is nearer."},
    {"no_timeuuid", "E444", invalid, "this time has no timeuuid", "They count from 1582-10-15 to 5236-03-31.",
     "Compare with a time between these days."},
    {"blob_of_other_type", "E444", invalid, "{blob} is no value of type {type}",
     "A conversion from blob takes the bytes as they are: an int has four, a bigint eight, a decimal at "
     "least five, text is UTF-8.",
     "Convert to the type that the blob was made from."},
    {"result_too_long", "E211", invalid, "the result of {function}() is longer than 256 MiB",
     "No value of CQL may be longer.",
     "Give it shorter arguments, or call fewer functions within each other."},
    {"cosine_of_zero_vector", "E445", invalid, "a vector of zeros has no direction",
     "similarity_cosine() compares directions.", "Use similarity_euclidean() or similarity_dot_product()."},
    {"mask_padding", "E446", invalid, "'{padding}' is not a single character",
     "Each masked character is replaced by one.", "Give a single character, such as '#'."},
    {"unknown_hash", "E446", invalid, "there is no hash algorithm {algorithm}",
     "mask_hash() knows MD5, SHA-1, SHA-224, SHA-256, SHA-384, SHA-512, SHA-512/224 and SHA-512/256.", ""},
};

inline constexpr CodeExample kFunctionCodes[] = {
    {.code = "E211", .circumstances = "a text of 70,000 bytes as a partition key"},
    {.code = "E440",
     .example = "SELECT id / 0 FROM posts WHERE author = 'ann';",
     .mended = "SELECT id / 2 FROM posts WHERE author = 'ann';"},
    {.code = "E441",
     .example = "SELECT CAST(1.0 / 0 AS decimal) FROM posts WHERE author = 'ann';",
     .mended = "SELECT CAST(1.0 / 4 AS decimal) FROM posts WHERE author = 'ann';"},
    {.code = "E442",
     .example = "SELECT log((decimal) 0) FROM posts WHERE author = 'ann';",
     .mended = "SELECT log((decimal) 1) FROM posts WHERE author = 'ann';"},
    {.code = "E443",
     .example = "SELECT floor(current_timestamp(), 1ns) FROM posts WHERE author = 'ann';",
     .mended = "SELECT floor(current_timestamp(), 1h) FROM posts WHERE author = 'ann';"},
    {.code = "E444",
     .example = "SELECT blob_as_int(0x01) FROM posts WHERE author = 'ann';",
     .mended = "SELECT blob_as_int(0x00000001) FROM posts WHERE author = 'ann';"},
    {.code = "E446",
     .example = "SELECT mask_hash(body, 'nosuch') FROM posts WHERE author = 'ann';",
     .mended = "SELECT mask_hash(body, 'SHA-256') FROM posts WHERE author = 'ann';"},
};

}  // namespace cellar::catalogue
