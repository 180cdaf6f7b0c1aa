// The rows of a DESCRIBE as text for people, as cqlsh prints them.
//
// In:      the columns and rows that the statement answered, and the width of the terminal.
// Out:     statements with blank lines between, or names in columns, or what there is of a cluster.
#pragma once

#include <string>
#include <vector>

#include "database/database.h"

namespace cellar {

struct Description {
  std::vector<ResultColumn> columns;
  std::vector<std::vector<Value>> rows;
};

std::string format_description(const Description& description, std::size_t width);

}  // namespace cellar
