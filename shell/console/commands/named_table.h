// The table that the words of a command name.
//
// In:      the words, and the first one of the name: `name`, or `keyspace . name`.
// Out:     the table or view, and the first word behind its name.
// Refused: words that are no name (E114), and a table that is not there, as in a SELECT.
#pragma once

#include <cstddef>

#include "parser/statement/expression.h"
#include "shell/console/command.h"

namespace cellar {

struct NamedTable {
  SchemaPointer schema;
  TablePointer table;
  std::size_t end = 0;
};

/// The word as a name: in lower case, unless it was quoted.
Name name_of(const CommandWord& word);
NamedTable named_table(const CommandCall& call, std::size_t first);

}  // namespace cellar
