#include "shell/teach/advise/fill_statements.h"

#include <algorithm>

#include "planner/advise/copy_statements.h"
#include "shell/teach/advise/fill_lists.h"

namespace cellar {

namespace {

/// `count` is the number of columns of the key.
std::string key_tests(const Table& copy, std::size_t count) {
  std::string text;
  for (std::size_t index = 0; index < count; ++index)
    text += (index == 0 ? " WHERE " : " AND ") + quote_name(copy.columns[index].name) + " = ?";
  return text;
}

/// Sets the columns behind the key, up to `end`, or adds to them.
std::string assignments(const Table& copy, std::size_t end, bool add) {
  std::string text;
  for (std::size_t index = copy.key_size(); index < end; ++index) {
    const std::string name = quote_name(copy.columns[index].name);
    text += (text.empty() ? " SET " : ", ") + name + (add ? " = " + name + " + ?" : " = ?");
  }
  return text;
}

}  // namespace

std::vector<ReadColumn> columns_to_read(const Table& table, const Table& copy,
                                        const std::vector<ElementColumn>& elements) {
  std::vector<ReadColumn> columns;
  std::size_t next = 0;
  for (const Column& column : table.columns) {
    const std::optional<std::size_t> in_copy = copy.find(column.name);
    const bool has_elements =
        std::ranges::find(elements, column.name, &ElementColumn::collection) != elements.end();
    if (!in_copy && !has_elements && column.kind != ColumnKind::regular) continue;
    const bool has_times = !column.is_key() && column.type.kind != TypeKind::counter;
    columns.push_back(
        {&column, next, has_times ? std::optional(next + 1) : std::nullopt, in_copy, has_elements});
    next += has_times ? 3 : 1;
  }
  return columns;
}

std::string read_text(const Table& table, const std::vector<ReadColumn>& columns) {
  std::string text;
  for (const ReadColumn& read : columns) {
    const std::string name = quote_name(read.column->name);
    text += (text.empty() ? "SELECT " : ", ") + name;
    if (!read.timestamp) continue;
    const bool has_elements = is_unfrozen_set_or_map(*read.column);
    text += (has_elements ? ", writetime(" : ", maxwritetime(") + name + "), ttl(" + name + ")";
  }
  return text + " FROM " + table_text(table, "") + " ALLOW FILTERING";
}

std::string insert_text(const Table& copy) {
  std::string names, markers;
  for (const Column& column : copy.columns) {
    names += (names.empty() ? "" : ", ") + quote_name(column.name);
    markers += markers.empty() ? "?" : ", ?";
  }
  return "INSERT INTO " + table_text(copy, "") + " (" + names + ") VALUES (" + markers +
         ") USING TIMESTAMP ? AND TTL ?";
}

std::string update_text(const Table& copy, std::size_t end, std::size_t key_size) {
  return "UPDATE " + table_text(copy, "") + " USING TIMESTAMP ? AND TTL ?" + assignments(copy, end, false) +
         key_tests(copy, key_size);
}

std::string add_text(const Table& copy, const Column& column) {
  const std::string name = quote_name(column.name);
  const bool is_static = column.kind == ColumnKind::static_;
  return "UPDATE " + table_text(copy, "") + " USING TIMESTAMP ? AND TTL ? SET " + name + " = " + name +
         " + ?" + key_tests(copy, is_static ? copy.partition_key_size : copy.key_size());
}

std::string counter_text(const Table& copy) {
  return "UPDATE " + table_text(copy, "") + assignments(copy, copy.columns.size(), true) +
         key_tests(copy, copy.key_size());
}

std::string stored_counters_text(const Table& copy) {
  std::string names;
  for (std::size_t index = copy.key_size(); index < copy.columns.size(); ++index)
    names += (names.empty() ? "" : ", ") + quote_name(copy.columns[index].name);
  return "SELECT " + names + " FROM " + table_text(copy, "") + key_tests(copy, copy.key_size());
}

}  // namespace cellar
