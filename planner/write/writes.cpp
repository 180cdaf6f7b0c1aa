#include "planner/write/writes.h"

#include <algorithm>

#include "planner/definition/definition_checks.h"
#include "planner/expression/expressions.h"
#include "planner/names.h"
#include "planner/select/filtering.h"
#include "planner/select/key_description.h"
#include "planner/select/read_path.h"
#include "planner/write/assignments.h"
#include "planner/write/conditions.h"
#include "planner/write/generated_times.h"
#include "planner/write/insert_json.h"

namespace cellar {

namespace {

struct Attributes {
  std::optional<Node> timestamp, time_to_live;
};

//
Attributes plan_attributes(const UsingClause& clause, const Conditions& conditions, Scope& scope) {
  Attributes attributes;
  if (clause.timestamp) {
    if (conditions.any()) refuse("timestamp_with_condition", clause.timestamp->span);
    if (scope.table->is_counter()) refuse("counter_with_timestamp", clause.span);
    attributes.timestamp =
        plan_value(*clause.timestamp, {native_type(TypeKind::bigint), "[timestamp]"}, scope);
  }
  if (clause.time_to_live) {
    if (scope.table->is_counter()) refuse("counter_with_time_to_live", clause.span);
    attributes.time_to_live = plan_value(*clause.time_to_live, {native_type(TypeKind::int_), "[ttl]"}, scope);
  }
  return attributes;
}

bool is_static(const Table& table, std::size_t column) {
  return table.columns[column].kind == ColumnKind::static_;
}

//
void require_writable(const Table& table, const QualifiedName& name) {
  if (!table.is_view()) return;
  refuse("view_is_written", name.span,
         {{"view", quote_name(table.name)}, {"base", quote_name(table.view_of->base)}});
}

Parameters missing_parameters(const Table& table, const std::vector<std::size_t>& missing,
                              StatementKind statement) {
  return {{"table", quote_name(table.name)},
          {"key", key_of(table)},
          {"missing", names_of(table, missing)},
          {"statement", name(statement)}};
}

std::vector<std::size_t> missing_clustering(const Table& table, const Restrictions& restrictions) {
  std::vector<std::size_t> missing;
  for (std::size_t index = 0; index < table.clustering_size; ++index) {
    const std::size_t column = table.partition_key_size + index;
    const bool named = std::ranges::any_of(restrictions.clustering, [column](const Restriction& restriction) {
      return std::ranges::find(restriction.columns, column) != restriction.columns.end();
    });
    if (!named) missing.push_back(column);
  }
  return missing;
}

enum class Missing : std::uint8_t { partition, row };

/// K6. A statement that names another column means to search by it; that column has to be left out.
[[noreturn]] void refuse_missing(Missing what, const Restrictions& restrictions, Span span,
                                 Parameters parameters, const Table& table) {
  const bool partition = what == Missing::partition;
  if (restrictions.others.empty())
    refuse(partition ? "missing_partition_key" : "missing_clustering", span, parameters);
  std::vector<std::size_t> others;
  for (const Restriction& restriction : restrictions.others) others.push_back(restriction.first());
  parameters.push_back({"columns", names_of(table, others)});
  refuse(partition ? "other_columns_for_partition" : "other_columns_for_row", span, parameters);
}

/// K6 for the partition key
std::vector<Choices> plan_partition(const Restrictions& restrictions, StatementKind statement, Span span,
                                    const Table& table) {
  const std::vector<std::size_t> missing = missing_partition_key(table, restrictions);
  Parameters parameters = missing_parameters(table, missing, statement);
  if (restrictions.token) refuse("token_in_write", restrictions.token->relations.front()->span, parameters);
  for (const Restriction& restriction : restrictions.partition_key) {
    const bool whole = restrictions.partition_key.size() == table.partition_key_size;
    if (restriction.kind != Restriction::Kind::slice || !whole) continue;
    parameters.push_back({"column", names_of(table, {restriction.first()})});
    refuse("range_of_partitions_in_write", restriction.relations.front()->span, parameters);
  }
  if (!missing.empty()) refuse_missing(Missing::partition, restrictions, span, std::move(parameters), table);
  std::vector<Choices> choices;
  for (const Restriction& restriction : restrictions.partition_key)
    choices.push_back(choices_of(restriction));
  return choices;
}

//
void require_no_clustering(const Restrictions& restrictions, StatementKind statement, const Table& table) {
  if (restrictions.clustering.empty()) return;
  const Restriction& blamed = restrictions.clustering.front();
  refuse("clustering_for_static_write", blamed.relations.front()->span,
         {{"column", names_of(table, {blamed.first()})}, {"statement", name(statement)}});
}

//
void require_keys_only(const Restrictions& restrictions, StatementKind statement, const Table& table) {
  if (restrictions.others.empty()) return;
  const Restriction& blamed = restrictions.others.front();
  bool names_row = true;
  for (std::size_t column = 0; column < table.key_size(); ++column)
    names_row = names_row && restrictions.fixes(column);
  refuse(names_row ? "other_column_beside_key" : "other_column_in_write",
         blamed.relations.front()->target_span,
         {{"column", names_of(table, {blamed.first()})},
          {"statement", name(statement)},
          {"key", key_of(table)},
          {"table", quote_name(table.name)}});
}

/// K6 for the clustering columns of an UPDATE
std::vector<ClusteringStep> plan_rows(const Restrictions& restrictions, Span span, const Table& table) {
  const std::vector<std::size_t> missing = missing_clustering(table, restrictions);
  Parameters parameters = missing_parameters(table, missing, StatementKind::update);
  for (const Restriction& restriction : restrictions.clustering) {
    if (restriction.kind != Restriction::Kind::slice) continue;
    parameters.push_back({"column", names_of(table, {restriction.first()})});
    refuse("range_of_rows_in_update", restriction.relations.front()->span, parameters);
  }
  const bool may_lack = table.may_lack_clustering() && !restrictions.clustering.empty();
  if (!missing.empty() && !may_lack)
    refuse_missing(Missing::row, restrictions, span, std::move(parameters), table);
  const ServedRestrictions served = serve(restrictions, table);
  const std::vector<const Restriction*> skipped_to = unserved(served.clustering);
  if (!skipped_to.empty()) refuse_gap(restrictions.clustering, *skipped_to.front(), table);
  return plan_clustering(served.clustering, table).steps;
}

/// Returns true if a condition is on a column that is not static: the statement is then about a row.
bool conditions_name_rows(const Conditions& conditions, const Table& table) {
  return std::any_of(conditions.relations.begin(), conditions.relations.end(),
                     [&table](const Relation& relation) {
                       return !is_static(table, resolve_column(table, condition_column(relation)));
                     });
}

/// Returns the span of the WHERE clause; if there is none, the span of the table's name.
Span span_of_where(const std::vector<Relation>& where, const QualifiedName& table) {
  if (where.empty()) return table.span;
  return {where.front().span.begin, where.back().span.end};
}

//
std::vector<std::size_t> insert_columns(const InsertStatement& statement, const Table& table) {
  std::vector<std::size_t> columns;
  for (const Name& name : statement.columns) columns.push_back(resolve_column(table, name));
  if (statement.columns.size() != statement.values.size()) {
    refuse("values_do_not_match", statement.columns_span,
           {{"columns", std::to_string(statement.columns.size())},
            {"values", std::to_string(statement.values.size())}});
  }
  for (std::size_t index = 0; index < columns.size(); ++index) {
    if (std::find(columns.begin(), columns.begin() + index, columns[index]) == columns.begin() + index)
      continue;
    refuse("column_twice_in_insert", statement.columns[index].span,
           {{"column", quote_name(statement.columns[index].text)}});
  }
  return columns;
}

class InsertPlanner {
 public:
  InsertPlanner(const InsertStatement& statement, Scope& scope)
      : statement_(statement),
        scope_(scope),
        table_(*scope.table),
        columns_(insert_columns(statement, table_)) {}

