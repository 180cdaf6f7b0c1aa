// The fields of a table, in its own record and within a view's.  ON DISK: schema/record.h says what they hold.
//
// In:      a table; its fields.
// Out:     its fields; and back.
// Refused: fields that are no table (`damaged_schema`).
//
// Source: record.cpp.
#pragma once

#include <map>
#include <string>

#include "schema/record_fields.h"
#include "schema/schema.h"
#include "schema/type_record.h"

namespace cellar {

/// Whether the fields are those of a record or of a view.
enum class TableOf { record, view };

FieldWriter table_fields(const Table& table);
Table decode_table_fields(FieldReader fields, const TypeScope& scope, TableOf of);
/// Returns the id in the fields of a table; 0 if there is none.
TableId id_in_table_fields(FieldReader fields);

/// Entries of a map: (2 key, 4 value).
void put_entries(FieldWriter& out, unsigned tag, const std::map<std::string, std::string>& entries);
void read_entry(FieldReader fields, std::map<std::string, std::string>& entries);

}  // namespace cellar
