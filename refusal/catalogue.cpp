#include "refusal/catalogue.h"

#include <algorithm>
#include <array>

namespace cellar {

namespace {

using enum ErrorClass;

// Columns: id, code, class, title, why, fix. Sections follow the folders that refuse.
constexpr CatalogueEntry kEntries[] = {
    // section: parser
    {"syntax", "E100", syntax, "{found} is not expected here", "Expected {expected}.", ""},
    {"unclosed_string", "E101", syntax, "the string that begins here does not end", "", "Close it with a single quote."},
    {"nested_too_deep", "E117", syntax, "values are nested more than {depth} deep", "", ""},
    {"invalid_utf8", "E118", syntax, "the text is not UTF-8 at byte {position}", "", "Save the script as UTF-8."},
    {"statement_too_long", "E119", syntax, "the statement is longer than 4 GiB", "", ""},
    {"float_too_large", "E114", syntax, "{number} is too large for a floating-point number", "", ""},
    {"number_out_of_range", "E114", syntax, "{number} is out of range here", "", ""},
    {"number_with_blank", "E114", syntax, "a number has no blank inside", "", ""},
    {"reserved_type_name", "E106", syntax, "{name} is kept for a type to come", "", "Choose another name."},
    {"frozen_scalar", "E120", syntax, "{type} cannot be frozen", "Only collections, tuples and user types can be.",
     "Write the type without frozen<>."},
    {"set_from_other_column", "E115", syntax, "{column} cannot be set from another column, {other}",
     "SET takes constants; a column may only be changed by its own value: c = c + 1.", ""},
    {"column_set_twice", "E115", syntax, "{column} is set twice in one statement", "", "Set it once."},
    {"property_twice", "E116", syntax, "{property} is given twice", "", "Give it once."},
    {"constant_expected", "E116", syntax, "an option takes constants only", "", ""},

    // section: types
    {"integer_out_of_range", "E450", invalid, "{literal} does not fit the type {type}",
     "A {type} holds the whole numbers from {least} to {most}.", "Write a number in this range, or use a wider type."},
    {"not_a_number", "E451", invalid, "{literal} is not a number of type {type}", "",
     "Write digits, with a point or an exponent where the type has fractions: 12, -1.5, 1e10."},
    {"decimal_not_finite", "E451", invalid, "a decimal cannot be {literal}",
     "A decimal is made of digits; only float and double know NaN and Infinity.", "Write a number, or null."},
    {"decimal_exponent", "E451", invalid, "the exponent of {literal} is too large for a decimal",
     "The scale of a decimal is a 32-bit number.", ""},
    {"float_out_of_range", "E452", syntax, "{literal} is larger than any double",
     "Every constant with a point or an exponent must fit a double, up to about 1.8e308, whatever its column is.",
     "Write whole numbers as digits without an exponent, or write Infinity."},
    {"not_a_timestamp", "E453", invalid, "'{literal}' is not a timestamp",
     "A timestamp is a day, or a day and a time, in numbers; the zone is UTC unless the text names one.",
     "Write '2011-02-03', '2011-02-03 04:05:06' or '2011-02-03T04:05:06.789+0100', or milliseconds since 1970."},
    {"not_a_date", "E453", invalid, "'{literal}' is not a date", "A date is a day without a time.",
     "Write it with all its digits: '2011-02-03'."},
    {"no_such_day", "E453", invalid, "there is no day {literal} in the calendar", "", ""},
    {"not_a_time", "E453", invalid, "'{literal}' is not a time of day", "A time has hours, minutes and seconds.",
     "Write '04:05:06' or '04:05:06.789', or nanoseconds since midnight."},
    {"not_a_duration", "E454", invalid, "{literal} is not a duration",
     "A duration is made of numbers with units: y, mo, w, d, h, m, s, ms, us, ns.",
     "Write 1h30m, 2d, 1y6mo or P1Y2M3DT4H5M6S."},
    {"duration_order", "E454", invalid, "the units of {literal} are not in order",
     "Each unit stands once, the larger before the smaller: y, mo, w, d, h, m, s, ms, us, ns.", ""},
    {"duration_out_of_range", "E454", invalid, "{literal} is too long for a duration",
     "A duration holds months and days as 32-bit numbers and the rest as 64-bit nanoseconds.", ""},
    {"not_an_address", "E455", invalid, "'{literal}' is not an internet address",
     "An inet holds an address in numbers, without a port; names of hosts are not looked up.",
     "Write '192.168.0.1' or '2001:db8::1'."},
    {"not_a_uuid", "E456", invalid, "{literal} is not a uuid", "A uuid has 32 hexadecimal digits in five groups.",
     "Write 8, 4, 4, 4 and 12 digits with dashes between, or call uuid()."},
    {"not_a_timeuuid", "E456", invalid, "{literal} is not a timeuuid",
     "A timeuuid is a uuid of version 1: the third group begins with 1.",
     "Call now() for a new one, or make the column a uuid."},
    {"not_ascii", "E457", invalid, "'{literal}' holds characters that ascii does not have",
     "The type ascii knows the characters up to 127 only.", "Make the column text."},
    {"not_utf8", "E457", invalid, "these bytes are not {type}: they are not valid UTF-8", "", "Keep them in a blob."},
    {"odd_hex_digits", "E458", invalid, "{literal} does not hold whole bytes",
     "A blob has two hexadecimal digits for each byte.", "Add or remove a digit."},
    {"bytes_length", "E459", invalid, "a {type} has {expected} bytes, not {size}", "", ""},
    {"bytes_malformed", "E459", invalid, "these bytes are no value of type {type}", "", ""},
    {"null_in_collection", "E460", invalid, "a {type} cannot hold null",
     "Only tuples and user types have places that may be empty.", "Leave the element out."},

    // section: definitions
    {"no_keyspace", "E200", invalid, "no keyspace is in use, so {name} has no home", "A table lives in a keyspace.",
     "Write keyspace.{name}, or USE a keyspace first."},
    {"undefined_keyspace", "E201", invalid, "there is no keyspace {keyspace}", "",
     "CREATE KEYSPACE makes one, DESCRIBE KEYSPACES lists those there are."},
    {"undefined_keyspace_near", "E201", invalid, "there is no keyspace {keyspace}", "", "Did you mean {nearest}?"},
    {"undefined_table", "E201", invalid, "there is no table {table} in keyspace {keyspace}", "",
     "CREATE TABLE makes one, DESCRIBE TABLES lists those there are."},
    {"undefined_table_near", "E201", invalid, "there is no table {table} in keyspace {keyspace}", "",
     "Did you mean {nearest}?"},
    {"undefined_column", "E203", invalid, "table {table} has no column {column}",
     "A statement can only name columns that the table declares.", "ALTER TABLE {table} ADD {column} makes one."},
    {"undefined_column_near", "E203", invalid, "table {table} has no column {column}",
     "A statement can only name columns that the table declares.", "Did you mean {nearest}?"},
    {"undefined_type", "E205", invalid, "there is no type {type}",
     "A type is one of CQL's own or a user type of keyspace {keyspace}.", "CREATE TYPE makes a user type."},
    {"undefined_type_near", "E205", invalid, "there is no type {type}",
     "A type is one of CQL's own or a user type of keyspace {keyspace}.", "Did you mean {nearest}?"},
    {"type_without_parts", "E205", invalid, "{type} does not say of what",
     "Collections, tuples and vectors name their parts: list<int>, set<text>, map<text, int>, tuple<int, text>, "
     "vector<float, 3>.",
     "Write the parts between < and >."},
    {"unknown_class", "E205", syntax, "'{class}' is no type that Cellar knows",
     "A type in quotes is the name of a Java class; Cellar knows those of CQL's own types.",
     "Write the type without quotes: text, int, timestamp ..."},
    {"type_of_other_keyspace", "E205", invalid, "type {type} belongs to another keyspace",
     "A user type can only be used in its own keyspace, here {keyspace}.", "CREATE TYPE {type} in {keyspace}, too."},
    {"frozen_scalar", "E206", syntax, "{type} cannot be frozen",
     "frozen<> keeps a collection, tuple or user type as one value; {type} is one value already.",
     "Write {type} alone."},
    {"nested_collection", "E206", invalid, "{type} inside a collection must be frozen",
     "Each element of a collection is one cell, so a collection in it has to be one value.",
     "Write frozen<{type}>: it is then read and written as a whole."},
    {"nested_user_type", "E206", invalid, "the user type {type} inside a collection must be frozen",
     "Each element of a collection is one cell, so a user type in it has to be one value.",
     "Write frozen<{type}>: it is then read and written as a whole."},
    {"counter_inside", "E209", invalid, "a counter cannot be part of {outer}",
     "A counter is a column of its own: it is never set, only added to.",
     "Make it a column of a table of counters, with the rest of the key in the primary key."},
    {"duration_as_key", "E206", invalid, "a duration cannot be a {outer}",
     "Set members and map keys are kept in order, and durations have none: is 1mo more than 30d?",
     "Keep the length as a number (bigint), or as a value of a map."},
    {"vector_dimension", "E206", invalid, "{dimension} is no number of elements for a vector",
     "A vector has a fixed number of elements, at least one.", ""},

    // section: planner
    {"not_run_yet", "E600", invalid, "{statement} is valid CQL, but Cellar does not run it yet", "", ""},

    // section: executor

    // section: functions

    // section: storage

    // section: shell
    {"script_ends_inside", "E113", syntax, "the script ends inside {what} that begins here",
     "What is open at the end of a script was cut off or never closed, so it is not run.", "Close it with {closing}"},
    {"script_ends_unfinished", "E113", syntax, "the script ends before this statement does",
     "A statement without its end may be half of another one, so it is not run.", "End it with ;"},
    {"command_usage", "E114", syntax, "{command} does not take these words", "", "{usage}"},
    {"no_help", "E115", invalid, "there is no help on {topic}", "", "HELP lists the topics."},
    {"sourced_too_deep", "E116", invalid, "SOURCE stands in scripts within scripts, {depth} deep",
     "A script that runs itself would never end.", ""},
    {"command_absent", "E600", invalid, "Cellar's shell has no {command}",
     "It is a command of Cassandra's shell for what Cellar has no use for, or does otherwise.",
     "HELP lists the commands there are."},
    {"nothing_of_that_name", "E201", invalid, "there is no {kind} {name} in keyspace {keyspace}", "",
     "DESCRIBE TABLES and DESCRIBE TYPES list what there is."},
    {"unreadable_file", "E590", server, "cannot read {file}: {reason}", "", ""},
    {"script_is_folder", "E590", server, "{file} is a folder, not a script", "",
     "Name the scripts in it, or check them with: cellar check {file}"},
    {"script_not_utf8", "E590", server, "{file} is UTF-16 text", "Scripts are UTF-8.",
     "Convert it: iconv -f UTF-16 -t UTF-8 {file}"},
    {"program_fault", "E599", server, "Cellar failed to run this: {what}",
     "That is a fault of the program, not of the statement.", "Please report it with the statement."},
};

}  // namespace

std::span<const CatalogueEntry> catalogue() { return kEntries; }

const CatalogueEntry* find_entry(std::string_view id) {
  const auto* found = std::find_if(std::begin(kEntries), std::end(kEntries),
                                   [id](const CatalogueEntry& entry) { return entry.id == id; });
  return found == std::end(kEntries) ? nullptr : found;
}

std::string fill(std::string_view words, const Parameters& parameters) {
  std::string text;
  std::size_t position = 0;
  while (position < words.size()) {
    const std::size_t open = words.find('{', position);
    const std::size_t close = open == words.npos ? words.npos : words.find('}', open);
    if (close == words.npos) break;
    text += words.substr(position, open - position);
    const std::string_view name = words.substr(open + 1, close - open - 1);
    const auto parameter = std::find_if(parameters.begin(), parameters.end(),
                                        [name](const Parameter& candidate) { return candidate.name == name; });
    text += parameter == parameters.end() ? std::string(words.substr(open, close - open + 1)) : parameter->value;
    position = close + 1;
  }
  return text + std::string(words.substr(position));
}

}  // namespace cellar
