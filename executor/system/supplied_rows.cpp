#include "executor/system/supplied_rows.h"

#include "types/value/value.h"

namespace cellar {

namespace {

/// Refuses rows that a table cannot have: filters and clients would read their bytes as values of the columns' types.
void require_fitting(const Table& table, const std::vector<Value>& values) {
  if (values.size() != table.columns.size()) {
    refuse("supplied_row_size", {},
           {{"table", table.keyspace + '.' + table.name},
            {"given", std::to_string(values.size())},
            {"columns", std::to_string(table.columns.size())}});
  }
  for (std::size_t index = 0; index < values.size(); ++index) {
    const Column& column = table.columns[index];
    if (!values[index] && index >= table.key_size()) continue;
    if (values[index] && !fault_of(column.type, *values[index])) continue;
    const std::string table_name = table.keyspace + '.' + table.name;
    if (!values[index]) refuse("supplied_key_null", {}, {{"table", table_name}, {"column", column.name}});
    refuse("supplied_value_unfit", {},
           {{"table", table_name}, {"column", column.name}, {"type", to_cql(column.type)}});
  }
}

SuppliedRows::Key values_of(const std::vector<Value>& row, std::size_t begin, std::size_t end) {
  SuppliedRows::Key values;
  for (std::size_t index = begin; index < end; ++index) values.push_back(*row[index]);
  return values;
}

}  // namespace

SuppliedRows::SuppliedRows(const Table& table, const SupplyRows& supply) {
  SystemRows supplied(table);
  supply(supplied);
  for (std::vector<Value>& row : supplied.rows) {
    require_fitting(table, row);
    Key partition = values_of(row, 0, table.partition_key_size);
    Key clustering = values_of(row, table.partition_key_size, table.key_size());
    partitions_[std::move(partition)].insert_or_assign(std::move(clustering), std::move(row));
  }
}

std::vector<SuppliedRows::Key> SuppliedRows::partitions() const {
  std::vector<Key> keys;
  for (const auto& [key, rows] : partitions_) keys.push_back(key);
  return keys;
}

std::vector<std::vector<Value>> SuppliedRows::rows(const Key& partition) const {
  std::vector<std::vector<Value>> rows;
  for (const auto& [clustering, row] : partitions_.at(partition)) rows.push_back(row);
  return rows;
}

}  // namespace cellar
