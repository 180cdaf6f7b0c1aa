// Reads the tables of a schema, as far as that is possible when some of its records are damaged.
//
// In:      records by name.
// Out:     the tables that can be decoded, and which records cannot be read or trusted.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "schema/schema.h"

namespace cellar {

struct DamagedRecord {
  std::string name;
  std::string reason;
};

/// Adds to `damaged`. Tables of one id are left out: which of them the id belongs to is not known.
std::vector<TablePointer> readable_tables(const std::map<std::string, std::string>& records,
                                          std::vector<DamagedRecord>& damaged);

}  // namespace cellar
