#include "purging.h"
#include "storage/raw_partition.h"

namespace cellar::test {

TEST_CASE("a commit purges a bounded amount") {
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

TEST_CASE("nothing is purged before its grace is over") {
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

TEST_CASE("what is due is purged: tombstones, expired cells, deletions of rows, columns and ranges") {
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

TEST_CASE("a row that is written repeatedly is queued once") {
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

TEST_CASE("the data of a dropped table is purged") {
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
  CHECK(purging.entries("meta") == 4);  // format, counters, id of the node, one table
}

TEST_CASE("a large deleted range is purged in several steps") {
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

TEST_CASE("a table is read as it lies in the store while the purge has erased a part of a row") {
  Purging purging;
  RowWrite row = purging.row(1, 10);
  for (int i = 0; i < 3000; ++i) row.cells.push_back(cell(purging.table, "m", "value", 10, int_bytes(i)));
  purging.apply({purging.on(row)});
  purging.apply({mutation(purging.table, int_bytes(1), PartitionDeletion{20})});
  purging.apply({purging.on(purging.row(2, 30))});
  purging.clock.seconds += kGrace + 1;
  const auto rows = [&] {
    Transaction transaction = purging.store->read();
    RawPartitions partitions(transaction, purging.table, {});
    std::vector<int> found;
    while (partitions.next()) {
      while (const RawItem* item = partitions.next_item()) {
        if (const auto* read = std::get_if<RawRow>(item); read != nullptr && !read->is_static)
          found.push_back(int_of(read->clustering.at(0)));
        while (partitions.next_part() != nullptr) {
        }
      }
    }
    return found;
  };
  CHECK(rows() == std::vector{1, 2});
  purging.commit_nothing();
  CHECK(purging.entries("data") > 1500);
  CHECK(rows() == std::vector{2});
  purging.commit_until_quiet();
  CHECK(rows() == std::vector{2});
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

}  // namespace cellar::test
