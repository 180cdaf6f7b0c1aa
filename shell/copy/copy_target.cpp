#include "shell/copy/copy_target.h"

#include <algorithm>

#include "planner/names.h"

namespace cellar {

namespace {

FileColumns columns_in_order(const Table& table) {
  FileColumns columns;
  for (const Column& column : table.columns) columns.push_back({&column});
  std::sort(
      columns.begin() + static_cast<std::ptrdiff_t>(table.key_size()), columns.end(),
      [](const FileColumn& left, const FileColumn& right) { return left.column->name < right.column->name; });
  return columns;
}

FileColumns named_columns(const CopyStatement& statement, const Table& table) {
  FileColumns columns;
  for (const CopiedName& named : statement.columns) {
    const FileColumn field{&table.columns[resolve_column(table, named.name)], named.part};
    require_times(table, field, named.name.span, "the list of columns");
    if (std::ranges::find(columns, field) != columns.end())
      refuse("copy_column_twice", named.name.span,
             {{"column", listed_name(field)}, {"where", "the list of columns"}});
    columns.push_back(field);
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

void require_times(const Table& table, const FileColumn& field, Span span, const std::string& where) {
  if (field.part == FieldPart::value || has_times(table, *field.column)) return;
  refuse(field.column->is_key() ? "copy_times_of_key" : "copy_times_of_counter", span,
         {{"field", listed_name(field)}, {"column", quote_name(field.column->name)}, {"where", where}});
}

void add_times(CopyTarget& target) {
  const auto is_time = [](const FileColumn& field) { return field.part != FieldPart::value; };
  if (std::ranges::any_of(target.columns, is_time)) return;
  FileColumns columns;
  for (const FileColumn& field : target.columns) {
    columns.push_back(field);
    if (!has_times(*target.table, *field.column)) continue;
    for (const auto& [part, word] : kTimeParts) {
      const FileColumn time{field.column, part};
      if (target.table->find(header_name(time)))
        refuse("copy_column_twice", {}, {{"column", header_name(time)}, {"where", "the file"}});
      columns.push_back(time);
    }
  }
  target.columns = std::move(columns);
}

std::string qualified_name(const Table& table) {
  return quote_name(table.keyspace) + '.' + quote_name(table.name);
}

}  // namespace cellar
