// How many tables, columns and parts of types a database of the page may have: they stay in memory, and types within
// types double again and again.
//
// In:      a statement that defines, and the schema that it changes.
// Out:     nothing, if it may run.
// Refused: a statement behind which the schema would have more than ten thousand keyspaces, tables, indexes, columns
//          and parts of types (E536). A text that is no CQL is for the engine to refuse.
#pragma once

#include <string_view>

#include "schema/schema.h"

namespace cellar {

void refuse_too_many_definitions(std::string_view statement, const Schema& schema, std::string_view keyspace);

}  // namespace cellar
