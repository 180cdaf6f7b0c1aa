// Looks up the names of a statement in the schema.
//
// In:      names as they are written, the schema, the keyspace in use.
// Out:     the keyspaces, tables, columns and types that they mean.
// Refused: names that do not exist, with the nearest one that does; tables without a keyspace in use; types
//          of other keyspaces and types that cannot be where they are.
//
// Sources: names.cpp; definition/type_names.cpp for resolve_type.
#pragma once

#include <optional>
#include <string>

#include "parser/statement/expression.h"
#include "planner/planner.h"
#include "types/text/similar_names.h"

namespace cellar {

/// Returns the keyspace that is written, or the one in use. Refuses if there is neither.
std::string keyspace_of(const QualifiedName& name, const PlanContext& context);
/// The messages for a keyspace or table that does not exist, if no name is near.
struct UnknownNames {
  std::string_view keyspace = "undefined_keyspace";
  std::string_view table = "undefined_table";
};
inline constexpr UnknownNames kDroppedNames{"keyspace_to_drop", "table_to_drop"};
inline constexpr UnknownNames kDescribedNames{"keyspace_to_describe", "undefined_table"};

/// Returns the keyspace, which may be a system keyspace. Refuses an unknown one.
const Keyspace& resolve_keyspace(const Name& name, const PlanContext& context,
                                 const UnknownNames& unknown = {});
/// Returns the keyspace of an existing table or view, whose record need not be readable. Refuses an unknown
/// keyspace or table.
const Keyspace& keyspace_of_table(const QualifiedName& name, const PlanContext& context,
                                  const UnknownNames& unknown = {});
/// Returns the table, or that of a view. Also refuses a table whose record is damaged.
TablePointer resolve_table(const QualifiedName& name, const PlanContext& context);
/// Returns the index into Table::columns. Refuses an unknown name and proposes the nearest one.
std::size_t resolve_column(const Table& table, const Name& name);
/// Likewise: of equally near names, the one whose type takes the constant that it is compared with.
std::size_t resolve_column(const Table& table, const Name& name, std::optional<LiteralKind> constant);
/// Refuses SELECT t.c FROM t and SET t.c = 1, as SQL writes them: the grammar takes them for field c of a column t.
void refuse_table_before_column(const Table& table, const Name& column, const Name& field);
/// Returns the type that is written; user types are those of `keyspace`. Refuses unknown types and impossible
/// nestings. User types stay unfrozen unless frozen<> is written.
Type resolve_type(const TypeName& name, const std::string& keyspace, const PlanContext& context);

/// Returns a fix that replaces `span` by the nearest name, if that name is certain.
std::optional<Fix> fix_of(const NearestName& nearest, Span span);

}  // namespace cellar
