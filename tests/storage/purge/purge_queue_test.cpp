#include "storage/rows/purge_queue.h"

#include "purging.h"

namespace cellar::test {

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

TEST_CASE("a change of the grace applies to earlier deletions") {
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

TEST_CASE("a grace of zero keeps what was deleted in this second") {
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

TEST_CASE("no kind of work delays another") {
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

TEST_CASE("unknown entries of the queue are refused and kept") {
  const auto entry =
      GENERATE(as<std::string>{}, std::string("\x04", 1), std::string("\x00", 1),
               std::string("\x02\x00\x00\x00\x01\x06", 6), std::string("\x02\x00\x00\x00\x01\x00", 6));
  Purging purging;
  purging.apply({purging.on(purging.row(1, 10, 5))});
  purging.store.reset();
  RawFile(purging.path).put("purge", entry + std::string(20, '\x01'), "");
  purging.store = Store::open(purging.path, purging.clock.options());
  purging.clock.seconds += kGrace + 10;
  CHECK(refused([&] { purging.commit_nothing(); }) == "file_damaged");
  CHECK(purging.entries("purge") == 3);
}

TEST_CASE("unknown kinds of range tombstones are refused") {
  Purging purging;
  purging.apply({mutation(purging.table, int_bytes(1), PartitionDeletion{20})});
  purging.store.reset();
  const std::string key = partition_prefix(*purging.table, {int_bytes(1)}) + std::string("\x20\0", 2);
  RawFile(purging.path).put("data", key, std::string("\x03\0\0\0\0\0\0\0\x14\x01\xff", 11));
  purging.store = Store::open(purging.path, purging.clock.options());
  CHECK(refused([&] { purging.apply({purging.on(purging.row(1, 10))}); }) == "file_damaged");
}

}  // namespace cellar::test
