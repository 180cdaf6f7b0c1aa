#include "executor/system/system_rows.h"

#include <algorithm>

namespace cellar {

void refuse_supplied(const Table& table, std::string reason) {
  refuse("supplied_row_unfit", {},
         {{"table", table.keyspace + '.' + table.name}, {"reason", std::move(reason)}});
}

std::size_t SystemRows::index_of(std::string_view column) {
  const auto index = table.find(column);
  if (!index) refuse_supplied(table, "it has no column " + std::string(column));
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
