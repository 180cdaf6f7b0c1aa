// Checks that several definitions share.
#pragma once

#include <string>

#include "planner/planner.h"
#include "schema/system_keyspaces.h"

namespace cellar {

/// Refuses to change what is in a system keyspace.
void protect_system_keyspace(const std::string& keyspace, Span span);

/// Keyspace of a name, checked: not a system keyspace; null where there is no such keyspace.
const Keyspace* home_of(const QualifiedName& name, const PlanContext& context);
/// The same for what is to be made there. Refuses an unknown keyspace.
const Keyspace& existing_home_of(const QualifiedName& name, const PlanContext& context);

/// Refuses a user type with parts of several cells that is not frozen.
void check_column_type(const Type& type, Span span);
/// Whether the type is the user type, or holds it.
bool uses_type(const Type& type, const UserType& user_type);

/// "`a`, `b`" for messages.
std::string list_of_names(const std::vector<std::string>& names);

}  // namespace cellar
