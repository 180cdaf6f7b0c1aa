// The table and the columns of COPY.
//
// In:      the names of a statement, the schema.
// Out:     the table, and the columns in the order of the file.
// Refused: names that do not exist, or are named twice; times of a column that has none (E203, E638).
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
  FileColumns columns;
  bool names_columns = false;  // the statement does
};

/// Puts behind the value of each column that can have them when it was written and until when it lives, unless a list names
/// such fields itself.
void add_times(CopyTarget& target);

CopyTarget resolve_copy(const CopyStatement& statement, Connection& connection);

/// Refuses the times of a key and of a counter. `file`: whose header has them; empty: the list of the statement.
void require_times(const Table& table, const FileColumn& field, Span span, const std::string& where);

/// `ks.t`, with quotes where a name needs them.
std::string qualified_name(const Table& table);

}  // namespace cellar
