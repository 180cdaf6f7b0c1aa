// Commands of the shell, scripts and options.
//
// Columns: id, code, class (refusal/cause.h), title, why, fix, then what struct Message says. Below the messages are
// the examples of their codes. Only refusal/messages.cpp includes this file.
#pragma once

#include "refusal/code_examples.h"
#include "refusal/messages.h"

namespace cellar::catalogue {

using enum ErrorClass;
using enum MessageKind;

inline constexpr Message kShellMessages[] = {
    {"script_ends_inside", "E113", syntax, "the script ends inside {what} that begins here",
     "What is open at the end of a script was cut off or never closed, so it is not run.",
     "Close it with {closing}"},
    {"script_ends_inside_quote", "E113", syntax, "a quote is left open in the statement that begins here",
     "The script ends inside {what}. A quote inside a string is doubled: 'it''s'. What is open at the end of "
     "a script is not run.",
     "Close it with {closing}"},
    {"script_ends_inside_odd_quote", "E113", syntax | Trait::tells_lines,
     "line {line} probably has a quote too many or too few",
     "The script ends inside {what}. Not run: {lines}, with {count|statement|statements}. A quote inside a "
     "string is doubled: 'it''s'.",
     "Mend line {line}."},
    {"odd_quote_before", "E113", syntax | Trait::tells_lines,
     "line {line} probably has a quote too many or too few",
     "What it opens ends where the next quote should open a string. Not run: {lines}, with "
     "{count|statement|statements}. A quote inside a string is doubled: 'it''s'.",
     "Mend line {line}."},
    {"behind_odd_quote", "E113", syntax | Trait::tells_lines,
     "not run, probably because of the quote in line {line}: {lines}", "", "Mend line {line}."},
    {"script_ends_inside_apostrophe", "E113", syntax | Trait::tells_lines,
     "the quote in {word} ends its string too early",
     "The script ends inside {what}. Not run: {lines}, with {count|statement|statements}.",
     "Double it: {doubled}"},
    {"script_ends_inside_with_statements", "E113", syntax | Trait::tells_lines,
     "the script ends inside {what} that begins here", "Not run: {lines}, with {count|statement|statements}.",
     "Close it with {closing}"},
    {"script_ends_inside_batch", "E113", syntax | Trait::tells_lines,
     "the script ends inside a batch that begins here",
     "What follows BEGIN BATCH belongs to the batch, up to APPLY BATCH. Not run: {lines}.",
     "Close it with APPLY BATCH;"},
    {"batch_ends_otherwise", "E113", syntax | Trait::tells_lines, "{word} ends no batch",
     "What follows BEGIN BATCH belongs to the batch, up to APPLY BATCH. Not run: {lines}.",
     "Write APPLY BATCH; instead."},
    {"batch_ends_in_quote", "E113", syntax, "this APPLY BATCH lies in a quote or comment, and ends no batch",
     "What is open at the end of a script was cut off or never closed, so it is not run.",
     "Close the quote before it, or remove the comment mark."},
    {"script_ends_unfinished", "E113", syntax, "the script ends before this statement does",
     "A statement without its end may be half of another one, so it is not run.", "End it with ;"},
    {"command_usage", "E114", syntax, "{command} does not take these words",
     "In its form, words in capitals are typed as they are; what is in [ ] may be left out; | is between "
     "choices.",
     "{usage}"},
    {"no_help", "E115", invalid, "there is no help on {topic}", "", "`HELP` lists the topics."},
    {"no_help_near", "E115", invalid | Trait::guess, "there is no help on {topic}", "",
     "Did you mean HELP {nearest}?"},
    {"cells_one_partition", "E610", invalid,
     "{command} shows whole partitions, and {what} names less or more",
     "A partition is what lies together. It is named by `=` on every column of its key, and by nothing else.",
     "Write {command} {table} WHERE {key}; without WHERE it shows the partitions in the order of their "
     "tokens."},
    {"cells_computed", "E611", invalid, "{table} has no cells",
     "The rows of system tables are computed from the schema when they are read.",
     "`SELECT * FROM {table};` shows its rows."},
    {"clock_time", "E612", invalid, "{text} is no time for the clock",
     "The clock counts microseconds since 1970, and goes up to 2086: what is written later could not have "
     "every time "
     "to live.",
     "Write a timestamp in quotes, '2025-01-01T00:00:00Z', or a number of microseconds."},
    {"clock_distance", "E612", invalid, "the clock cannot be moved by {text}",
     "Months and years differ in length, and the clock goes from 1970 to 2086.",
     "Write units from weeks to microseconds: 1h30m, 10s, 5ms."},
    {"cells_limited", "W420", notice, "{table} has more than the {shown} shown here", "", "To go on: {next}"},
    {"clock_behind_file", "W421", notice, "the database has given later timestamps than the clock says",
     "Timestamps of a database only grow, so that a later write wins: without USING TIMESTAMP, writes get "
     "{last} + 1 "
     "and so on. Times to live and functions follow the clock.",
     "Set the clock to {after} or later, or begin with an empty database."},
    {"output_file_unopened", "E630", invalid, "cannot open {file} for results: {reason}",
     "Results go where they went before.", "Name a file in a folder that exists, and that you may write to."},
    {"output_file_unwritten", "E630", invalid, "cannot write results to {file}: {reason}",
     "The file lacks what could not be written, and results go to the screen from now on.",
     "Make room or name another file, and run the statement again."},
    {"dump_unwritten", "E630", invalid, "cannot write the statements to {file}: {reason}",
     "A file of that name is as it was before.",
     "Make room, or name a file in a folder that exists and that you may write to."},
    {"insert_of_computed", "E631", invalid, "no INSERT can write the column {column}",
     "MODE insert prints statements that write the rows again, and this column is computed, not stored.",
     "Select columns of the table, or choose another form: MODE csv"},
    {"insert_without_key", "E631", invalid, "{column} of the primary key of {table} is not selected",
     "MODE insert prints statements that write the rows again, and they name the whole primary key.",
     "Select {column}, too."},
    {"insert_into_view", "E631", invalid, "{view} is a materialized view, which no INSERT can write",
     "Its rows follow from those of {table}.", "Select the rows of {table}."},
    {"directive_unknown", "E649", invalid, "{found} is no directive of a timestamp",
     "A directive is % and a letter, as in strftime(3): {known}. %f is microseconds, and %% a percent sign.",
     "Write one of them, such as '%d.%m.%Y %H:%M'."},
    {"zone_unknown", "E632", invalid, "there is no time zone {zone}",
     "Zones are those of this system's zone database.",
     "Write an id such as 'Europe/Vienna', an offset such as '+02:00', UTC, or LOCAL."},
    {"zones_absent", "E632", invalid, "this system has no zone database, which {zone} is looked up in", "",
     "Install it (Debian: apt-get install tzdata), or write an offset such as '+02:00'."},
    {"capture_is_off", "E633", invalid, "not currently capturing output", "",
     "CAPTURE 'file' begins to capture."},
    {"capture_is_on", "E633", invalid, "already capturing output to {file}", "", "CAPTURE OFF ends it."},
    {"command_absent", "E600", invalid | Cause::absent_command, "there is no {command}", "",
     "Put the statements of that file into the script."},
};

inline constexpr CodeExample kShellCodes[] = {
    {.code = "E600", .circumstances = "cellar check, and the script has a SOURCE"},
    {.code = "E610", .example = "CELLS posts WHERE author = 'ann' AND id = 3"},
    {.code = "E611", .example = "CELLS system.local"},
    {.code = "E612", .example = "CLOCK 'noon'"},
    {.code = "E630", .example = "OUTPUT '/nosuch/results.csv'"},
    {.code = "E631", .circumstances = "SELECT count(*) FROM posts WHERE author = 'ann'; in MODE insert"},
    {.code = "E632", .example = "FORMAT ZONE 'Europe/Nowhere'"},
    {.code = "E633", .example = "CAPTURE OFF"},
    {.code = "E649", .example = "FORMAT TIMESTAMP '%Q'"},
    {.code = "W420",
     .example = "INSERT INTO posts (author, id) VALUES ('ann', 1); INSERT INTO posts (author, id) VALUES "
                "('bob', 1); "
                "CELLS posts LIMIT 1;"},
    {.code = "W421", .example = "CLOCK '2020-01-01T00:00:00Z'"},
};

}  // namespace cellar::catalogue
