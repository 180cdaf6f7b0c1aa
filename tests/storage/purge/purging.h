// A store with a table and a clock set by hand, for tests of the purge.
#pragma once

#include "raw.h"
#include "storage/format/keys.h"

namespace cellar::test {

inline constexpr int kGrace = 1000;

inline TablePointer sensors(TableId id = 1) {
  return TableBuilder(id)
      .partition("k", native_type(TypeKind::int_))
      .clustering("c", native_type(TypeKind::int_))
      .fixed("s", native_type(TypeKind::text))
      .regular("v", native_type(TypeKind::text))
      .regular("m", map_of(native_type(TypeKind::int_), native_type(TypeKind::text)))
      .grace(kGrace)
      .build();
}

struct Purging {
  Folder folder;
  HandClock clock;
  std::filesystem::path path = folder / "data.cellar";
  std::optional<Store> store = Store::open(path, clock.options());
  TablePointer table = sensors();

  void apply(const std::vector<Mutation>& writes) {
    WriteTransaction transaction = store->write();
    transaction.apply(writes);
    transaction.commit();
  }
  void commit_nothing() { store->write().commit(); }
  void commit_until_quiet() {
    for (int i = 0; i < 500; ++i) commit_nothing();
  }
  std::size_t entries(const char* database) {
    store.reset();
    const std::size_t count = entries_of(path, database);
    store = Store::open(path, clock.options());
    return count;
  }
  RowWrite row(int clustering, Timestamp timestamp, int time_to_live = 0) {
    RowWrite row;
    row.clustering = {int_bytes(clustering)};
    row.marker = Liveness{timestamp, time_to_live, time_to_live != 0 ? clock.seconds + time_to_live : 0};
    row.cells.push_back(cell(table, "v", "value", timestamp));
    row.cells.back().liveness = *row.marker;
    return row;
  }
  Mutation on(RowWrite row) { return mutation(table, int_bytes(1), std::move(row)); }
  std::vector<int> rows() {
    Transaction transaction = store->read();
    PartitionReader reader = transaction.partition(table, {int_bytes(1)}, all_columns(table), clock.seconds);
    return clustering_of(reader);
  }
};

}  // namespace cellar::test