  void plan(UpsertPlan& plan) {
    std::set<ColumnKind> kinds;
    for (std::size_t index = 0; index < columns_.size(); ++index) {
      const ColumnKind kind = table_.columns[columns_[index]].kind;
      kinds.insert(kind);
      if (kind == ColumnKind::static_ || kind == ColumnKind::regular) {
        plan.assignments.push_back(plan_setting(columns_[index], statement_.values[index], scope_));
      }
    }
    set_written_row(kinds, plan);
    for (std::size_t index = 0; index < table_.partition_key_size; ++index) {
      if (const std::optional<Node> value = key_value(index)) {
        plan.partition_key.push_back({{*value}, std::nullopt, false, value->span});
      }
    }
    require_whole_key(0, table_.partition_key_size, "missing_partition_key");
    if (!plan.writes_row) return;
    for (std::size_t index = 0; index < table_.clustering_size; ++index) {
      if (const std::optional<Node> value = key_value(table_.partition_key_size + index)) {
        plan.clustering.push_back({index, 1, {{*value}}, std::nullopt, false, value->span});
      }
    }
    const std::size_t given = table_.may_lack_clustering() ? given_clustering() : 0;
    require_whole_key(table_.partition_key_size, given != 0 ? given : table_.clustering_size,
                      "missing_clustering");
    if (table_.is_compact && plan.assignments.empty()) require_no_value();
  }

