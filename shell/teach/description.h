// The rows of a DESCRIBE as text for people, as cqlsh prints them.
//
// In:      the columns and rows that the statement answered, the width of the terminal, and the keyspace in use.
// Out:     statements with a blank line before each, or names in columns, or what there is of a cluster. Names come under
//          the names of their keyspaces if no keyspace is in use.
// Refused: nothing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "database/database.h"

namespace cellar {

struct Description {
  std::vector<ResultColumn> columns;
  std::vector<std::vector<Value>> rows;
};

/// Returns whether these are the columns and rows of a DESCRIBE: a server may answer anything.
bool is_description(const Description& description);
/// Of what is_description().
std::string format_description(const Description& description, std::size_t width,
                               std::string_view keyspace = {}, Language language = Language::english);

}  // namespace cellar
