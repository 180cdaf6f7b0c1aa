// Checks that several definitions share.
//
// In:      the names and types of a definition, the context.
// Out:     the tables and keyspaces that they mean.
// Refused: system keyspaces, unknown tables and keyspaces, names that none can have, views in the place of tables,
//          masks, types that no column can have.
#pragma once

#include <string>

#include "parser/statement/definition_statements.h"
#include "planner/planner.h"
#include "schema/system_keyspaces.h"

namespace cellar {

/// Refuses to change anything in a system keyspace.
void protect_system_keyspace(const std::string& keyspace, Span span);

/// Returns a table whose rows a statement may change. Refuses an unknown table, and one of a system keyspace.
TablePointer resolve_changed_table(const QualifiedName& name, const PlanContext& context);

/// Returns the keyspace of a name, null if it does not exist. Refuses a system keyspace.
const Keyspace* home_of(const QualifiedName& name, const PlanContext& context);
/// As home_of(), for an object to be created in the keyspace. Also refuses an unknown keyspace.
const Keyspace& existing_home_of(const QualifiedName& name, const PlanContext& context);

/// Returns true for a letter of ASCII, a digit and _: the names of keyspaces, tables and indexes have no others.
bool is_name_letter(unsigned char letter);
/// Refuses a name that no table or view can have.
void check_table_name(const Name& name);
/// Refuses a mask.
void check_mask(const ColumnDefinition& column);
/// Refuses `statement` ("ALTER TABLE") on a view; `instead` says what serves.
void require_no_view(const Table& table, std::string_view statement, std::string_view instead, Span span);
[[noreturn]] void refuse_view(const ViewName& view, std::string_view statement, std::string_view instead,
                              Span span);
/// Refuses an unfrozen user type that has an unfrozen collection or user type as a field.
void check_column_type(const Type& type, Span span);
/// Returns true if the type is the user type or contains it.
bool uses_type(const Type& type, const UserType& user_type);

/// Returns the names for messages, quoted where CQL requires it: "a, \"B\"".
std::string list_of_names(const std::vector<std::string>& names);

}  // namespace cellar