 private:
  std::optional<Node> key_value(std::size_t column) {
    const auto found = std::find(columns_.begin(), columns_.end(), column);
    if (found == columns_.end()) return std::nullopt;
    const Expression& value = statement_.values[static_cast<std::size_t>(found - columns_.begin())];
    Node node = plan_setting(column, value, scope_).value;
    if (std::holds_alternative<NullNode>(node.node)) {
      refuse("null_key", value.span, {{"column", names_of(table_, {column})}});
    }
    return node;
  }

  void require_whole_key(std::size_t first, std::size_t count, const char* id) const {
    std::vector<std::size_t> missing;
    for (std::size_t column = first; column < first + count; ++column) {
      if (std::find(columns_.begin(), columns_.end(), column) == columns_.end()) missing.push_back(column);
    }
    if (missing.empty()) return;
    refuse(id, statement_.columns_span, missing_parameters(table_, missing, StatementKind::insert));
  }

  /// Returns how many clustering columns there are up to the last one that is given.
  std::size_t given_clustering() const {
    for (std::size_t count = table_.clustering_size; count > 0; --count) {
      const std::size_t column = table_.partition_key_size + count - 1;
      if (std::find(columns_.begin(), columns_.end(), column) != columns_.end()) return count;
    }
    return 0;
  }

  ///
  void require_no_value() const {
    if (table_.has_row_markers()) return;
    std::vector<std::size_t> values;
    for (std::size_t column = table_.key_size(); column < table_.columns.size(); ++column)
      values.push_back(column);
    refuse("compact_value_missing", statement_.columns_span,
           {{"table", quote_name(table_.name)}, {"columns", names_of(table_, values)}});
  }

