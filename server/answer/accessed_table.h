// The table that a statement reads or writes, as far as errors tell of it.
//
// In:      the text of a statement, the keyspace in use, the schema.
// Out:     its names, and whether it writes under a condition; the type of a write.
// Refused: nothing. A definition, and a text that is no CQL, accesses no table.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "schema/schema.h"

namespace cellar {

struct AccessedTable {
  std::string keyspace;
  std::string table;  // of a BATCH: of its last part
  bool is_conditional = false;
  bool is_read = false;
  bool is_batch = false;
};

std::optional<AccessedTable> accessed_table(std::string_view statement, const std::string& keyspace);

/// CAS or COUNTER, or else the type that is given.
std::string_view write_type_of(std::string_view statement, const std::string& keyspace, const Schema& schema,
                               std::string_view otherwise);

}  // namespace cellar
