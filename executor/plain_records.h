// What a record of the schema says, in a form that is read without the grammar.
//
// In:      a keyspace or table and its record. Out: a second record that stands beside it; and back again.
// Refused: nothing. Where the second record is missing or made of another text, there is no answer, and the
// first one is read: its text is what holds.
//
// A plain record's name is `plain/` and the name of the record that it stands beside. It begins with its
// format and the hash of that record. Tables with user types have none, for a change of a type does not touch
// their record.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "schema/schema.h"

namespace cellar {

std::string plain_record_name(const std::string& name);

std::string plain_record(const Keyspace& keyspace, const std::string& record);
/// Nothing for a table with user types.
std::optional<std::string> plain_record(const Table& table, const std::string& record);

using SchemaRecords = std::map<std::string, std::string>;

/// Without tables and types.
std::optional<Keyspace> read_plain_keyspace(const SchemaRecords& records, const std::string& name);
std::optional<Table> read_plain_table(const SchemaRecords& records, const std::string& name);

}  // namespace cellar
