#include "planner/definition/definition_checks.h"

#include <algorithm>

#include "planner/names.h"

namespace cellar {

namespace {

/// Cassandra makes the name of a folder of it, an id and other parts.
constexpr std::size_t kLongestTableName = 222;

}  // namespace

void protect_system_keyspace(const std::string& keyspace, Span span) {
  if (is_system_keyspace(keyspace)) refuse("system_keyspace", span, {{"keyspace", keyspace}});
}

TablePointer resolve_changed_table(const QualifiedName& name, const PlanContext& context) {
  TablePointer table = resolve_table(name, context);
  if (is_virtual_keyspace(table->keyspace))
    refuse("computed_table", name.span, {{"table", table->keyspace + "." + table->name}});
  protect_system_keyspace(table->keyspace, name.span);
  return table;
}

const Keyspace* home_of(const QualifiedName& name, const PlanContext& context) {
  const std::string keyspace = keyspace_of(name, context);
  protect_system_keyspace(keyspace, name.keyspace ? name.keyspace->span : name.name.span);
  return context.schema.find_keyspace(keyspace);
}

const Keyspace& existing_home_of(const QualifiedName& name, const PlanContext& context) {
  const std::string keyspace = keyspace_of(name, context);
  protect_system_keyspace(keyspace, name.keyspace ? name.keyspace->span : name.name.span);
  return resolve_keyspace(name.keyspace ? *name.keyspace : Name{keyspace, {}, false}, context);
}

bool is_name_letter(unsigned char letter) {
  return letter == '_' || (letter < 0x80 && std::isalnum(letter) != 0);
}

void check_table_name(const Name& name) {
  if (name.text.empty() || !std::ranges::all_of(name.text, is_name_letter))
    refuse("table_name", name.span, {{"table", quote_name(name.text)}});
  if (name.text.size() > kLongestTableName)
    refuse("long_table_name", name.span, {{"length", std::to_string(name.text.size())}});
}

void check_mask(const ColumnDefinition& column) {
  if (column.masked)
    refuse("masking_switched_off", column.name.span, {{"column", quote_name(column.name.text)}});
}

void require_no_view(const Table& table, std::string_view statement, std::string_view instead, Span span) {
  if (table.is_view()) refuse_view({table.name, table.view_of->base}, statement, instead, span);
}

void refuse_view(const ViewName& view, std::string_view statement, std::string_view instead, Span span) {
  refuse("view_is_no_table", span,
         {{"view", quote_name(view.name)},
          {"statement", std::string(statement)},
          {"base", quote_name(view.base)},
          {"instead", std::string(instead)}});
}

void check_column_type(const Type& type, Span span) {
  if (type.kind != TypeKind::user || type.frozen) return;
  for (std::size_t field = 0; field < type.arguments.size(); ++field) {
    if (!is_multicell(type.arguments[field])) continue;
    refuse("user_type_with_collection", span,
           {{"type", to_cql(type)}, {"field", quote_name(type.field_names[field])}},
           Fix{span, "frozen<" + to_cql(type) + ">"});
  }
}

bool uses_type(const Type& type, const UserType& user_type) {
  if (type.kind == TypeKind::user && type.name == user_type.name && type.keyspace == user_type.keyspace)
    return true;
  return std::any_of(type.arguments.begin(), type.arguments.end(),
                     [&user_type](const Type& argument) { return uses_type(argument, user_type); });
}

std::string list_of_names(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + quote_name(name);
  return list;
}

}  // namespace cellar
