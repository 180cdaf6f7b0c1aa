#include "executor/system/system_rows.h"

#include <algorithm>

namespace cellar {

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
