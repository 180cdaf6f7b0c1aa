#include "raw.h"
#include "storage/format/keys.h"

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
  CHECK(purging.entries("purge") == 5001);  // with the one of the schedule
  purging.clock.seconds += 60 + kGrace + 1;
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
  purging.clock.seconds += kGrace;  // the last second in which it is kept
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
  purging.clock.seconds += 5 + kGrace + 1;
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
  // it in the second); the range tombstone of the second partition, and its static row; the schedule.
  CHECK(purging.entries("purge") == 8);
  purging.clock.seconds += 60 + kGrace + 1;
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
  purging.clock.seconds += kGrace + 1;
  purging.commit_nothing();
  CHECK(purging.entries("data") > 2900);
  CHECK(purging.rows().empty());
  // A row that comes between the bites stays.
  purging.apply({purging.on(purging.row(2000, 30))});
  purging.commit_until_quiet();
  CHECK(purging.rows() == std::vector{2000});
  CHECK(purging.entries("data") == 1);
}

TEST_CASE("what is deleted after an asynchronous commit is kept as long as what is deleted before") {
  Purging purging;
  WriteTransaction transaction = purging.store->write();
  for (int i = 0; i < 4; ++i) transaction.apply(purging.on(purging.row(i, 10)));
  transaction.commit_async();
  RowWrite remove;
  remove.clustering = {int_bytes(0)};
  remove.deletion = 20;
  transaction.apply(purging.on(remove));
  const Slice one{{{int_bytes(1)}, false}, {{int_bytes(1)}, true}};
  transaction.apply(mutation(purging.table, int_bytes(1), RangeDeletion{one, 20}));
  RowWrite cells;
  cells.clustering = {int_bytes(2)};
  cells.deletion = 12;
  cells.cells.push_back(cell(purging.table, "v", std::nullopt, 20));
  cells.cells.push_back(cell(purging.table, "m", std::nullopt, 20, int_bytes(1)));
  transaction.apply(purging.on(cells));
  const std::string key = int_bytes(1), clustering = int_bytes(3);
  const std::string_view keys[] = {key}, clusterings[] = {clustering};
  const SimpleCell tombstone[] = {{id_of(purging.table, "v"), std::nullopt}};
  transaction.apply(SimpleRow{purging.table, keys, clusterings, true, {20, 0, 0}, tombstone});
  transaction.apply(mutation(purging.table, int_bytes(2), PartitionDeletion{20}));
  transaction.commit_async();
  transaction.commit();
  for (int i = 0; i < 3; ++i) purging.commit_nothing();
  for (int i = 0; i < 4; ++i) {
    RowWrite late = purging.row(i, 15);
    if (i >= 2) late.marker.reset();
    late.cells.push_back(cell(purging.table, "m", "late", i == 2 ? 15 : 5, int_bytes(1)));
    if (i == 3) late.cells.pop_back();
    purging.apply({purging.on(late)});
  }
  purging.apply({mutation(purging.table, int_bytes(2), purging.row(1, 15))});
  CHECK(purging.rows() == std::vector{3});
  Transaction reading = purging.store->read();
  PartitionReader reader = reading.partition(purging.table, {key}, all_columns(purging.table), 0);
  CHECK_FALSE(reader.next()->cells[index_of(purging.table, "v")]);
  PartitionReader second = reading.partition(purging.table, {int_bytes(2)}, {}, 0);
  CHECK(clustering_of(second).empty());
}

TEST_CASE("what is deleted late in a transaction is dated when it was deleted") {
  Purging purging;
  const Seconds begin = purging.clock.seconds;
  WriteTransaction transaction = purging.store->write();
  for (int i = 0; i < 2; ++i) {
    RowWrite remove;
    remove.clustering = {int_bytes(i)};
    remove.deletion = 20;
    transaction.apply(purging.on(remove));
    purging.clock.seconds += kGrace;
  }
  transaction.commit();
  purging.clock.seconds = begin + kGrace + 1;
  purging.commit_nothing();
  purging.apply({purging.on(purging.row(0, 10)), purging.on(purging.row(1, 10))});
  CHECK(purging.rows() == std::vector{0});
}

