#include "planner/select/grouping.h"

#include "planner/expression/expression_text.h"
#include "planner/expression/expressions.h"
#include "planner/names.h"
#include "planner/select/key_description.h"
#include "planner/select/selection.h"

namespace cellar {

namespace {

/// Refuses what breaks the order of rows in a function of GROUP BY. A monotonic function keeps the order of its
/// first argument; the others must not depend on the row.
struct OrderKept {
  const Node& node;
  const Parameters& parameters;

  void operator()(const NullNode&) const {}
  void operator()(const ConstantNode&) const {}
  void operator()(const SlotNode&) const {}
  void operator()(const ColumnNode&) const {}
  void operator()(const CallNode& call) const {
    if (!call.function.monotonic) refuse("group_by_breaks_order", node.span, parameters);
    for (std::size_t index = 1; index < call.arguments.size(); ++index) {
      std::set<std::size_t> columns;
      collect_columns(call.arguments[index], columns);
      if (!columns.empty()) refuse("group_by_breaks_order", call.arguments[index].span, parameters);
    }
    require_of(call.arguments.front());
  }
  void operator()(const AggregateNode&) const { refuse("group_by_aggregate", node.span, parameters); }
  void operator()(const CollectionNode&) const { refuse("group_by_breaks_order", node.span, parameters); }
  void operator()(const ElementNode&) const { refuse("group_by_breaks_order", node.span, parameters); }
  void operator()(const SliceNode&) const { refuse("group_by_breaks_order", node.span, parameters); }
  void operator()(const FieldNode&) const { refuse("group_by_breaks_order", node.span, parameters); }
  void operator()(const CellFunctionNode&) const { refuse("group_by_breaks_order", node.span, parameters); }

  void require_of(const Node& part) const { std::visit(OrderKept{part, parameters}, part.node); }
};

class GroupingPlanner {
 public:
  GroupingPlanner(const Restrictions& restrictions, Scope& scope)
      : restrictions_(restrictions), table_(*scope.table), scope_(scope) {}

  void add(const Expression& expression) {
    Parameters parameters = {{"value", text_of(expression, scope_.sources)},
                             {"table", quote_name(table_.name)},
                             {"key", key_of(table_)}};
    std::size_t column = 0;
    if (const auto* reference = std::get_if<ColumnReference>(&expression.node)) {
      column = resolve_column(table_, reference->name);
      if (column >= table_.key_size()) refuse("group_by_other_column", expression.span, parameters);
      if (groups_.bucket) refuse("group_by_after_function", expression.span, parameters);
    } else {
      column = add_function(expression, parameters);
    }
    advance_to(column, expression.span, parameters);
  }

  RowGroups end(Span span, bool distinct) {
    if (next_ < table_.partition_key_size) {
      std::vector<std::size_t> missing;
      for (std::size_t column = next_; column < table_.partition_key_size; ++column)
        missing.push_back(column);
      refuse("group_by_part_of_key", span, {{"missing", names_of(table_, missing)}, {"key", key_of(table_)}});
    }
    if (distinct && next_ > table_.partition_key_size) {
      refuse("group_by_rows_of_distinct", span, {{"key", key_of(table_)}});
    }
    groups_.clustering = next_ - table_.partition_key_size - (groups_.bucket ? 1 : 0);
    return std::move(groups_);
  }

 private:
  /// Returns the column of the function.
  std::size_t add_function(const Expression& expression, const Parameters& parameters) {
    const bool is_call = std::holds_alternative<FunctionCall>(expression.node) ||
                         std::holds_alternative<Arithmetic>(expression.node) ||
                         std::holds_alternative<Negation>(expression.node);
    if (!is_call) refuse("group_by_value", expression.span, parameters);
    scope_.in_selection = true;
    Node node = plan_selected(expression, std::nullopt, scope_);
    scope_.in_selection = false;
    if (std::holds_alternative<AggregateNode>(node.node)) {
      refuse("group_by_aggregate", expression.span, parameters);
    }
    std::set<std::size_t> columns;
    collect_columns(node, columns);
    if (columns.size() != 1 || table_.columns[*columns.begin()].kind != ColumnKind::clustering) {
      refuse("group_by_function_of_other_columns", expression.span, parameters);
    }
    std::visit(OrderKept{node, parameters}, node.node);
    groups_.bucket = std::move(node);
    return *columns.begin();
  }

  void advance_to(std::size_t column, Span span, Parameters& parameters) {
    while (next_ < column && restrictions_.fixes(next_)) ++next_;
    if (next_ != column) {
      parameters.push_back({"expected", next_ < column ? quote_name(table_.columns[next_].name) : ""});
      refuse(next_ < column ? "group_by_out_of_place" : "group_by_twice", span, parameters);
    }
    ++next_;
  }

  const Restrictions& restrictions_;
  const Table& table_;
  Scope& scope_;
  RowGroups groups_;
  std::size_t next_ = 0;  // the first column of the key that has not been named or left out
};

}  // namespace

void plan_grouping(const SelectStatement& statement, const Restrictions& restrictions, SelectPlan& plan,
                   Scope& scope) {
  if (!statement.group_by.empty()) {
    GroupingPlanner planner(restrictions, scope);
    for (const Expression& expression : statement.group_by) planner.add(expression);
    plan.grouping = planner.end(statement.group_by_span, statement.distinct);
  } else if (!plan.aggregates.empty()) {
    if (statement.per_partition_limit) {
      refuse("aggregate_with_partition_limit", statement.per_partition_limit->span);
    }
    plan.grouping = AllRows{};
  }
}

void collect_columns(const Grouping& grouping, const Table& table, std::set<std::size_t>& columns) {
  const auto* groups = std::get_if<RowGroups>(&grouping);
  if (groups == nullptr) return;
  const std::size_t count = table.partition_key_size + groups->clustering;
  for (std::size_t column = 0; column < count; ++column) columns.insert(column);
  if (groups->bucket) collect_columns(*groups->bucket, columns);
}

}  // namespace cellar
