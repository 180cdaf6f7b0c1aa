#include <algorithm>
#include <charconv>
#include <utility>

#include "planner/definition/definition_checks.h"
#include "planner/definition/definitions.h"
#include "planner/definition/options/table_options.h"
#include "planner/definition/views_of_table.h"
#include "planner/expression/type_fit.h"
#include "planner/names.h"
#include "planner/plan/definition_plan.h"

namespace cellar {

namespace {

/// Returns true if every value of the type takes the same number of bytes in Cassandra's files.
bool has_fixed_length(const Type& type) {
  switch (type.kind) {
    case TypeKind::vector:
      return has_fixed_length(type.arguments[0]);
    case TypeKind::bigint:
    case TypeKind::boolean:
    case TypeKind::counter:
    case TypeKind::double_:
    case TypeKind::float_:
    case TypeKind::int_:
    case TypeKind::timestamp:
    case TypeKind::timeuuid:
    case TypeKind::uuid:
      return true;
    default:
      return false;
  }
}

bool may_replace(const Type& type, const Type& dropped);

/// A tuple or user type may have gained parts; a collection must have the parts of the dropped one.
bool may_replace_parts(const Type& type, const Type& dropped) {
  if (type.kind == TypeKind::tuple) return fit(dropped, type) != Fit::no;
  const bool grows = type.kind == TypeKind::user;
  if (grows ? type.arguments.size() < dropped.arguments.size()
            : type.arguments.size() != dropped.arguments.size()) {
    return false;
  }
  for (std::size_t index = 0; index < dropped.arguments.size(); ++index) {
    if (!may_replace(type.arguments[index], dropped.arguments[index])) return false;
  }
  return type.dimension == dropped.dimension && type.name == dropped.name;
}

/// Returns true if bytes written as `dropped` are also values of `type`: a cluster's files may still hold
/// them.
bool may_replace(const Type& type, const Type& dropped) {
  if (is_multicell(type) != is_multicell(dropped)) return false;
  if (type.kind == dropped.kind) return may_replace_parts(type, dropped);
  if (has_fixed_length(type) != has_fixed_length(dropped) || is_collection(dropped)) return false;
  switch (type.kind) {
    case TypeKind::blob:
      return true;
    case TypeKind::text:
      return dropped.kind == TypeKind::ascii;
    case TypeKind::bigint:
    case TypeKind::timestamp:
      return dropped.kind == TypeKind::bigint || dropped.kind == TypeKind::timestamp;
    case TypeKind::uuid:
      return dropped.kind == TypeKind::timeuuid;
    default:
      return false;
  }
}

const DroppedColumn* find_dropped(const Table& table, const std::string& name) {
  const auto& dropped = table.dropped_columns;
  const auto found = std::find_if(dropped.begin(), dropped.end(),
                                  [&name](const DroppedColumn& column) { return column.name == name; });
  return found == dropped.end() ? nullptr : &*found;
}

void check_comeback(const Column& column, const DroppedColumn& dropped, const ColumnDefinition& definition) {
  const Parameters parameters = {{"column", quote_name(column.name)},
                                 {"type", to_cql(column.type)},
                                 {"dropped", to_cql(dropped.type)},
                                 {"kind", dropped.kind == ColumnKind::static_ ? "static" : "regular"}};
  if (!may_replace(column.type, dropped.type)) refuse("dropped_type", definition.type.span, parameters);
  if (column.kind != dropped.kind) refuse("dropped_kind", definition.name.span, parameters);
  if (column.type.kind == TypeKind::counter) refuse("dropped_counter", definition.name.span, parameters);
}

Column new_column(const Table& table, const ColumnDefinition& definition, Type type) {
  const Parameters parameters = {{"column", quote_name(definition.name.text)},
                                 {"table", quote_name(table.name)}};
  check_mask(definition);
  Column column;
  column.name = definition.name.text;
  column.type = std::move(type);
  column.kind = definition.is_static ? ColumnKind::static_ : ColumnKind::regular;
  check_column_type(column.type, definition.type.span);
  if (definition.is_static && table.clustering_size == 0)
    refuse("useless_static", definition.name.span, parameters);
  const DroppedColumn* dropped = find_dropped(table, column.name);
  if (dropped != nullptr) {
    check_comeback(column, *dropped, definition);
    column.dropped_before = dropped->timestamp;
  }
  return column;
}

/// A table stays a table of counters even if all of its counters have been dropped.
bool is_counter_table(const Table& table) {
  const auto is_counter = [](const auto& column) { return column.type.kind == TypeKind::counter; };
  return std::any_of(table.columns.begin(), table.columns.end(), is_counter) ||
         std::any_of(table.dropped_columns.begin(), table.dropped_columns.end(), is_counter);
}

void check_counter(const Table& table, const Column& added, const ColumnDefinition& definition) {
  const bool is_counter = added.type.kind == TypeKind::counter;
  if (is_counter == is_counter_table(table)) return;
  const Parameters parameters = {{"column", quote_name(added.name)}, {"table", quote_name(table.name)}};
  if (is_counter) refuse("counter_added", definition.name.span, parameters);
  refuse("value_added_to_counters", definition.name.span, parameters);
}

void add_columns(Table& table, const AlterTableStatement& statement, const PlanContext& context) {
  for (const ColumnDefinition& definition : statement.add) {
    // An impossible type is refused even if IF NOT EXISTS leaves the existing column unchanged.
    Type type = resolve_type(definition.type, table.keyspace, context);
    if (table.find(definition.name.text)) {
      if (statement.if_column_not_exists) continue;
      refuse("column_exists", definition.name.span,
             {{"column", quote_name(definition.name.text)}, {"table", quote_name(table.name)}});
    }
    if (table.is_compact) refuse("compact_add", definition.name.span, {{"table", quote_name(table.name)}});
    Column column = new_column(table, definition, std::move(type));
    check_counter(table, column, definition);
    add_to_views(table, column);
    table.columns.push_back(std::move(column));
  }
  sort_columns(table);
}

/// The parser has checked that the number fits into 64 bits.
std::int64_t drop_time(const AlterTableStatement& statement, const PlanContext& context,
                       const std::vector<SlotSource>& slots) {
  if (!statement.drop_timestamp) return context.now_microseconds;
  const std::size_t slot = std::get<SlotReference>(statement.drop_timestamp->node).index;
  const std::string& text = slots[slot].literal.text;
  std::int64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

void require_no_index(const Table& table, const Column& column, std::string_view message, Span span) {
  std::vector<std::string> names;
  for (const Index& index : table.indexes) {
    if (index.column == column.id) names.push_back(index.name);
  }
  if (names.empty()) return;
  refuse(message, span, {{"column", quote_name(column.name)}, {"indexes", list_of_names(names)}});
}

void drop_columns(Table& table, const AlterTableStatement& statement, std::int64_t timestamp) {
  for (const Name& name : statement.drop) {
    if (statement.if_column_exists && !table.find(name.text)) continue;
    const std::size_t index = resolve_column(table, name);
    const Column& column = table.columns[index];
    const Parameters parameters = {{"column", quote_name(name.text)}, {"table", quote_name(table.name)}};
    if (column.is_key()) refuse("drop_key_column", name.span, parameters);
    if (column.type.kind == TypeKind::user && !column.type.frozen)
      refuse("drop_user_type", name.span, parameters);
    if (table.is_compact && !table.is_static_compact()) refuse("compact_drop", name.span, parameters);
    require_no_index(table, column, "drop_indexed_column", name.span);
    require_no_views(table, name);
    std::erase_if(table.dropped_columns,
                  [&name](const DroppedColumn& dropped) { return dropped.name == name.text; });
    table.dropped_columns.push_back({column.name, column.type, column.kind, timestamp});
    table.columns.erase(table.columns.begin() + static_cast<std::ptrdiff_t>(index));
  }
}

/// Old names are looked up in the table as it was; new names must be unused both before and after.
void rename_columns(Table& table, const AlterTableStatement& statement) {
  const Table before = table;
  for (const auto& [from, to] : statement.rename) {
    const std::size_t index = resolve_column(before, from);
    if (!before.columns[index].is_key()) {
      refuse("rename_value_column", from.span,
             {{"column", quote_name(from.text)}, {"table", quote_name(table.name)}});
    }
    require_no_index(before, before.columns[index], "rename_indexed_column", from.span);
    if (before.find(to.text) || table.find(to.text)) {
      refuse("column_exists", to.span, {{"column", quote_name(to.text)}, {"table", quote_name(table.name)}});
    }
    table.columns[index].name = to.text;
  }
  rename_in_views(table, statement.rename);
}

void change_options(Table& table, const AlterTableStatement& statement) {
  table.options = changed_table_options(std::move(table.options), statement.properties, statement.with);
  const Property* id = find_property(statement.properties, "id");
  if (id != nullptr) refuse("alter_id", id->span);
  const Property* grace = find_property(statement.properties, "gc_grace_seconds");
  if (grace != nullptr && table.gc_grace_seconds() == 0 && !table.views.empty())
    refuse("view_grace", grace->span);
  const Property* time_to_live = find_property(statement.properties, "default_time_to_live");
  if (time_to_live != nullptr && table.is_counter() && table.default_time_to_live() > 0) {
    refuse("counter_time_to_live", time_to_live->span);
  }
}

/// No column has a mask, so DROP MASKED changes nothing.
void check_unmasked(const Table& table, const AlterTableStatement& statement) {
  const Name& column = statement.add.front().name;
  if (!statement.if_column_exists || table.find(column.text)) resolve_column(table, column);
}

}  // namespace

SchemaPlan plan_definition(const AlterTableStatement& statement, const PlanContext& context,
                           const std::vector<SlotSource>& slots) {
  using Kind = AlterTableStatement::Kind;
  const QualifiedName& name = statement.table;
  const Keyspace* home = home_of(name, context);
  if (statement.kind == Kind::mask) check_mask(statement.add.front());
  const bool exists = home != nullptr && home->has_table_or_view(name.name.text);
  if (!exists && statement.if_exists) return {};
  Table table = *resolve_table(name, context);
  require_no_view(table, "ALTER TABLE", "ALTER MATERIALIZED VIEW", name.span);
  switch (statement.kind) {
    case Kind::add:
      add_columns(table, statement, context);
      break;
    case Kind::drop:
      drop_columns(table, statement, drop_time(statement, context, slots));
      break;
    case Kind::rename:
      rename_columns(table, statement);
      break;
    case Kind::with:
      change_options(table, statement);
      break;
    case Kind::alter_type:
      refuse("type_change", name.name.span,
             {{"what", "column"}, {"owner", "table " + quote_name(table.name)}});
    case Kind::drop_compact_storage:
      refuse(table.is_compact ? "compact_stays" : "not_compact", name.name.span,
             {{"table", quote_name(table.name)}});
    case Kind::mask:
      check_unmasked(table, statement);
      return {};
  }
  return {{PutTable{std::move(table)}}};
}

}  // namespace cellar
