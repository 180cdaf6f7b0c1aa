// The statements of a program that keeps a table and copies of it with other keys.
//
// In:      the table that a query was written for, and its copies; a copy's columns have the names and types of
//          the table's.
// Out:     CQL text that ends with a semicolon; every marker has the name of its column.
// Refused: nothing.
#pragma once

#include <string>
#include <vector>

#include "schema/schema.h"

namespace cellar {

/// Returns the keyspace and the name, quoted if CQL requires it; the name alone if `keyspace` is the keyspace in
/// use.
std::string table_text(const Table& table, std::string_view keyspace);

/// Returns the columns of the copy's key that are not in the key of the table: their value may change, and a row
/// without it is not in the copy. They include those for the elements of a collection.
std::vector<std::string> promoted_columns(const Table& table, const Table& copy);

/// Returns batches that write to the table and to all copies: one that inserts a row, one that deletes it, and
/// if a value of a copy's key may change, one for each such copy that changes it. A table of counters has one batch.
std::vector<std::string> writes_to_all(const Table& table, const std::vector<const Table*>& copies,
                                       std::string_view keyspace);

/// Returns how a program fills the copy from the table: a SELECT of all rows, and the statement that writes each
/// of them.
std::vector<std::string> fill_statements(const Table& table, const Table& copy, std::string_view keyspace);

}  // namespace cellar
