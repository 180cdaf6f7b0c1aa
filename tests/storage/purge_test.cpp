#include "raw.h"

namespace cellar::test {

namespace {

constexpr int kGrace = 1000;

TablePointer sensors(TableId id = 1) {
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

}  // namespace

TEST_CASE("a commit purges a bounded bit") {
  Purging purging;
  std::vector<Mutation> writes;
  for (int i = 0; i < 5000; ++i) writes.push_back(purging.on(purging.row(i, 10, 60)));
  purging.apply(writes);
  CHECK(purging.entries("data") == 5000);
  CHECK(purging.entries("purge") == 5000);
  purging.clock.seconds += 60 + kGrace;
  purging.commit_nothing();
  const std::size_t left = purging.entries("data");
  CHECK(left < 5000);
  CHECK(left > 4900);
  // A script that only writes keeps up with what it leaves behind.
  writes.clear();
  for (int i = 5000; i < 10000; ++i) writes.push_back(purging.on(purging.row(i, 10)));
  purging.apply(writes);
  CHECK(purging.entries("data") == 5000);
  CHECK(purging.entries("purge") == 0);
  CHECK(purging.rows().size() == 5000);
}

TEST_CASE("nothing goes before its grace is over") {
  Purging purging;
  purging.apply({purging.on(purging.row(1, 10, 60))});
  RowWrite remove = purging.row(2, 20);
  remove.marker.reset();
  remove.cells.clear();
  remove.deletion = 20;
  purging.apply({purging.on(remove)});
  purging.apply({mutation(purging.table, int_bytes(1),
                          RangeDeletion{{{{int_bytes(3)}, false}, {{int_bytes(4)}, true}}, 20})});
  purging.clock.seconds += kGrace - 1;
  purging.commit_until_quiet();
  CHECK(purging.entries("data") == 3);
  // So what is older and comes late stays hidden.
  purging.apply(
      {purging.on(purging.row(1, 9)), purging.on(purging.row(2, 19)), purging.on(purging.row(3, 19))});
  CHECK(purging.rows().empty());
}

TEST_CASE("what is due goes: tombstones, expired cells, deletions of rows, columns and ranges") {
  Purging purging;
  const auto at = [](int clustering) {
    RowWrite row;
    row.clustering = {int_bytes(clustering)};
    return row;
  };
  std::vector<Mutation> writes;
  writes.push_back(purging.on(purging.row(1, 10)));  // stays, without its deleted cell
  RowWrite row = at(1);
  row.cells.push_back(cell(purging.table, "v", std::nullopt, 11));
  row.cells.push_back(cell(purging.table, "m", std::nullopt, 11, int_bytes(1)));
  row.cells.push_back(cell(purging.table, "m", "short", 11, int_bytes(2)));
  row.cells.back().liveness = {11, 5, purging.clock.seconds + 5};
  row.column_deletions.push_back({id_of(purging.table, "m"), 10});
  writes.push_back(purging.on(row));
  writes.push_back(purging.on(purging.row(2, 10, 5)));
  row = at(3);
  row.deletion = 12;
  writes.push_back(purging.on(row));
  row = at(4);
  row.cells.push_back(cell(purging.table, "v", std::string(5000, 'x'), 10));
  row.cells.back().liveness = {10, 5, purging.clock.seconds + 5};
  writes.push_back(purging.on(row));
  row = at(5);
  row.cells.push_back(cell(purging.table, "m", std::nullopt, 10, int_bytes(1)));
  writes.push_back(purging.on(row));
  for (int i = 100; i < 200; ++i) writes.push_back(purging.on(purging.row(i, 10)));
  purging.apply(writes);
  const Slice from_100{{{int_bytes(100)}, false}, {{}, true}};
  purging.apply({mutation(purging.table, int_bytes(1), RangeDeletion{from_100, 20})});
  purging.apply({mutation(purging.table, int_bytes(2), PartitionDeletion{20})});
  CHECK(purging.entries("data") > 100);
  purging.clock.seconds += 5 + kGrace;
  purging.commit_until_quiet();
  CHECK(purging.rows() == std::vector{1});
  CHECK(purging.entries("data") == 1);
  CHECK(purging.entries("purge") == 0);
  // And then it hides nothing any more.
  purging.apply({purging.on(purging.row(100, 5)), purging.on(purging.row(3, 5))});
  CHECK(purging.rows() == std::vector{1, 3, 100});
}

TEST_CASE("what is written again and again is queued once") {
  Purging purging;
  for (int i = 0; i < 50; ++i) {
    const Timestamp timestamp = 10 + 2 * i;
    RowWrite row = purging.row(1, timestamp + 1, 60);
    row.cells.push_back(cell(purging.table, "m", "element", timestamp + 1, int_bytes(1)));
    row.cells.back().liveness = *row.marker;
    if (i % 2 == 0) row.column_deletions.push_back({id_of(purging.table, "m"), timestamp});
    purging.apply({mutation(purging.table, int_bytes(1), row)});
    purging.apply({mutation(purging.table, int_bytes(2), PartitionDeletion{timestamp})});
    purging.apply({mutation(purging.table, int_bytes(2), row)});
    ++purging.clock.seconds;
  }
  // A row and its element in each partition, the deletion of the column in the first (the partition's covers
  // it in the second); the second partition and its static row.
  CHECK(purging.entries("purge") == 7);
  purging.clock.seconds += 60 + kGrace;
  purging.commit_until_quiet();
  CHECK(purging.entries("data") == 0);
  CHECK(purging.entries("purge") == 0);
}

TEST_CASE("the data of a dropped table goes") {
  Purging purging;
  std::vector<Mutation> writes;
  for (int i = 0; i < 3000; ++i) {
    writes.push_back(purging.on(purging.row(i, 10)));
    writes.push_back(mutation(sensors(2), int_bytes(1), purging.row(i, 10)));
  }
  writes.push_back(mutation(sensors(2), int_bytes(1), RangeDeletion{{{}, {{int_bytes(10)}, true}}, 5}));
  purging.apply(writes);
  WriteTransaction transaction = purging.store->write();
  transaction.drop_data(2);
  transaction.commit();
  CHECK(purging.entries("data") > 5900);
  purging.commit_until_quiet();
  CHECK(purging.entries("data") == 3000);
  CHECK(purging.rows().size() == 3000);
  CHECK(purging.entries("meta") == 3);  // format, counters, one table
}

TEST_CASE("a large deleted stretch goes in bites") {
  Purging purging;
  std::vector<Mutation> writes;
  for (int i = 0; i < 3000; ++i) writes.push_back(purging.on(purging.row(i, 10)));
  purging.apply(writes);
  purging.apply({mutation(purging.table, int_bytes(1), PartitionDeletion{20})});
  purging.clock.seconds += kGrace;
  purging.commit_nothing();
  CHECK(purging.entries("data") > 2900);
  CHECK(purging.rows().empty());
  // A row that comes between the bites stays.
  purging.apply({purging.on(purging.row(2000, 30))});
  purging.commit_until_quiet();
  CHECK(purging.rows() == std::vector{2000});
  CHECK(purging.entries("data") == 1);
}

TEST_CASE("a shorter grace counts from when it was set") {
  Purging purging;
  purging.table = TableBuilder(1)
                      .partition("k", native_type(TypeKind::int_))
                      .clustering("c", native_type(TypeKind::int_))
                      .regular("v", native_type(TypeKind::text))
                      .grace(0)
                      .build();
  RowWrite remove;
  remove.clustering = {int_bytes(1)};
  remove.deletion = 10;
  purging.apply({purging.on(remove)});
  purging.commit_nothing();
  CHECK(purging.entries("data") == 0);
}

}  // namespace cellar::test
