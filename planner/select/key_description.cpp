#include "planner/select/key_description.h"

#include <algorithm>

namespace cellar {

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

}  // namespace cellar
