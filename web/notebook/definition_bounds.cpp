#include "web/notebook/definition_bounds.h"

#include <algorithm>
#include <vector>

#include "parser/parser.h"
#include "parser/statement/statement.h"
#include "refusal/refusal.h"
#include "schema/system_keyspaces.h"

namespace cellar {

namespace {

constexpr std::size_t kMostParts = 10'000;

std::size_t type_parts(const Type& type) {
  std::size_t parts = 1;
  for (const Type& argument : type.arguments) parts += type_parts(argument);
  return parts;
}

std::size_t parts_of(const Table& table) {
  std::size_t parts = 1 + table.indexes.size();
  for (const Column& column : table.columns) parts += type_parts(column.type);
  for (const View& view : table.views) parts += parts_of(*view.table);
  return parts;
}

std::size_t parts_of(const Schema& schema) {
  std::size_t parts = 0;
  for (const auto& [name, keyspace] : schema.keyspaces) {
    if (is_system_keyspace(name) || is_virtual_keyspace(name)) continue;
    ++parts;
    for (const auto& [type, user_type] : keyspace.user_types) parts += type_parts(type_of(user_type));
    for (const auto& entry : keyspace.tables) parts += parts_of(*entry.second);
  }
  return parts;
}

/// Parts of types as a statement names them. User types that are made within the bound have few.
class NamedTypes {
 public:
  NamedTypes(const Schema& schema, std::string_view keyspace) : schema_(schema), keyspace_(keyspace) {}

  std::size_t parts_of(const TypeName& type) const {
    std::size_t parts = 1;
    for (const TypeName& argument : type.arguments) parts += parts_of(argument);
    const UserType* const user_type = find(type.keyspace ? type.keyspace->text : keyspace_, type.name);
    return user_type == nullptr ? parts : parts + type_parts(type_of(*user_type));
  }
  /// How often a user type is copied into those of its keyspace, tables and other types.
  std::size_t copies_of(std::string_view name) const {
    const Keyspace* const home = schema_.find_keyspace(keyspace_);
    std::size_t copies = 1;
    if (home == nullptr) return copies;
    for (const auto& [other, user_type] : home->user_types)
      for (const Type& field : user_type.field_types) copies += copies_in(field, name);
    for (const TablePointer& table : home->tables.with_user_types())
      for (const Column& column : table->columns) copies += copies_in(column.type, name);
    return copies;
  }

 private:
  static std::size_t copies_in(const Type& type, std::string_view name) {
    std::size_t copies = type.kind == TypeKind::user && type.name == name ? 1 : 0;
    for (const Type& argument : type.arguments) copies += copies_in(argument, name);
    return copies;
  }
  const UserType* find(std::string_view keyspace, std::string_view name) const {
    const Keyspace* const home = schema_.find_keyspace(keyspace);
    if (home == nullptr) return nullptr;
    const auto found = home->user_types.find(name);
    return found == home->user_types.end() ? nullptr : &found->second;
  }

  const Schema& schema_;
  const std::string keyspace_;
};

std::string keyspace_of(const QualifiedName& name, std::string_view in_use) {
  return name.keyspace ? name.keyspace->text : std::string(in_use);
}

std::size_t sum_of(const NamedTypes& types, const std::vector<ColumnDefinition>& columns) {
  std::size_t parts = 0;
  for (const ColumnDefinition& column : columns) parts += types.parts_of(column.type);
  return parts;
}

std::size_t sum_of(const NamedTypes& types, const std::vector<std::pair<Name, TypeName>>& fields) {
  std::size_t parts = 0;
  for (const auto& [name, type] : fields) parts += types.parts_of(type);
  return parts;
}

/// Returns how many parts a statement adds to those that there are. An index or a view counts as one before it is
/// there, and then as what it has.
std::size_t added_parts(const Statement& statement, const Schema& schema, std::string_view keyspace) {
  const auto& node = statement.node;
  const auto types_in = [&](const QualifiedName& name) {
    return NamedTypes(schema, keyspace_of(name, keyspace));
  };
  if (const auto* create = std::get_if<CreateTableStatement>(&node))
    return 1 + sum_of(types_in(create->table), create->columns);
  if (const auto* alter = std::get_if<AlterTableStatement>(&node))
    return sum_of(types_in(alter->table), alter->add);
  if (const auto* type = std::get_if<CreateTypeStatement>(&node))
    return 1 + sum_of(types_in(type->type), type->fields);
  if (const auto* altered = std::get_if<AlterTypeStatement>(&node)) {
    const NamedTypes types = types_in(altered->type);
    return sum_of(types, altered->add) * types.copies_of(altered->type.name.text);
  }
  const bool is_one = std::holds_alternative<CreateKeyspaceStatement>(node) ||
                      std::holds_alternative<CreateIndexStatement>(node) ||
                      std::holds_alternative<CreateViewStatement>(node);
  return is_one ? 1 : 0;
}

}  // namespace

void refuse_too_many_definitions(std::string_view statement, const Schema& schema,
                                 std::string_view keyspace) {
  std::optional<Statement> parsed;
  try {
    parsed = parse(statement);
  } catch (const Refusal&) {
    return;
  }
  const std::size_t added = added_parts(*parsed, schema, keyspace);
  if (added > 0 && parts_of(schema) + added > kMostParts)
    refuse("too_many_definitions", {}, {{"parts", std::to_string(kMostParts)}});
}

}  // namespace cellar
