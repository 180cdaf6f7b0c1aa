// The table, or the partitions of one, that the words of a command name.
//
// In:      the words, and the first one of the name: `name`, or `keyspace . name`.
// Out:     the table or view, and the first word behind its name; or a snapshot with the partitions.
// Refused: words that are no name, or not enough (E114), and a table that is not there, as in a SELECT.
#pragma once

#include <cstddef>

#include "parser/statement/expression.h"
#include "shell/console/command.h"
#include "shell/teach/cells/cells_place.h"

namespace cellar {

struct NamedTable {
  SchemaPointer schema;
  TablePointer table;
  std::size_t end = 0;
};

/// The word as a name: in lower case, unless it was quoted.
Name name_of(const CommandWord& word);
NamedTable named_table(const CommandCall& call, std::size_t first);
/// Reads `table [WHERE key = value AND ...] [LIMIT n]`. The open group of writes becomes durable before.
CellsPlace named_partitions(const CommandCall& call, std::size_t first);
/// Reads `table WHERE key = value AND ...`: one partition, which need not be there.
CellsPlace named_partition(const CommandCall& call, std::size_t first);

}  // namespace cellar