namespace {

/// Deletes a row, an element, a range and a partition, each of which hides what is written at 10.
void delete_something(Purging& purging) {
  RowWrite remove;
  remove.clustering = {int_bytes(0)};
  remove.deletion = 20;
  RowWrite element;
  element.clustering = {int_bytes(1)};
  element.cells.push_back(cell(purging.table, "m", std::nullopt, 20, int_bytes(1)));
  const Slice two{{{int_bytes(2)}, false}, {{int_bytes(2)}, true}};
  purging.apply({purging.on(remove), purging.on(element),
                 mutation(purging.table, int_bytes(1), RangeDeletion{two, 20}),
                 mutation(purging.table, int_bytes(2), PartitionDeletion{20})});
}

void write_late(Purging& purging) {
  RowWrite element;
  element.clustering = {int_bytes(1)};
  element.cells.push_back(cell(purging.table, "m", "late", 10, int_bytes(1)));
  purging.apply({purging.on(purging.row(0, 10)), purging.on(element), purging.on(purging.row(2, 10)),
                 mutation(purging.table, int_bytes(2), purging.row(0, 10))});
}

std::size_t rows_of_all(Purging& purging) {
  Transaction transaction = purging.store->read();
  std::size_t rows = 0;
  for (const int key : {1, 2}) {
    PartitionReader reader =
        transaction.partition(purging.table, {int_bytes(key)}, {}, purging.clock.seconds);
    rows += clustering_of(reader).size();
  }
  return rows;
}

void alter_grace(Purging& purging, std::int64_t seconds) {
  WriteTransaction transaction = purging.store->write();
  transaction.note_grace(1, seconds);
  transaction.commit();
}

}  // namespace

TEST_CASE("a change of the grace holds for what was deleted before") {
  Purging purging;
  delete_something(purging);
  SECTION("a longer one protects it") {
    alter_grace(purging, 3 * kGrace);
    purging.clock.seconds += 3 * kGrace;
    purging.commit_until_quiet();
    write_late(purging);
    CHECK(rows_of_all(purging) == 0);
    purging.clock.seconds += 1;
    purging.commit_until_quiet();
    write_late(purging);
    CHECK(rows_of_all(purging) == 4);
  }
  SECTION("a shorter one lets it go") {
    purging.clock.seconds += 10;
    alter_grace(purging, 10);
    purging.commit_until_quiet();
    write_late(purging);
    CHECK(rows_of_all(purging) == 0);
    purging.clock.seconds += 1;
    purging.commit_until_quiet();
    CHECK(purging.entries("purge") == 0);
    write_late(purging);
    CHECK(rows_of_all(purging) == 4);
  }
  SECTION("a longer one comes too late for what a shorter one let go") {
    alter_grace(purging, 0);
    purging.clock.seconds += 1;
    purging.commit_until_quiet();
    alter_grace(purging, kGrace);
    write_late(purging);
    CHECK(rows_of_all(purging) == 4);
  }
}

TEST_CASE("a grace of nothing keeps what was deleted in this second") {
  Purging purging;
  alter_grace(purging, 0);  // the table has no stats yet
  delete_something(purging);
  alter_grace(purging, 0);
  purging.commit_until_quiet();
  CHECK(purging.entries("data") == 6);  // the element has a row, the partition a static row
  purging.clock.seconds += 1;
  purging.commit_until_quiet();
  CHECK(purging.entries("data") == 0);
  CHECK(purging.entries("purge") == 0);
}

