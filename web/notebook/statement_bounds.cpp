#include "web/notebook/statement_bounds.h"

#include <algorithm>
#include <vector>

#include "parser/parser.h"
#include "parser/statement/statement.h"
#include "refusal/refusal.h"
#include "shell/check/grade/answer_bounds.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr std::size_t kMostTypeParts = 10'000;
constexpr std::size_t kMostNamedRows = 100'000;

std::size_t type_parts(const Type& type) {
  std::size_t parts = 1;
  for (const Type& argument : type.arguments) parts += type_parts(argument);
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

void refuse_parts(std::size_t parts) {
  if (parts > kMostTypeParts) refuse("too_many_type_parts", {}, {{"parts", std::to_string(kMostTypeParts)}});
}

void refuse_rows(const std::vector<Relation>& where) {
  if (named_rows(where) > kMostNamedRows)
    refuse("too_many_named_rows", {}, {{"rows", std::to_string(kMostNamedRows)}});
}

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

void check(const Statement& statement, const Schema& schema, std::string_view keyspace) {
  const auto& node = statement.node;
  const auto types_in = [&](const QualifiedName& name) {
    return NamedTypes(schema, keyspace_of(name, keyspace));
  };
  if (const auto* create = std::get_if<CreateTableStatement>(&node)) {
    refuse_parts(sum_of(types_in(create->table), create->columns));
  } else if (const auto* alter = std::get_if<AlterTableStatement>(&node)) {
    refuse_parts(sum_of(types_in(alter->table), alter->add));
  } else if (const auto* type = std::get_if<CreateTypeStatement>(&node)) {
    refuse_parts(sum_of(types_in(type->type), type->fields));
  } else if (const auto* altered = std::get_if<AlterTypeStatement>(&node)) {
    const NamedTypes types = types_in(altered->type);
    if (!altered->add.empty())
      refuse_parts(sum_of(types, altered->add) * types.copies_of(altered->type.name.text));
  } else if (const auto* select = std::get_if<SelectStatement>(&node)) {
    refuse_rows(select->where);
  } else if (const auto* update = std::get_if<UpdateStatement>(&node)) {
    refuse_rows(update->where);
  } else if (const auto* deletion = std::get_if<DeleteStatement>(&node)) {
    refuse_rows(deletion->where);
  } else if (const auto* explain = std::get_if<ExplainStatement>(&node)) {
    check(*explain->explained, schema, keyspace);
  } else if (const auto* batch = std::get_if<BatchStatement>(&node)) {
    for (const auto& part : batch->statements) {
      if (const auto* of_update = std::get_if<UpdateStatement>(&part)) refuse_rows(of_update->where);
      if (const auto* of_deletion = std::get_if<DeleteStatement>(&part)) refuse_rows(of_deletion->where);
    }
  }
}

}  // namespace

void refuse_boundless(std::string_view statement, const Schema& schema, std::string_view keyspace) {
  std::optional<Statement> parsed;
  try {
    parsed = parse(statement);
  } catch (const Refusal&) {
    return;
  }
  check(*parsed, schema, keyspace);
}

}  // namespace cellar
