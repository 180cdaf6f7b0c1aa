#include "shell/copy/copy_target.h"

#include <algorithm>

#include "planner/names.h"

namespace cellar {

namespace {

std::vector<const Column*> columns_in_order(const Table& table) {
  std::vector<const Column*> columns;
  for (const Column& column : table.columns) columns.push_back(&column);
  std::sort(columns.begin() + static_cast<std::ptrdiff_t>(table.key_size()), columns.end(),
            [](const Column* left, const Column* right) { return left->name < right->name; });
  return columns;
}

std::vector<const Column*> named_columns(const CopyStatement& statement, const Table& table) {
  std::vector<const Column*> columns;
  for (const Name& name : statement.columns) {
    const Column* column = &table.columns[resolve_column(table, name)];
    if (std::ranges::find(columns, column) != columns.end())
      refuse("copy_column_twice", name.span,
             {{"column", quote_name(name.text)}, {"where", "the list of columns"}});
    columns.push_back(column);
  }
  return columns;
}

}  // namespace

CopyTarget resolve_copy(const CopyStatement& statement, Connection& connection) {
  CopyTarget target{
      .schema = connection.schema(), .table = {}, .columns = {}, .names_columns = !statement.columns.empty()};
  target.table = resolve_table(
      statement.table, {*target.schema, connection.keyspace(), kDefaultNodeNames, connection.policy()});
  target.columns =
      target.names_columns ? named_columns(statement, *target.table) : columns_in_order(*target.table);
  return target;
}

std::string qualified_name(const Table& table) {
  return quote_name(table.keyspace) + '.' + quote_name(table.name);
}

}  // namespace cellar
