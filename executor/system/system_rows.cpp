#include "executor/system/system_rows.h"

#include <algorithm>

namespace cellar {

std::size_t SystemRows::index_of(std::string_view column) {
  const auto index = table.find(column);
  if (!index)
    refuse("supplied_column_unknown", {},
           {{"table", table.keyspace + '.' + table.name}, {"column", std::string(column)}});
  if (rows.empty()) begin_row();
  return *index;
}

const SystemContent* content_of(const Table& table) {
  for (const auto& family : {schema_contents(), table_contents(), node_contents()}) {
    const auto found = std::ranges::find_if(family, [&](const SystemContent& content) {
      return content.keyspace == table.keyspace && content.table == table.name;
    });
    if (found != family.end()) return &*found;
  }
  return nullptr;
}

}  // namespace cellar
