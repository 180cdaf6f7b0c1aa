// Indexes and views within the record of their table.  ON DISK: schema/record.h says how they lie there.
//
// In:      indexes and views; the fields of a record.
// Out:     their fields; and back.
// Refused: fields that are no index or view, or do not fit their table (`damaged_schema`).
#pragma once

#include "schema/record_fields.h"
#include "schema/schema.h"
#include "schema/type_record.h"

namespace cellar {

std::string encode_index(const Index& index);
Index decode_index(FieldReader fields);
std::string encode_view(const View& view);
View decode_view(FieldReader fields, const TypeScope& scope);
std::string encode_view_source(const ViewSource& source);
ViewSource decode_view_source(FieldReader fields);

/// Append the id in the fields of an index or a view; nothing if there is none.
void collect_index_id(FieldReader fields, std::vector<TableId>& ids);
void collect_view_id(FieldReader fields, std::vector<TableId>& ids);

/// Refuses indexes and views that do not fit their table.
void check_derived(const Table& table, const std::string& record);

}  // namespace cellar
