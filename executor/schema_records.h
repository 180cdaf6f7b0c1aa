// How the schema is kept in the store.
//
// In:      schema data. Out: records, name and text. And back again.
// Refused: a record that is damaged.
//
// A record's name tells what it is: `keyspace/music`, `type/music/address`, `table/music/songs`.
// Keyspaces and types are kept as the text of their CREATE statement. A table's record has a head of
// lines that hold what CQL does not say, an empty line, and then text:
//
//   table 1                                     format of the record
//   id 7                                        names the table's data
//   uuid 5b6962dd3f9011e9a1b2c3d4e5f60718
//   columns 8 9 10:1700000000000000 11          a column's id, in the order of the CREATE TABLE; after the
//                                               colon, where the name was dropped before, dropped_before
//   dropped 1700000000000000 12 42              a dropped column: when, its id, and how many bytes of text it
//   has text 612                                    bytes of the CREATE TABLE (empty line) CREATE TABLE
//   ...ALTER TABLE ... ADD ...     the table, then each dropped column as if it were added
//
// Beside it stands a plain record (executor/plain_records.h), so that nothing of this is parsed at every
// start.
#pragma once

#include <string>

#include "executor/plain_records.h"
#include "schema/schema.h"

namespace cellar {

std::string record_name(const Keyspace& keyspace);
std::string record_name(const UserType& user_type);
std::string record_name(const Table& table);
std::string record_text(const Keyspace& keyspace);
std::string record_text(const UserType& user_type);
std::string record_text(const Table& table);

/// A schema and what it was read from, so that the next one need not read again what stayed.
struct LoadedSchema {
  SchemaPointer schema;
  SchemaRecords records;
};
LoadedSchema load_schema(std::uint64_t version, SchemaRecords records, const LoadedSchema& before);

}  // namespace cellar
