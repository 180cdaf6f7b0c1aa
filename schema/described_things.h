// What DESCRIBE answers: the objects of a schema, each with the statement that creates it again.
//
// In:      keyspaces of the schema, and the database's own.
// Out:     objects in an order in which their statements can run.
// Refused: nothing.
#pragma once

#include <string>
#include <vector>

#include "schema/schema.h"

namespace cellar {

struct DescribedThing {
  std::string keyspace;  // this and the name are quoted if CQL requires it
  std::string type;      // "keyspace", "type", "table", "index", "materialized_view"
  std::string name;
  std::string statement;
};
using DescribedThings = std::vector<DescribedThing>;

/// WITH INTERNALS: tables and views with their ids, and the columns that were dropped.
enum class Internals : bool { left_out, described };

/// All keyspaces, the database's own included, by name.
std::vector<const Keyspace*> keyspaces_to_describe(const Schema& schema);

DescribedThing described_keyspace(const Keyspace& keyspace);
DescribedThing described_type(const UserType& type);
DescribedThing described_index(const Table& table, const Index& index);
DescribedThing described_view(const Table& base, const View& view, Internals internals);
/// The table, its indexes and its views.
DescribedThings described_table(const Table& table, Internals internals);
/// The tables of a keyspace. Cassandra orders their names whatever the case.
std::vector<TablePointer> tables_to_describe(const Keyspace& keyspace);
/// The keyspace, its types (each after those that it uses) and its tables.
DescribedThings described_contents(const Keyspace& keyspace, Internals internals);

}  // namespace cellar
