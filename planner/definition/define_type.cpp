#include <algorithm>

#include "planner/definition/definition_checks.h"
#include "planner/definition/definitions.h"
#include "planner/names.h"
#include "planner/plan/definition_plan.h"

namespace cellar {

namespace {

Type resolve_field(const TypeName& type_name, const std::string& keyspace, const PlanContext& context) {
  Type type = resolve_type(type_name, keyspace, context);
  if (type.kind == TypeKind::counter) refuse("counter_inside", type_name.span, {{"outer", "a user type"}});
  if (type.kind == TypeKind::user && !type.frozen) {
    refuse("nested_user_type", type_name.span, {{"type", to_cql(type)}},
           Fix{type_name.span, "frozen<" + to_cql(type) + ">"});
  }
  return type;
}

std::optional<std::size_t> find_field(const UserType& user_type, const std::string& field) {
  const auto& names = user_type.field_names;
  const auto found = std::find(names.begin(), names.end(), field);
  if (found == names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

[[noreturn]] void refuse_field_twice(const UserType& user_type, const Name& field) {
  refuse("field_twice", field.span,
         {{"field", quote_name(field.text)}, {"type", quote_name(user_type.name)}});
}

const UserType* find_user_type(const Keyspace* home, const Name& name) {
  if (home == nullptr) return nullptr;
  const auto found = home->user_types.find(name.text);
  return found == home->user_types.end() ? nullptr : &found->second;
}

[[noreturn]] void refuse_unknown_type(const Keyspace* home, const QualifiedName& name,
                                      const PlanContext& context, std::string_view unknown) {
  const std::string keyspace = keyspace_of(name, context);
  std::vector<std::string> candidates;
  if (home != nullptr) {
    for (const auto& [candidate, user_type] : home->user_types) candidates.push_back(candidate);
  }
  const NearestName nearest = find_nearest(name.name.text, candidates);
  const Parameters parameters = {{"type", quote_name(name.name.text)},
                                 {"keyspace", quote_name(keyspace)},
                                 {"nearest", quote_name(nearest.name)}};
  const Subject subject{Subject::Kind::type, name.name.text, keyspace};
  if (nearest.name.empty()) refuse(unknown, name.name.span, parameters, std::nullopt, subject);
  refuse("undefined_user_type_near", name.name.span, parameters, fix_of(nearest, name.name.span), subject);
}

bool is_in_partition_key(const Table& table, const UserType& user_type) {
  const auto end = table.columns.begin() + static_cast<std::ptrdiff_t>(table.partition_key_size);
  return std::any_of(table.columns.begin(), end,
                     [&user_type](const Column& column) { return uses_type(column.type, user_type); });
}

/// A partition is found by the bytes of its key, so a type in the partition key of a table or view must not
/// change.
void check_no_partition_key(const Keyspace& home, const UserType& user_type, const Name& field) {
  std::vector<std::string> users;
  for (const TablePointer& table : home.tables.with_user_types()) {
    if (is_in_partition_key(*table, user_type)) users.push_back(table->name);
    for (const View& view : table->views) {
      if (is_in_partition_key(*view.table, user_type)) users.push_back(view.table->name);
    }
  }
  if (users.empty()) return;
  refuse("type_in_partition_key", field.span,
         {{"type", quote_name(user_type.name)}, {"users", list_of_names(users)}});
}

bool is_unfrozen_column(const Keyspace& home, const UserType& user_type) {
  const std::vector<TablePointer> tables = home.tables.with_user_types();
  return std::any_of(tables.begin(), tables.end(), [&](const TablePointer& table) {
    const std::vector<Column>& columns = table->columns;
    return std::any_of(columns.begin(), columns.end(), [&](const Column& column) {
      return is_multicell(column.type) && column.type.name == user_type.name;
    });
  });
}

void add_fields(UserType& user_type, const AlterTypeStatement& statement, const Keyspace& home,
                const PlanContext& context) {
  for (const auto& [field, type_name] : statement.add) {
    if (find_field(user_type, field.text)) {
      if (statement.if_field_not_exists) continue;
      refuse_field_twice(user_type, field);
    }
    Type type = resolve_field(type_name, user_type.keyspace, context);
    if (uses_type(type, user_type)) {
      refuse("circular_type", type_name.span, {{"type", quote_name(user_type.name)}});
    }
    check_no_partition_key(home, user_type, field);
    // An unfrozen column of this type stores each field in one cell, so a collection as a field must be
    // frozen.
    if (is_multicell(type) && is_unfrozen_column(home, user_type)) type = freeze(std::move(type));
    user_type.field_names.push_back(field.text);
    user_type.field_types.push_back(std::move(type));
  }
}

/// Renames all fields before it looks for duplicates, so that two fields can swap their names.
void rename_fields(UserType& user_type, const AlterTypeStatement& statement) {
  const UserType before = user_type;
  for (const auto& [from, to] : statement.rename) {
    const std::optional<std::size_t> field = find_field(before, from.text);
    if (!field && statement.if_field_exists) continue;
    if (!field) {
      refuse("undefined_field", from.span,
             {{"field", quote_name(from.text)},
              {"type", quote_name(before.name)},
              {"fields", list_of_names(before.field_names)}});
    }
    user_type.field_names[*field] = to.text;
  }
  for (const auto& [from, to] : statement.rename) {
    const auto& names = user_type.field_names;
    if (std::count(names.begin(), names.end(), to.text) > 1) refuse_field_twice(user_type, to);
  }
}

}  // namespace

SchemaPlan plan_definition(const CreateTypeStatement& statement, const PlanContext& context) {
  const QualifiedName& name = statement.type;
  const Keyspace& home = existing_home_of(name, context);
  if (find_user_type(&home, name.name) != nullptr) {
    if (statement.if_not_exists) return {};
    refuse("type_exists", name.name.span, {{"type", quote_name(name.name.text)}});
  }
  UserType user_type;
  user_type.keyspace = home.name;
  user_type.name = name.name.text;
  for (const auto& [field, type_name] : statement.fields) {
    if (find_field(user_type, field.text)) refuse_field_twice(user_type, field);
    user_type.field_names.push_back(field.text);
    user_type.field_types.push_back(resolve_field(type_name, home.name, context));
  }
  return {{PutUserType{std::move(user_type)}}};
}

SchemaPlan plan_definition(const AlterTypeStatement& statement, const PlanContext& context) {
  const QualifiedName& name = statement.type;
  const Keyspace* home = home_of(name, context);
  const UserType* before = find_user_type(home, name.name);
  if (before == nullptr) {
    if (statement.if_exists) return {};
    refuse_unknown_type(home, name, context, "undefined_user_type");
  }
  if (statement.kind == AlterTypeStatement::Kind::alter_type) {
    refuse("type_change", name.name.span,
           {{"what", "field"}, {"owner", "user type " + quote_name(before->name)}});
  }
  UserType user_type = *before;
  if (statement.kind == AlterTypeStatement::Kind::add) {
    add_fields(user_type, statement, *home, context);
  } else {
    rename_fields(user_type, statement);
  }
  return {{PutUserType{std::move(user_type)}}};
}

SchemaPlan plan_definition(const DropTypeStatement& statement, const PlanContext& context) {
  const QualifiedName& name = statement.type;
  const Keyspace* home = home_of(name, context);
  const UserType* user_type = find_user_type(home, name.name);
  if (user_type == nullptr) {
    if (statement.if_exists) return {};
    refuse_unknown_type(home, name, context, "type_to_drop");
  }
  std::vector<std::string> users;
  for (const TablePointer& table : home->tables.with_user_types()) {
    const auto& columns = table->columns;
    const bool uses = std::any_of(columns.begin(), columns.end(), [user_type](const Column& column) {
      return uses_type(column.type, *user_type);
    });
    if (uses) users.push_back(table->name);
  }
  for (const auto& [other_name, other] : home->user_types) {
    const auto& fields = other.field_types;
    const bool uses = other_name != user_type->name &&
                      std::any_of(fields.begin(), fields.end(),
                                  [user_type](const Type& field) { return uses_type(field, *user_type); });
    if (uses) users.push_back(other_name);
  }
  if (!users.empty()) {
    refuse("type_in_use", name.name.span,
           {{"type", quote_name(user_type->name)}, {"users", list_of_names(users)}});
  }
  return {{DropUserType{user_type->keyspace, user_type->name}}};
}

}  // namespace cellar
