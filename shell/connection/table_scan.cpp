#include "shell/connection/table_scan.h"

#include "types/names.h"

namespace cellar {

TableScan scan_of_table(const Table& table, const std::string& columns) {
  std::string key;
  for (std::size_t i = 0; i < table.partition_key_size; ++i)
    key += (i == 0 ? "" : ", ") + quote_name(table.columns[i].name);
  return {
      .keyspace = table.keyspace,
      .select = "SELECT " + columns + " FROM " + quote_name(table.keyspace) + "." + quote_name(table.name),
      .token = "token(" + key + ")",
      .begin = std::nullopt,
      .end = std::nullopt};
}

}  // namespace cellar