  const InsertStatement& statement_;
  Scope& scope_;
  const Table& table_;
  std::vector<std::size_t> columns_;
};

}  // namespace

/// An INSERT of static columns alone writes no row unless a clustering column is given.
void set_written_row(const std::set<ColumnKind>& kinds, UpsertPlan& plan) {
  plan.writes_row = !kinds.contains(ColumnKind::static_) || kinds.contains(ColumnKind::regular) ||
                    kinds.contains(ColumnKind::clustering);
  plan.row_marker = plan.writes_row && plan.table->has_row_markers();
}

UpsertPlan plan_write(const InsertStatement& statement, const WriteContext& context) {
  UpsertPlan plan;
  plan.table = resolve_changed_table(statement.table, context.context);
  const Table& table = *plan.table;
  require_writable(table, statement.table);
  if (table.is_counter())
    refuse("counter_is_inserted", statement.table.span, {{"table", quote_name(table.name)}});
  Scope scope(context.context, context.sources, context.slots, &table);
  Attributes attributes = plan_attributes(statement.using_clause, statement.conditions, scope);
  if (statement.json) {
    plan_insert_json(statement, context, scope, plan);
  } else {
    InsertPlanner(statement, scope).plan(plan);
  }
  plan.timestamp = std::move(attributes.timestamp);
  plan.time_to_live = std::move(attributes.time_to_live);
  settle_generated_times(plan, scope);
  return plan;
}

UpsertPlan plan_write(const UpdateStatement& statement, const WriteContext& context) {
  UpsertPlan plan;
  plan.table = resolve_changed_table(statement.table, context.context);
  const Table& table = *plan.table;
  require_writable(table, statement.table);
  require_compatible(statement.assignments);
  Scope scope(context.context, context.sources, context.slots, &table);
  Attributes attributes = plan_attributes(statement.using_clause, statement.conditions, scope);
  bool all_static = !conditions_name_rows(statement.conditions, table);
  const RowAccess access = statement.conditions.any() ? RowAccess::read_and_written : RowAccess::written;
  for (const Assignment& assignment : statement.assignments) {
    plan.assignments.push_back(plan_assignment(assignment, access, scope));
    all_static = all_static && is_static(table, plan.assignments.back().column);
  }
  const Restrictions restrictions = gather_restrictions(statement.where, StatementKind::update, scope);
  require_nothing_after_slice(restrictions, table);
  const Span span = span_of_where(statement.where, statement.table);
  plan.partition_key = plan_partition(restrictions, StatementKind::update, span, table);
  if (all_static) require_no_clustering(restrictions, StatementKind::update, table);
  plan.writes_row = !all_static;
  if (plan.writes_row) plan.clustering = plan_rows(restrictions, span, table);
  require_keys_only(restrictions, StatementKind::update, table);
  plan.timestamp = std::move(attributes.timestamp);
  plan.time_to_live = std::move(attributes.time_to_live);
  settle_generated_times(plan, scope);
  return plan;
}

DeletePlan plan_write(const DeleteStatement& statement, const WriteContext& context) {
  DeletePlan plan;
  plan.table = resolve_changed_table(statement.table, context.context);
  const Table& table = *plan.table;
  require_writable(table, statement.table);
  Scope scope(context.context, context.sources, context.slots, &table);
  plan.timestamp = plan_attributes(statement.using_clause, statement.conditions, scope).timestamp;
  bool all_static = !statement.targets.empty() && !conditions_name_rows(statement.conditions, table);
  for (const DeletionTarget& target : statement.targets) {
    plan.columns.push_back(plan_deletion(target, scope));
    all_static = all_static && is_static(table, plan.columns.back().column);
  }
  const Restrictions restrictions = gather_restrictions(statement.where, StatementKind::delete_, scope);
  require_nothing_after_slice(restrictions, table);
  const Span span = span_of_where(statement.where, statement.table);
  plan.partition_key = plan_partition(restrictions, StatementKind::delete_, span, table);
  if (all_static) require_no_clustering(restrictions, StatementKind::delete_, table);
  const ServedRestrictions served = serve(restrictions, table);
  const std::vector<const Restriction*> skipped_to = unserved(served.clustering);
  if (!skipped_to.empty()) refuse_gap(restrictions.clustering, *skipped_to.front(), table);
  plan.clustering = plan_clustering(served.clustering, table);
  require_keys_only(restrictions, StatementKind::delete_, table);
  const bool names_rows =
      !plan.clustering.lower && !plan.clustering.upper && missing_clustering(table, restrictions).empty();
  if (statement.conditions.any() && !all_static && !names_rows) {
    const bool deletes_rows = plan.columns.empty();
    refuse(deletes_rows ? "rows_with_condition" : "columns_of_range",
           deletes_rows ? statement.conditions.span : plan.columns.front().span, {{"key", key_of(table)}});
  }
  settle_generated_times(plan, scope);
  return plan;
}

}  // namespace cellar
