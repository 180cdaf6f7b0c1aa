#include "shell/check/grade/task_query.h"

#include <fmt/format.h>

#include <algorithm>

#include "parser/parser.h"
#include "parser/statement/statement.h"
#include "refusal/messages.h"
#include "shell/check/grade/directives.h"
#include "types/names.h"

namespace cellar {

namespace {

[[noreturn]] void refuse_query(const Exercise& exercise, const TaskQuery& query, std::string_view id,
                               Parameters parameters = {}) {
  parameters.push_back({"query", query.name});
  refuse_directive(exercise.file, {query.directive, query.text.line}, id, std::move(parameters));
}

/// The columns of a relation, by the kind of its left side.
struct ColumnsOf {
  std::vector<std::string> operator()(const ColumnTarget& target) const { return {target.column.text}; }
  std::vector<std::string> operator()(const ElementTarget& target) const { return {target.column.text}; }
  std::vector<std::string> operator()(const FieldTarget& target) const { return {target.column.text}; }
  std::vector<std::string> operator()(const TupleTarget& target) const { return names(target.columns); }
  std::vector<std::string> operator()(const TokenTarget& target) const { return names(target.columns); }
  std::vector<std::string> operator()(const CustomIndexTarget&) const { return {}; }

  static std::vector<std::string> names(const std::vector<Name>& columns) {
    std::vector<std::string> texts;
    for (const Name& column : columns) texts.push_back(column.text);
    return texts;
  }
};

std::vector<std::string> selected(const SelectStatement& select) {
  std::vector<std::string> columns;
  for (const Selector& selector : select.selectors) {
    const auto* column = std::get_if<ColumnReference>(&selector.expression.node);
    if (column == nullptr || selector.alias) return {};
    columns.push_back(column->name.text);
  }
  return columns;
}

std::optional<std::size_t> limit_of(const SelectStatement& select, const Statement& statement) {
  if (!select.limit) return std::nullopt;
  const auto* slot = std::get_if<SlotReference>(&select.limit->node);
  if (slot == nullptr) return std::nullopt;
  const std::optional<std::uint64_t> count = count_of(statement.slots[slot->index].literal.text);
  return count ? std::optional(static_cast<std::size_t>(*count)) : std::nullopt;
}

}  // namespace

std::string with_table(const Task& task, std::string text, std::string_view table) {
  const std::string mark = "$" + task.id;
  const std::string name = quote_name(table);
  for (std::size_t at = 0; (at = text.find(mark, at)) != text.npos; at += name.size())
    text.replace(at, mark.size(), name);
  return text;
}

std::string TaskSelect::of(const Task& task, std::string_view table) const {
  return with_table(task, text, table);
}

std::string TaskSelect::by_equality(std::string_view table) const {
  std::vector<std::string> kept;
  for (const QueryRelation& relation : relations)
    if (!relation.is_range) kept.push_back(relation.text);
  return fmt::format("SELECT * FROM {}{}{}", quote_name(table), kept.empty() ? "" : " WHERE ",
                     fmt::join(kept, " AND "));
}

std::string TaskSelect::filtering(std::string_view table) const {
  std::vector<std::string> names;
  for (const std::string& column : columns) names.push_back(quote_name(column));
  const std::string relations_text = where();
  return fmt::format("SELECT {} FROM {}{}{} ALLOW FILTERING", fmt::join(names, ", "), quote_name(table),
                     relations_text.empty() ? "" : " WHERE ", relations_text);
}

std::string TaskSelect::where() const {
  std::string joined;
  for (const QueryRelation& relation : relations) joined += (joined.empty() ? "" : " AND ") + relation.text;
  return joined;
}

bool TaskSelect::has_range() const { return std::ranges::any_of(relations, &QueryRelation::is_range); }

bool TaskSelect::fixes(std::string_view column) const {
  return std::ranges::any_of(relations, [&](const QueryRelation& relation) {
    return !relation.is_range && std::ranges::find(relation.columns, column) != relation.columns.end();
  });
}

TaskSelect read_select(const Exercise& exercise, const Task& task, const TaskQuery& query) {
  TaskSelect read;
  read.text = query.text.text;
  const std::string text = with_table(task, read.text, "t");
  try {
    const Statement statement = parse(text);
    const auto* select = std::get_if<SelectStatement>(&statement.node);
    if (select == nullptr) refuse_query(exercise, query, "exercise_query_no_select");
    read.columns = selected(*select);
    for (const Relation& relation : select->where) {
      const std::string part = text.substr(relation.span.begin, relation.span.end - relation.span.begin);
      read.relations.push_back({part, std::visit(ColumnsOf(), relation.target), is_range(relation.op)});
    }
    for (const Ordering& ordering : select->order_by)
      read.order.push_back({ordering.column.text, ordering.descending});
    read.limit = limit_of(*select, statement);
  } catch (const Refusal& refusal) {
    refuse_query(exercise, query, "exercise_query", {{"reason", title_of(refusal.diagnostic)}});
  }
  if (read.columns.empty() && task.asks_for_table())
    refuse_query(exercise, query, "exercise_query_unnamed_columns");
  return read;
}

void require_data(const Exercise& exercise, const Task& task, const TaskQuery& query,
                  const RowsExpected& expected) {
  const TaskSelect select = read_select(exercise, task, query);
  const DataSet& data = *exercise.find_data(expected.data);
  std::vector<std::string> needed = select.columns;
  for (const QueryRelation& relation : select.relations)
    needed.insert(needed.end(), relation.columns.begin(), relation.columns.end());
  const std::vector<ExpectedOrder>& order = expected.order.empty() ? select.order : expected.order;
  if (expected.in_order && order.empty()) refuse_query(exercise, query, "exercise_query_unordered");
  for (const ExpectedOrder& each : order) needed.push_back(each.column);
  for (const std::string& column : needed)
    if (!find_column(data, column))
      refuse_query(exercise, query, "exercise_query_column", {{"data", data.name}, {"column", column}});
}

}  // namespace cellar