TEST_CASE("no kind of work holds up another") {
  Purging purging;
  std::vector<Mutation> writes;
  for (int i = 0; i < 10'000; ++i) {
    const Slice one{{{int_bytes(i)}, false}, {{int_bytes(i)}, true}};
    // Two of them alike would be one range tombstone.
    writes.push_back(mutation(purging.table, int_bytes(2), RangeDeletion{one, 20 + i % 2}));
    writes.push_back(mutation(sensors(2), int_bytes(1), purging.row(i, 10)));
    writes.push_back(mutation(sensors(3), int_bytes(1), purging.row(i, 10, 1)));
  }
  for (int i = 0; i < 50; ++i) {
    RowWrite row = purging.row(i, 10, 1);
    row.cells.push_back(cell(purging.table, "m", std::nullopt, 10, int_bytes(1)));
    writes.push_back(purging.on(row));
  }
  purging.apply(writes);
  WriteTransaction transaction = purging.store->write();
  transaction.drop_data(2);
  transaction.commit();
  purging.clock.seconds += kGrace + 2;
  const std::size_t before = purging.entries("data");
  CHECK(before > 30'000);
  for (int i = 0; i < 70; ++i) purging.commit_nothing();
  // The rows of the table and their elements are gone, though most of the rest is there.
  std::vector<Mutation> late;
  for (int i = 0; i < 50; ++i) {
    RowWrite row = purging.row(i, 9);
    row.marker.reset();
    row.cells = {cell(purging.table, "m", "late", 9, int_bytes(1))};
    late.push_back(purging.on(row));
  }
  purging.apply(late);
  CHECK(purging.rows().size() == 50);
  CHECK(purging.entries("data") > before - 3'000);
}

TEST_CASE("each range tombstone that is due costs a step, however many there are in the partition") {
  Purging purging;
  std::vector<Mutation> writes;
  for (int i = 0; i < 10'000; ++i) {
    const Slice one{{{int_bytes(i)}, false}, {{int_bytes(i)}, true}};
    writes.push_back(mutation(purging.table, int_bytes(1), RangeDeletion{one, 20 + i % 2}));
  }
  for (std::size_t i = 0; i < writes.size(); i += 1'000) {  // in different seconds
    purging.apply({writes.begin() + static_cast<std::ptrdiff_t>(i),
                   writes.begin() + static_cast<std::ptrdiff_t>(i + 1'000)});
    ++purging.clock.seconds;
  }
  CHECK(purging.entries("data") == 10'000);
  purging.clock.seconds += kGrace;
  writes.clear();
  for (int i = 0; i < 6'000; ++i) {
    writes.push_back(mutation(purging.table, int_bytes(3), purging.row(i, 10)));
  }
  purging.apply(writes);  // which earns 12,032 steps
  CHECK(purging.entries("data") == 6'000);
  CHECK(purging.entries("purge") == 0);
}

TEST_CASE("entries of the queue that are not known are refused, and stay") {
  const auto entry =
      GENERATE(as<std::string>{}, std::string("\x04", 1), std::string("\x00", 1),
               std::string("\x02\x00\x00\x00\x01\x04", 6), std::string("\x02\x00\x00\x00\x01\x00", 6));
  Purging purging;
  purging.apply({purging.on(purging.row(1, 10, 5))});
  purging.store.reset();
  RawFile(purging.path).put("purge", entry + std::string(20, '\x01'), "");
  purging.store = Store::open(purging.path, purging.clock.options());
  purging.clock.seconds += kGrace + 10;
  CHECK(refused([&] { purging.commit_nothing(); }) == "file_damaged");
  CHECK(purging.entries("purge") == 3);
}

TEST_CASE("kinds of range tombstones that are not known are refused") {
  Purging purging;
  purging.apply({mutation(purging.table, int_bytes(1), PartitionDeletion{20})});
  purging.store.reset();
  const std::string key = partition_prefix(*purging.table, {int_bytes(1)}) + std::string("\x20\0", 2);
  RawFile(purging.path).put("data", key, std::string("\x03\0\0\0\0\0\0\0\x14\x01\xff", 11));
  purging.store = Store::open(purging.path, purging.clock.options());
  CHECK(refused([&] { purging.apply({purging.on(purging.row(1, 10))}); }) == "file_damaged");
}

}  // namespace cellar::test
