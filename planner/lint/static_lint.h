// L511: regular columns that have one value in a whole partition.
//
// In:      a table, and the others of its keyspace.
// Out:     the lint, with the places of all such columns. A column is determined by the partition key if another
//          table has that key alone as its primary key, and the column among its own: product (prdt_id, title) says
//          that a product has one title.
// Refused: nothing.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "parser/statement/statement.h"
#include "schema/cql_text.h"
#include "schema/schema.h"

namespace cellar {

/// Regular columns of a table that another table, the entity, has once for each value of its primary key.
struct DeterminedColumns {
  TablePointer entity;
  const Column* id;                    // the table's column that holds the key of the entity
  std::vector<const Column*> columns;  // at least one
};
std::optional<DeterminedColumns> determined_columns(const Table& table, const Keyspace& home);
/// The lint, with the places of the columns.
Diagnostic lint_static(const DeterminedColumns& determined, const Table& table, std::vector<Span> places);

std::vector<Diagnostic> lint_static(const TablePlaces& places, const Table& table, const Keyspace& home);

}  // namespace cellar
