// Misuse of the library by a program.
//
// Columns: id, code, class (refusal/cause.h), title, why, fix, then what struct Message says. Below the messages are
// the examples of their codes. Only refusal/messages.cpp includes this file.
#pragma once

#include "refusal/code_examples.h"
#include "refusal/messages.h"

namespace cellar::catalogue {

using enum ErrorClass;
using enum MessageKind;

inline constexpr Message kLibraryMessages[] = {
    {"empty_object", "E520", invalid, "this {object} is empty",
     "It was made without arguments, or what it held was moved to another one.", "Use {source}."},
    {"group_is_open", "E521", invalid, "a group is open already", "A session has one group at a time.",
     "End it first: commit_group(), commit_group_async() or drop_group()."},
    {"no_open_group", "E521", invalid, "there is no open group",
     "begin_group() opens one; it is gone after commit_group() and drop_group(), and when its commit failed.",
     "Call begin_group() before the writes that belong together."},
    {"read_as_other_type", "E522", invalid, "the column {column} is {type} and cannot be read as {asked}",
     "A value is read as a C++ type that can hold every value of its CQL type.", "Read it as {usual}."},
    {"bound_to_other_type", "E522", invalid, "the marker {marker} is {type} and cannot be bound from {given}",
     "A value is bound from a C++ type that matches the CQL type of its marker.",
     "Bind {usual}, or a BoundValue with the bytes of the value."},
    {"null_without_optional", "E523", invalid, "the column {column} is null, and {asked} has no null",
     "Null is the absence of a value.", "Read it as std::optional."},
    {"no_result_column", "E524", invalid, "the result has no column {column}", "Its columns are {columns}.",
     "Name one of them, or give the column a name in the select list: ... AS name."},
    {"no_result_column_number", "E524", invalid,
     "the result has {count|column|columns}, and none is number {number}", "Columns are counted from 0.", ""},
    {"no_marker_name", "E524", invalid, "the statement has no marker {marker}", "Its markers are {markers}.",
     "Name one of them."},
    {"prepared_elsewhere", "E525", invalid, "this statement was prepared in another database",
     "A Prepared belongs to the database of the session that prepared it.",
     "Prepare it again in a session of this database."},
    {"marker_type_changed", "E527", unprepared,
     "the marker {marker} was {before} when this statement was prepared, and is {now}",
     "The table or type has changed since, and a value of the one type would be read as another one.",
     "Prepare the statement again, and bind its values anew."},
    {"wrong_value_count_of_part", "E405", invalid,
     "part {part} of the batch has {expected|marker|markers} and was given {given|value|values}",
     "Each part of a batch has values of its own. Parts are counted from 0.",
     "Give this part a value for each of its markers."},
    {"no_completion", "E526", invalid, "submit() was given no function to call with the answer",
     "The answer comes in another thread.", "Give it a completion; it may do nothing."},
    {"supplied_row_size", "E528", invalid,
     "a row that a program supplies for {table} has {given|value|values}, and the table "
     "{columns|column|columns}",
     "Rows of this table come from the program that has the database open (Database::supply_rows).",
     "Give each row as many values as the table has columns, in their order; outside the key they may be "
     "null."},
    {"supplied_value_unfit", "E528", invalid,
     "the value of {column} that a program supplies for {table} is none of type {type}",
     "Rows of this table come from the program that has the database open (Database::supply_rows).",
     "Set it by SystemRows::set, which encodes a value of C++."},
    {"supplied_key_null", "E528", invalid, "a row that a program supplies for {table} has no {column}",
     "Rows of this table come from the program that has the database open (Database::supply_rows).",
     "The key is what tells rows apart: give {column} a value."},
    {"supplied_column_unknown", "E528", invalid,
     "a program supplies {column} for {table}, which has no such column",
     "Rows of this table come from the program that has the database open (Database::supply_rows).",
     "DESCRIBE TABLE {table} shows its columns."},
    {"table_not_supplied", "E529", invalid, "{table} takes no rows from a program",
     "A program can supply the rows of system tables that are empty otherwise.",
     "Name one of them, for instance system_views.clients."},
};

inline constexpr CodeExample kLibraryCodes[] = {
    {.code = "E520", .circumstances = "Session session; session.execute(\"...\"); in a program of C++"},
    {.code = "E521", .circumstances = "session.commit_group() without begin_group() in a program of C++"},
    {.code = "E522", .circumstances = "row.get<std::int32_t>(\"body\") of a text column in a program of C++"},
    {.code = "E523",
     .circumstances = "row.get<std::string>(\"body\") where body is null, in a program of C++"},
    {.code = "E524", .circumstances = "row.get<std::string>(\"bdy\") in a program of C++"},
    {.code = "E525",
     .circumstances =
         "a statement prepared by one Database and run by a session of another, in a program of C++"},
    {.code = "E526", .circumstances = "session.submit(request, nullptr) in a program of C++"},
    {.code = "E527",
     .circumstances = "a statement prepared before its table was dropped and created with other types, in a "
                      "program of C++"},
    {.code = "E528",
     .circumstances = "a row without a key that a program of C++ supplies for system_views.clients"},
    {.code = "E529",
     .circumstances = "database.supply_rows(\"system\", \"local\", supply) in a program of C++"},
};

}  // namespace cellar::catalogue
