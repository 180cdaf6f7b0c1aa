// What a move makes on the other side before and behind the rows.
//
// In:      the schemas of both sides, which keyspaces and tables are moved, the replication of new keyspaces.
// Out:     the tables, and the statements for what is missing: keyspaces, types and tables, then indexes and views.
// Refused: names that do not exist, tables of two keyspaces for one condition, a definition of the target with the same name
//          that is another one (E688), a new keyspace whose replication nobody says (E689).
//
// Definitions are the same if rows mean the same in both: columns, types and keys, order, what an index is of, what a view
// selects. Options of tables may differ.
#pragma once

#include <string>
#include <vector>

#include "shell/move/move.h"

namespace cellar {

struct MovedThing {
  std::string name;  // "TABLE shop.orders"
  std::string statement;
  std::string plain{};  // without options that older and other servers do not know; empty: there are none
};

struct MovedSchema {
  SchemaPointer schema;  // of the source; keeps the tables alive
  std::vector<TablePointer> tables;
  std::vector<MovedThing> before_rows, after_rows;  // that the target lacks
  std::vector<std::string> new_keyspaces;           // among them
  std::vector<std::string> new_tables;              // likewise, as MovedTable::name
  std::vector<std::string> left_out;                // tables that this program knows nothing of
};

MovedSchema plan_schema(const MoveTask& task);

}  // namespace cellar
