// Reads the tables of a schema, as far as that is possible when some of its records are damaged.
//
// In:  records by name. Out: the tables that can be decoded, and the names of the records that cannot.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "schema/schema.h"

namespace cellar {

/// Adds the names of damaged records to `damaged`.
std::vector<TablePointer> readable_tables(const std::map<std::string, std::string>& records,
                                          std::vector<std::string>& damaged);

}  // namespace cellar
