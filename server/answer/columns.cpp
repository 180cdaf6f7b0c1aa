#include "server/answer/columns.h"

#include <algorithm>

namespace cellar {

namespace {

// The names under which Cassandra shows what belongs to no table.
constexpr std::string_view kDescribeKeyspace = "system", kDescribeTable = "describe";

/// Returns true if drivers are told the same name of both.
bool are_same_tables(const TablePointer& left, const TablePointer& right) {
  if (left == right) return true;
  return left && right && left->name == right->name && left->keyspace == right->keyspace;
}

ColumnSpec spec_of(const TablePointer& table, std::string_view name, const Type& type) {
  if (table == nullptr) return {kDescribeKeyspace, kDescribeTable, name, type};
  return {table->keyspace, table->name, name, type};
}

}  // namespace

std::vector<ColumnSpec> column_specs(const std::vector<ResultColumn>& columns) {
  std::vector<ColumnSpec> specs;
  specs.reserve(columns.size());
  for (const ResultColumn& column : columns)
    specs.push_back(spec_of(column.statement_table, column.name, column.type));
  return specs;
}

std::vector<ColumnSpec> marker_specs(const std::vector<Slot>& markers) {
  std::vector<ColumnSpec> specs;
  specs.reserve(markers.size());
  for (const Slot& marker : markers) specs.push_back(spec_of(marker.table, marker.name, marker.type));
  return specs;
}

bool are_same_columns(const std::vector<ResultColumn>& left, const std::vector<ResultColumn>& right) {
  const auto is_same = [](const ResultColumn& one, const ResultColumn& other) {
    return one.name == other.name && one.type == other.type &&
           are_same_tables(one.statement_table, other.statement_table);
  };
  return &left == &right || std::ranges::equal(left, right, is_same);
}

}  // namespace cellar
