// Reads the tables of a schema of which some records may be damaged.
//
// In:      records by name.
// Out:     the tables that can be decoded, those of views included; the records that cannot be read or trusted.
// Refused: nothing: a damaged record is an answer.
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

/// Appends to `damaged`. Omits tables that have the same id, since the id's data may belong to either.
std::vector<TablePointer> readable_tables(const std::map<std::string, std::string>& records,
                                          std::vector<DamagedRecord>& damaged);

}  // namespace cellar
