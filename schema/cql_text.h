// Canonical CQL text of the schema: text that runs again and makes the same thing.
//
// In:      plain schema data.
// Out:     CREATE statements ending in `;`, in the layout of Cassandra's DESCRIBE.
// Refused: nothing.
//
// Sources: cql_text.cpp (keyspaces and types), table_cql_text.cpp, described_things.cpp (describe_all).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "refusal/refusal.h"
#include "schema/schema.h"

namespace cellar {

std::string describe(const Keyspace& keyspace);  // the CREATE KEYSPACE alone
std::string describe(const Table& table);        // CREATE TABLE with all options
/// The places in a CREATE text at which its table and columns are named.
struct TablePlaces {
  Span name;                      // without the keyspace
  std::vector<Span> definitions;  // of each of Table::columns
  std::vector<Span> keys;         // of each, in PRIMARY KEY; elsewhere that of its definition
};
/// Returns the places in describe(table).
TablePlaces places_in_description(const Table& table);
/// CREATE TABLE on one line, with the clustering order if a column descends, and default_time_to_live if it is not
/// 0. The keyspace is left out if it is `keyspace_in_use`.
std::string define(const Table& table, std::string_view keyspace_in_use);
/// Also with the table's id and the columns that were dropped.
std::string describe_with_internals(const Table& table);
/// CREATE MATERIALIZED VIEW with all options, of a view of the table.
std::string describe(const View& view, const Table& base);
std::string describe_with_internals(const View& view, const Table& base);
std::string describe(const UserType& user_type);  // CREATE TYPE
/// CREATE INDEX, or CREATE CUSTOM INDEX ... USING, of an index of the table.
std::string describe(const Index& index, const Table& table);
/// Returns the place of what is indexed (`v`, `values(c)`) in it.
Span target_in_description(const Index& index, const Table& table);
/// A comment: what is virtual cannot be made by CQL.
std::string describe_virtual(const Keyspace& keyspace);
std::string describe_virtual(const Table& table);
/// The keyspace, its types (each after those it uses), its tables with their indexes, and their views.
std::string describe_all(const Keyspace& keyspace);

/// The type with every frozen<> that there is, as system_schema and DESCRIBE write it:
/// `frozen<list<frozen<tuple<int, text>>>>`.
std::string describe_type(const Type& type);

/// A CQL string literal: quotes around, quotes inside doubled.
std::string quote_string(std::string_view text);
/// A CQL map literal of strings.
std::string describe_map(const std::map<std::string, std::string>& entries);

}  // namespace cellar
