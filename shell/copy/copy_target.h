// The table and the columns of COPY.
//
// In:      the names of a statement, the schema.
// Out:     the table, and the columns in the order of the file.
// Refused: names that do not exist, or are named twice (E203, E638).
#pragma once

#include <vector>

#include "shell/connection/connection.h"
#include "shell/copy/copy_statement.h"

namespace cellar {

struct CopyTarget {
  SchemaPointer schema;  // keeps the table alive
  TablePointer table;
  /// Those of the statement; if it names none, all columns of the table as cqlsh orders them: partition key,
  /// clustering, then the others by name.
  std::vector<const Column*> columns;
  bool names_columns = false;  // the statement does
};

CopyTarget resolve_copy(const CopyStatement& statement, Connection& connection);

/// `ks.t`, with quotes where a name needs them.
std::string qualified_name(const Table& table);

}  // namespace cellar
