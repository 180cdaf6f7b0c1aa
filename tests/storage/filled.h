// A store with many rows of one partition, for tests that look at the file and not at the rows.
#pragma once

#include <set>

#include "store_fixture.h"

namespace cellar::test {

inline void fill(const Store& store, int from, int to, std::size_t size = 100, char letter = 'v') {
  WriteTransaction transaction = store.write();
  const TablePointer table = simple_table();
  for (int i = from; i < to; ++i) {
    RowWrite row;
    row.clustering = {int_bytes(i)};
    row.cells.push_back(cell(table, "v", std::string(size, letter), 10));
    transaction.apply(mutation(table, int_bytes(1), row));
  }
  transaction.commit();
}

inline std::size_t rows_in(const Store& store) {
  Transaction transaction = store.read();
  PartitionReader reader = transaction.partition(simple_table(), {int_bytes(1)}, {}, 0);
  return clustering_of(reader).size();
}

inline void compact(const Store& store, const WaitForWriter& wait = {}) {
  auto schema = std::make_shared<Schema>();
  const TablePointer table = simple_table();
  schema->keyspaces.edit("test").tables.put(table);
  store.compact([schema](Transaction&) { return schema; }, wait);
}

inline std::set<std::string> names_in(const std::filesystem::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    names.insert(entry.path().filename().string());
  }
  return names;
}

}  // namespace cellar::test
