// Literals that are no values of their types.
//
// Columns: id, code, class (refusal/cause.h), title, why, fix, then what struct Message says. Below the messages are
// the examples of their codes. Only refusal/messages.cpp includes this file.
#pragma once

#include "refusal/code_examples.h"
#include "refusal/messages.h"

namespace cellar::catalogue {

using enum ErrorClass;
using enum MessageKind;

inline constexpr Message kTypesMessages[] = {
    {"integer_out_of_range", "E450", invalid, "{literal} does not fit the type {type}",
     "The type {type} holds the whole numbers from {least} to {most}.",
     "Write a number in this range, or use a wider type."},
    {"not_a_number", "E451", invalid, "{literal} is not a number of type {type}", "",
     "Write digits, with a point or an exponent where the type has fractions: 12, -1.5, 1e10."},
    {"decimal_not_finite", "E451", invalid, "a decimal cannot be {literal}",
     "A decimal is made of digits; only float and double know NaN and Infinity.", "Write a number, or null."},
    {"decimal_exponent", "E451", invalid, "the exponent of {literal} is too large for a decimal",
     "The scale of a decimal is a 32-bit number.", ""},
    {"float_out_of_range", "E452", syntax, "{literal} is larger than any double",
     "Every constant with a point or an exponent must fit a double, up to about 1.8e308, whatever its column "
     "is.",
     "Write whole numbers as digits without an exponent, or write Infinity."},
    {"not_a_timestamp", "E453", invalid, "'{literal}' is not a timestamp",
     "A timestamp is a day, or a day and a time, in numbers; the zone is UTC unless the text names one.",
     "Write '2011-02-03', '2011-02-03 04:05:06' or '2011-02-03T04:05:06.789+0100', or milliseconds since "
     "1970."},
    {"not_a_date", "E453", invalid, "'{literal}' is not a date", "A date is a day without a time.",
     "Write it with all its digits: '2011-02-03'."},
    {"no_such_day", "E453", invalid, "there is no day {literal} in the calendar", "", ""},
    {"not_a_time", "E453", invalid, "'{literal}' is not a time of day",
     "A time has hours, minutes and seconds.",
     "Write '04:05:06' or '04:05:06.789', or nanoseconds since midnight."},
    {"not_a_duration", "E454", invalid, "{literal} is not a duration",
     "A duration is made of numbers with units: y, mo, w, d, h, m, s, ms, us, ns.",
     "Write 1h30m, 2d, 1y6mo or P1Y2M3DT4H5M6S."},
    {"duration_order", "E454", invalid, "the units of {literal} are not in order",
     "Each unit comes once, the larger before the smaller: y, mo, w, d, h, m, s, ms, us, ns.", ""},
    {"duration_out_of_range", "E454", invalid, "{literal} is too long for a duration",
     "A duration holds months and days as 32-bit numbers and the rest as 64-bit nanoseconds.", ""},
    {"not_an_address", "E455", invalid, "'{literal}' is not an internet address",
     "An inet holds an address in numbers, without a port; names of hosts are not looked up.",
     "Write '192.168.0.1' or '2001:db8::1'."},
    {"not_a_uuid", "E456", invalid, "{literal} is not a uuid",
     "A uuid has 32 hexadecimal digits in five groups.",
     "Write 8, 4, 4, 4 and 12 digits with dashes between, or call uuid()."},
    {"not_a_timeuuid", "E456", invalid, "{literal} is not a timeuuid",
     "A timeuuid is a uuid of version 1: the third group begins with 1.",
     "Call now() for a new one, or make the column a uuid."},
    {"not_ascii", "E457", invalid, "'{literal}' holds characters that ascii does not have",
     "The type ascii knows the characters up to 127 only.", "Make the column text."},
    {"not_utf8", "E457", invalid, "these bytes are not {type}: they are not valid UTF-8", "",
     "Keep them in a blob."},
    {"odd_hex_digits", "E458", invalid, "{literal} does not hold whole bytes",
     "A blob has two hexadecimal digits for each byte.", "Add or remove a digit."},
    {"not_of_component_type", "E204", invalid, "'{literal}' is no value of the component's type, {type}",
     "A constant given for a whole tuple is read as the texts of its components with colons between: "
     "'5:five'.",
     "Write the components in parentheses: (5, 'five')."},
    {"tuple_text_too_long", "E204", invalid,
     "'{literal}' has {provided|component|components}, and {type} has {wanted}",
     "A constant given for a whole tuple is read as the texts of its components with colons between: "
     "'5:five'.",
     "Write a colon inside a component as \\:, or write the components in parentheses."},
    {"bytes_length", "E459", invalid, "{a type} has {expected|byte|bytes}, not {size}", "", ""},
    {"decimal_length", "E459", invalid, "a decimal has at least 5 bytes, not {size}",
     "The first four are its scale, the others its digits.",
     "Write the number itself: 12.34 has the bytes 0x0000000204d2."},
    {"inet_length", "E459", invalid, "an inet has 4 or 16 bytes, not {size}",
     "It is an address of IPv4 or IPv6.", ""},
    {"bytes_malformed", "E459", invalid, "these bytes are no value of type {type}", "", ""},
    {"null_in_collection", "E460", invalid, "{a type} cannot hold null",
     "Only tuples and user types have places that may be empty.", "Leave the element out."},
    {"vector_of_other_size", "E460", invalid, "{a type} is not made of {count|element|elements}",
     "A vector has exactly as many elements as its type says.", ""},
};

inline constexpr CodeExample kTypesCodes[] = {
    {.code = "E204",
     .example = "INSERT INTO posts (author, id) VALUES ('ann', 'one');",
     .mended = "INSERT INTO posts (author, id) VALUES ('ann', 1);"},
    {.code = "E450",
     .example = "INSERT INTO posts (author, id) VALUES ('ann', 99999999999);",
     .mended = "INSERT INTO posts (author, id) VALUES ('ann', 99);"},
    {.code = "E451",
     .example = "SELECT (decimal) NaN FROM posts WHERE author = 'ann';",
     .mended = "SELECT (decimal) 1.5 FROM posts WHERE author = 'ann';"},
    {.code = "E452", .circumstances = "1e400 for a double"},
    {.code = "E453",
     .example = "INSERT INTO gyms (country, city, opened, name) VALUES ('us', 'Phoenix', 'yesterday', 'x');",
     .mended = "INSERT INTO gyms (country, city, opened, name) VALUES ('us', 'Phoenix', '2024-02-29', 'x');"},
    {.code = "E454",
     .example = "SELECT (duration) 1d1y FROM posts WHERE author = 'ann';",
     .mended = "SELECT (duration) 1y1d FROM posts WHERE author = 'ann';"},
    {.code = "E455",
     .example = "SELECT (inet) 'x' FROM posts WHERE author = 'ann';",
     .mended = "SELECT (inet) '127.0.0.1' FROM posts WHERE author = 'ann';"},
    {.code = "E456",
     .example = "SELECT (timeuuid) 123e4567-e89b-42d3-a456-426614174000 FROM posts WHERE author = 'ann';",
     .mended = "SELECT (timeuuid) 50554d6e-29bb-11e5-b345-feff819cdc9f FROM posts WHERE author = 'ann';"},
    {.code = "E457",
     .example = "SELECT (ascii) 'é' FROM posts WHERE author = 'ann';",
     .mended = "SELECT (text) 'é' FROM posts WHERE author = 'ann';"},
    {.code = "E458",
     .example = "SELECT (blob) 0xabc FROM posts WHERE author = 'ann';",
     .mended = "SELECT (blob) 0x0abc FROM posts WHERE author = 'ann';"},
    {.code = "E459", .circumstances = "three bytes that a program gives for an int"},
    {.code = "E460",
     .example = "INSERT INTO posts (author, id, tags) VALUES ('ann', 1, {'a', null});",
     .mended = "INSERT INTO posts (author, id, tags) VALUES ('ann', 1, {'a'});"},
};

}  // namespace cellar::catalogue
