// Names of a statement looked up in the schema.
//
// Refused: what is not there, with the nearest name that is; tables without a keyspace in use; types
// of other keyspaces and types that cannot be where they are.
#pragma once

#include <string>
#include <vector>

#include "planner/planner.h"

namespace cellar {

/// Keyspace of the name: written, or the one in use. Refuses where there is neither.
std::string keyspace_of(const QualifiedName& name, const PlanContext& context);
/// Refuses an unknown keyspace.
const Keyspace& resolve_keyspace(const Name& name, const PlanContext& context);
/// The keyspace of a table that exists; the table's record need not be readable. Refuses an unknown keyspace,
/// an unknown table.
const Keyspace& keyspace_of_table(const QualifiedName& name, const PlanContext& context);
/// The same, and a table whose record is damaged.
TablePointer resolve_table(const QualifiedName& name, const PlanContext& context);
/// Index into Table::columns; refuses an unknown name, with a proposal for what was meant.
std::size_t resolve_column(const Table& table, const Name& name);
/// The type that is written; user types come from `keyspace`. Refuses unknown types and impossible
/// nestings. User types stay unfrozen unless frozen<> is written.
Type resolve_type(const TypeName& name, const std::string& keyspace, const PlanContext& context);

/// Returns the one of `candidates` that someone who wrote `name` most likely meant: edit distance at most 2
/// (less for short names), or the same name with more or fewer parts between underscores; empty if none.
std::string nearest_name(const std::string& name, const std::vector<std::string>& candidates);

struct NearestName {
  std::string name;      // empty: none
  bool certain = false;  // a slip of the fingers, and no other candidate is as near
};
NearestName find_nearest(const std::string& name, const std::vector<std::string>& candidates);
/// The nearest name in place of `span`, where it is certain.
std::optional<Fix> fix_of(const NearestName& nearest, Span span);

}  // namespace cellar
