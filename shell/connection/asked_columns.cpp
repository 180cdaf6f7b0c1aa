#include "shell/connection/asked_columns.h"

#include <algorithm>

#include "types/type_change.h"

namespace cellar {

void require_columns(const Connection& connection, const Result& answer, const std::vector<Type>& types) {
  const auto fits = [](const Type& type, const ResultColumn& column) {
    return reads_values_of(type, column.type);
  };
  if (std::ranges::equal(types, answer.columns(), fits)) return;
  const ClusterFacts* const cluster = connection.cluster();
  refuse("answer_has_other_columns", {}, {{"address", cluster == nullptr ? "" : cluster->node}});
}

std::vector<Type> types_of_columns(const Table& table) {
  std::vector<Type> types;
  for (const Column& column : table.columns) types.push_back(column.type);
  return types;
}

}  // namespace cellar
