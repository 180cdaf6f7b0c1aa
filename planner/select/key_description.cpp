#include "planner/select/key_description.h"

#include <algorithm>

namespace cellar {

namespace {

bool contains(const std::vector<std::size_t>& columns, std::size_t column) {
  return std::find(columns.begin(), columns.end(), column) != columns.end();
}

void append(std::vector<std::size_t>& columns, std::size_t column) {
  if (!contains(columns, column)) columns.push_back(column);
}

/// Returns the columns restricted by = or IN (`by_equality`), or those restricted by slices. Omits unfrozen
/// collections and user types, which cannot be in a key.
std::vector<std::size_t> searched(const Table& table, const Restrictions& restrictions, bool by_equality) {
  std::vector<std::size_t> columns;
  for (const TypedRelation& relation : restrictions.relations) {
    if (relation.target == TypedRelation::Target::token || relation.is_contains()) continue;
    const bool equality = relation.op == RelationOperator::equal || relation.op == RelationOperator::in;
    if (equality != by_equality) continue;
    for (const std::size_t column : relation.columns) {
      if (!is_multicell(table.columns[column].type)) append(columns, column);
    }
  }
  return columns;
}

std::string column_definitions(const Table& table, const std::vector<std::size_t>& key) {
  std::string text;
  const auto add = [&](std::size_t index) {
    const Column& column = table.columns[index];
    text += quote_name(column.name) + " " + to_cql(column.type) + ", ";
  };
  for (const std::size_t column : key) add(column);
  for (std::size_t index = 0; index < table.columns.size(); ++index) {
    if (!contains(key, index)) add(index);
  }
  return text;
}

std::string clustering_order(const Table& table, const std::vector<std::size_t>& clustering) {
  const bool all_ascending = std::none_of(clustering.begin(), clustering.end(), [&](std::size_t column) {
    return table.columns[column].descending;
  });
  if (all_ascending) return "";
  std::string text;
  for (const std::size_t column : clustering) {
    text += (text.empty() ? "" : ", ") + quote_name(table.columns[column].name) +
            (table.columns[column].descending ? " DESC" : " ASC");
  }
  return " WITH CLUSTERING ORDER BY (" + text + ")";
}

}  // namespace

std::string key_of(const Table& table) {
  std::string text = "((";
  for (std::size_t index = 0; index < table.partition_key_size; ++index) {
    text += (index == 0 ? "" : ", ") + quote_name(table.columns[index].name);
  }
  text += ")";
  for (std::size_t index = 0; index < table.clustering_size; ++index) {
    const Column& column = table.columns[table.partition_key_size + index];
    text += ", " + quote_name(column.name) + (column.descending ? " DESC" : "");
  }
  return text + ")";
}

std::string names_of(const Table& table, const std::vector<std::size_t>& columns) {
  std::string text;
  for (const std::size_t column : columns)
    text += (text.empty() ? "" : ", ") + quote_name(table.columns[column].name);
  return text;
}

std::vector<std::size_t> missing_partition_key(const Table& table, const Restrictions& restrictions) {
  std::vector<std::size_t> missing;
  for (std::size_t index = 0; index < table.partition_key_size; ++index) {
    const bool named = std::any_of(restrictions.partition_key.begin(), restrictions.partition_key.end(),
                                   [index](const Restriction& restriction) {
                                     const bool by_value = restriction.kind == Restriction::Kind::equal ||
                                                           restriction.kind == Restriction::Kind::in;
                                     return restriction.first() == index && by_value;
                                   });
    if (!named) missing.push_back(index);
  }
  return missing;
}

Parameters key_parameters(const Table& table, const Restrictions& restrictions) {
  return {{"table", quote_name(table.name)},
          {"key", key_of(table)},
          {"missing", names_of(table, missing_partition_key(table, restrictions))}};
}

std::string table_keyed_by_search(const Table& table, const Restrictions& restrictions) {
  const std::vector<std::size_t> partition = searched(table, restrictions, true);
  if (partition.empty()) return "";
  std::vector<std::size_t> key = partition;
  for (const std::size_t column : searched(table, restrictions, false)) append(key, column);
  for (std::size_t index = 0; index < table.clustering_size; ++index)
    append(key, table.partition_key_size + index);
  for (std::size_t index = 0; index < table.partition_key_size; ++index) append(key, index);
  const std::vector<std::size_t> clustering(key.begin() + static_cast<std::ptrdiff_t>(partition.size()),
                                            key.end());
  std::string name = table.name + "_by";
  for (const std::size_t column : partition) name += "_" + table.columns[column].name;
  std::string text = "CREATE TABLE " + quote_name(name) + " (" + column_definitions(table, key) +
                     "PRIMARY KEY ((" + names_of(table, partition) + ")";
  if (!clustering.empty()) text += ", " + names_of(table, clustering);
  return text + "))" + clustering_order(table, clustering) + ";";
}

}  // namespace cellar
