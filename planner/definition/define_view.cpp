#include <algorithm>
#include <set>

#include "planner/definition/definition_checks.h"
#include "planner/definition/definitions.h"
#include "planner/definition/options/table_options.h"
#include "planner/definition/view_filters.h"
#include "planner/names.h"
#include "planner/plan/definition_plan.h"
#include "planner/plan/slot.h"
#include "schema/record.h"
#include "schema/record_fields.h"

namespace cellar {

namespace {

/// Checks what needs no schema.
void check_text(const CreateViewStatement& statement, const PlanContext& context,
                const std::vector<SlotSource>& slots) {
  if (statement.base.keyspace && statement.base.keyspace->text != keyspace_of(statement.view, context))
    refuse("view_in_other_keyspace", statement.base.span, {{"view", quote_name(statement.view.name.text)}});
  for (const SlotSource& slot : slots) {
    if (slot.kind == SlotSource::Kind::marker) refuse("view_with_marker", slot.span);
  }
}

TablePointer base_of(const CreateViewStatement& statement, const Keyspace& home, const PlanContext& context) {
  QualifiedName name = statement.base;
  name.keyspace = Name{home.name, {}, false};
  TablePointer base = resolve_table(name, context);
  const Parameters parameters = {{"table", quote_name(base->name)}};
  if (base->is_view()) refuse("view_of_view", statement.base.span, parameters);
  return base;
}

void check_base(const Table& base, const CreateViewStatement& statement) {
  const Parameters parameters = {{"table", quote_name(base.name)}};
  if (base.is_counter()) refuse("view_of_counters", statement.base.span, parameters);
  if (base.gc_grace_seconds() == 0) refuse("view_without_grace", statement.base.span, parameters);
}

/// Checks the select list, the key and its order, and builds the table of the view.
class ViewBuilder {
 public:
  ViewBuilder(const CreateViewStatement& statement, const Table& base)
      : statement_(statement), base_(base), view_(quote_name(statement.view.name.text)) {}

  /// Also sets the key; the columns that follow the key come with build().
  void check_columns();
  /// Needs check_columns(). Sets the options and the columns.
  Table build(const Keyspace& home);

  const std::vector<Name>& key() const { return key_; }

 private:
  void select_columns();
  void require_no_static() const;
  void check_key_column(const Name& name);
  void check_order() const;
  void require_key_of_base() const;
  void require_one_other_column() const;
  std::size_t base_column(const Name& name) const { return *base_.find(name.text); }
  bool is_base_key(std::size_t column) const { return column < base_.key_size(); }
  Column view_column(std::size_t of_base, ColumnKind kind) const;

