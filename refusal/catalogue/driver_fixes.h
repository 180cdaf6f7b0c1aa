// What clients of a server are told to do, where the fix of a message is one that only the shell can follow.
//
// Columns: id, fix; an empty one: there is none. Only refusal/render.cpp includes this file.
#pragma once

#include <string_view>

namespace cellar::catalogue {

struct DriverFix {
  std::string_view id, fix;
};

inline constexpr DriverFix kDriverFixes[] = {
    {"wrong_value_count", "Send as many values as the statement has markers."},
    {"unknown_statement", ""},
    {"nothing_described", "`DESCRIBE TABLES` lists the tables."},
    {"backslash", "`DESCRIBE TABLES` lists the tables."},
    {"undefined_function", "Do it in the application."},
    {"undefined_function_near", "Did you mean {nearest}?"},
    {"argument_of_wrong_type", ""},
    {"function_argument_type", ""},
    {"literal_of_wrong_type", ""},
    {"value_of_wrong_type", ""},
    {"no_where",
     "Name the partition, WHERE {partition}; to look at everything in a small table, add ALLOW FILTERING."},
    {"limit_without_where",
     "Name the partition, WHERE {partition}; to see some rows of the table, add ALLOW FILTERING."},
    {"aggregate_without_where",
     "Name the partition, WHERE {partition}; keep a number that is often asked for in a counter table. For a "
     "rare look add ALLOW FILTERING."},
    {"distinct_without_where",
     "If you ask for it often, keep a table of the keys. For a rare look add ALLOW FILTERING."},
    {"json_column_value", ""},
    {"functions_switched_off", "Compute in the program that reads the rows."},
};

}  // namespace cellar::catalogue