  const CreateViewStatement& statement_;
  const Table& base_;
  const std::string view_;  // its name, quoted for messages
  std::set<std::size_t> selected_;
  std::vector<Name> key_;  // partition key and clustering columns
};

void ViewBuilder::select_columns() {
  if (statement_.star) {
    for (std::size_t column = 0; column < base_.columns.size(); ++column) selected_.insert(column);
  }
  for (const Selector& selector : statement_.selectors) {
    if (selector.alias) refuse("view_with_alias", selector.alias->span);
    const auto* column = std::get_if<ColumnReference>(&selector.expression.node);
    if (column == nullptr) refuse("view_of_expression", selector.expression.span);
    selected_.insert(resolve_column(base_, column->name));
  }
}

void ViewBuilder::require_no_static() const {
  for (const std::size_t column : selected_) {
    const bool is_static = base_.columns[column].kind == ColumnKind::static_ || base_.is_static_compact();
    if (!is_static || is_base_key(column)) continue;
    refuse("view_of_static", statement_.view.name.span,
           {{"column", quote_name(base_.columns[column].name)}, {"view", view_}});
  }
}

void ViewBuilder::check_key_column(const Name& name) {
  const std::optional<std::size_t> found = base_.find(name.text);
  const Parameters parameters = {
      {"column", quote_name(name.text)}, {"view", view_}, {"table", quote_name(base_.name)}};
  if (!found || !selected_.contains(*found)) refuse("view_key_unselected", name.span, parameters);
  const auto same = [&](const Name& other) { return other.text == name.text; };
  if (std::any_of(key_.begin(), key_.end(), same))
    refuse("key_column_twice", name.span, {{"column", quote_name(name.text)}});
  const Type& type = base_.columns[*found].type;
  if (is_multicell(type)) refuse("view_key_multicell", name.span, parameters);
  if (contains_kind(type, TypeKind::duration)) refuse("duration_key", name.span, parameters);
  key_.push_back(name);
}

void ViewBuilder::check_order() const {
  const auto& order = statement_.clustering_order;
  if (order.empty()) return;
  const auto& clustering = statement_.primary_key.clustering;
  const bool same = std::equal(
      order.begin(), order.end(), clustering.begin(), clustering.end(),
      [](const ClusteringOrder& entry, const Name& name) { return entry.column.text == name.text; });
  if (same) return;
  std::vector<std::string> names;
  for (const Name& name : clustering) names.push_back(name.text);
  refuse("view_order", order.front().column.span, {{"clustering", list_of_names(names)}});
}

void ViewBuilder::require_key_of_base() const {
  std::vector<std::string> missing;
  for (std::size_t column = 0; is_base_key(column); ++column) {
    const std::string& name = base_.columns[column].name;
    const auto same = [&](const Name& other) { return other.text == name; };
    if (std::none_of(key_.begin(), key_.end(), same)) missing.push_back(name);
  }
  if (missing.empty()) return;
  refuse("view_key_incomplete", statement_.primary_key.span,
         {{"missing", list_of_names(missing)}, {"table", quote_name(base_.name)}});
}

void ViewBuilder::require_one_other_column() const {
  const Name* first = nullptr;
  for (const Name& name : key_) {
    if (is_base_key(base_column(name))) continue;
    if (first != nullptr)
      refuse("view_key_too_long", name.span,
             {{"column", quote_name(name.text)}, {"other", quote_name(first->text)}});
    first = &name;
  }
}

void ViewBuilder::check_columns() {
  select_columns();
  require_no_static();
  for (const Name& name : statement_.primary_key.partition_key) check_key_column(name);
  for (const Name& name : statement_.primary_key.clustering) check_key_column(name);
  check_order();
  require_key_of_base();
  require_one_other_column();
}

/// Without CLUSTERING ORDER BY a column has the direction that it has in the base.
Column ViewBuilder::view_column(std::size_t of_base, ColumnKind kind) const {
  Column column = base_.columns[of_base];
  column.kind = kind;
  column.dropped_before.reset();  // cells of an earlier column are not copied into a view
  if (kind != ColumnKind::clustering) {
    column.descending = false;
    return column;
  }
  for (const ClusteringOrder& entry : statement_.clustering_order) {
    if (entry.column.text == column.name) column.descending = entry.descending;
  }
  return column;
}

Table ViewBuilder::build(const Keyspace& home) {
  Table table;
  table.keyspace = home.name;
  table.name = statement_.view.name.text;
  table.options = new_table_options(statement_.properties, statement_.with);
  const Property* time_to_live = find_property(statement_.properties, "default_time_to_live");
  if (table.default_time_to_live() != 0) refuse("view_time_to_live", time_to_live->span);
  table.uuid = table_uuid(statement_.properties).value_or("");
  table.partition_key_size = statement_.primary_key.partition_key.size();
  table.clustering_size = statement_.primary_key.clustering.size();
  table.view_of = ViewSource{base_.name, 0};
  std::set<std::size_t> others = selected_;
  for (const Name& name : key_) {
    const std::size_t of_base = base_column(name);
    others.erase(of_base);
    if (!is_base_key(of_base)) table.view_of->key_column = base_.columns[of_base].id;
    const bool is_partition_key = table.columns.size() < table.partition_key_size;
    table.columns.push_back(
        view_column(of_base, is_partition_key ? ColumnKind::partition_key : ColumnKind::clustering));
  }
  for (const std::size_t of_base : others) table.columns.push_back(view_column(of_base, ColumnKind::regular));
  sort_columns(table);
  return table;
}

const Keyspace* home_of_view(const QualifiedName& name, const PlanContext& context) {
  const std::string keyspace = keyspace_of(name, context);
  if (is_system_keyspace(keyspace)) refuse("view_of_system_keyspace", name.span, {{"keyspace", keyspace}});
  return context.schema.find_keyspace(keyspace);
}

[[noreturn]] void refuse_unknown_view(const QualifiedName& name, const Keyspace* home) {
  std::vector<std::string> known;
  if (home != nullptr) {
    for (const auto& [view, unused] : home->views) known.push_back(view);
  }
  const NearestName nearest = find_nearest(name.name.text, known);
  const Parameters parameters = {{"view", quote_name(name.name.text)}, {"nearest", quote_name(nearest.name)}};
  if (home != nullptr && home->tables.contains(name.name.text))
    refuse("table_is_no_view", name.name.span, parameters);
  if (nearest.name.empty()) refuse("undefined_view", name.name.span, parameters);
  refuse("undefined_view_near", name.name.span, parameters, fix_of(nearest, name.name.span));
}

/// Returns the base of a view of the keyspace. Refuses if the records of the two do not agree.
Table base_of_view(const Keyspace& home, const std::string& view) {
  const TablePointer base = home.tables.get(home.views.get(view)->base);
  if (!base || base->find_view(view) == nullptr) refuse_damaged_record(view_record_name(home.name, view));
  return *base;
}

/// Returns the keyspace of the view; null if there is no such view and `if_exists` allows that. R-241
const Keyspace* home_of_known_view(const QualifiedName& name, bool if_exists, const PlanContext& context) {
  const Keyspace* home = home_of_view(name, context);
  if (home != nullptr && home->views.contains(name.name.text)) return home;
  if (!if_exists) refuse_unknown_view(name, home);
  return nullptr;
}

}  // namespace

SchemaPlan plan_definition(const CreateViewStatement& statement, const PlanContext& context,
                           const std::vector<SlotSource>& sources, std::vector<Slot>& slots,
                           std::vector<Diagnostic>& notices) {
  check_text(statement, context, sources);
  const QualifiedName& name = statement.view;
  const Keyspace& home = existing_home_of(name, context);
  const TablePointer base = base_of(statement, home, context);
  const Parameters parameters = {{"view", quote_name(name.name.text)}, {"keyspace", quote_name(home.name)}};
  if (home.tables.contains(name.name.text)) refuse("view_named_as_table", name.name.span, parameters);
  if (home.views.contains(name.name.text)) {
    if (statement.if_not_exists) return {};
    refuse("view_exists", name.name.span, parameters, std::nullopt,
           Subject{Subject::Kind::table, name.name.text, home.name});
  }
  check_base(*base, statement);
  ViewBuilder builder(statement, *base);
  builder.check_columns();
  Scope scope(context, sources, slots, base.get());
  PutView change;
  change.filters = plan_view_filters(statement, builder.key(), scope);
  change.view.where_clause = where_clause_text(statement.where, sources);
  change.view.includes_all_columns = statement.star;
  change.view.table = std::make_shared<const Table>(builder.build(home));
  check_table_name(name.name);
  change.base = base->name;
  notices.push_back(
      {"view_made", name.name.span, {{"table", quote_name(base->name)}}, std::nullopt, subject_of(*base)});
  return {{std::move(change)}};
}

SchemaPlan plan_definition(const AlterViewStatement& statement, const PlanContext& context) {
  const QualifiedName& name = statement.view;
  const Keyspace* home = home_of_known_view(name, statement.if_exists, context);
  if (home == nullptr) return {};
  Table base = base_of_view(*home, name.name.text);
  View view = *base.find_view(name.name.text);
  Table table = *view.table;
  table.options = changed_table_options(std::move(table.options), statement.properties, statement.with);
  const Property* id = find_property(statement.properties, "id");
  if (id != nullptr) refuse("alter_id", id->span);
  const Property* grace = find_property(statement.properties, "gc_grace_seconds");
  if (table.gc_grace_seconds() == 0 && grace != nullptr) refuse("view_grace", grace->span);
  const Property* time_to_live = find_property(statement.properties, "default_time_to_live");
  if (table.default_time_to_live() != 0) refuse("view_time_to_live", time_to_live->span);
  view.table = std::make_shared<const Table>(std::move(table));
  put_view(base, std::move(view));
  return {{PutTable{std::move(base)}}};
}

SchemaPlan plan_definition(const DropViewStatement& statement, const PlanContext& context) {
  const QualifiedName& name = statement.view;
  const Keyspace* home = home_of_known_view(name, statement.if_exists, context);
  if (home == nullptr) return {};
  Table base = base_of_view(*home, name.name.text);
  std::erase_if(base.views, [&](const View& view) { return view.table->name == name.name.text; });
  return {{PutTable{std::move(base)}}};
}

}  // namespace cellar
