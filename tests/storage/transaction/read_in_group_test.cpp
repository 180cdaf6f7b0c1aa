// Reads of a transaction that writes: of partitions that it has written to, and of others.
#include "storage/transaction/keys_of_writes.h"
#include "store_fixture.h"

namespace cellar::test {

namespace {

const TablePointer& table() {
  static const TablePointer table = simple_table();
  return table;
}

void write_row(WriteTransaction& transaction, int partition, int clustering) {
  RowWrite row;
  row.clustering = {int_bytes(clustering)};
  row.marker = Liveness{transaction.next_timestamp(), 0, 0};
  transaction.apply(mutation(table(), int_bytes(partition), row));
}

void delete_partition(WriteTransaction& transaction, int partition) {
  transaction.apply(
      Mutation{table(), {int_bytes(partition)}, PartitionDeletion{transaction.next_timestamp()}});
}

std::size_t rows_of(Transaction& transaction, int partition) {
  PartitionReader reader = transaction.partition(table(), {int_bytes(partition)}, {}, 0);
  return clustering_of(reader).size();
}

SimpleRowFound find_row(Transaction& transaction, int partition, int clustering) {
  const std::string key = int_bytes(partition), row = int_bytes(clustering);
  const std::string_view keys[] = {key}, rows[] = {row};
  return transaction.read(SimpleRowRead{table(), keys, rows, {}}, 0, {});
}

void delete_row(WriteTransaction& transaction, int partition, int clustering) {
  RowWrite row;
  row.clustering = {int_bytes(clustering)};
  row.deletion = transaction.next_timestamp();
  transaction.apply(mutation(table(), int_bytes(partition), row));
}

void delete_rows_from(WriteTransaction& transaction, int partition, int clustering) {
  Slice slice;
  slice.start = {{int_bytes(clustering)}, false};
  transaction.apply(
      Mutation{table(), {int_bytes(partition)}, RangeDeletion{slice, transaction.next_timestamp()}});
}

}  // namespace

TEST_CASE("a transaction reads what it has written, and of other partitions what was committed before") {
  const Store store = Store::open_temporary();
  WriteTransaction first = store.write();
  for (int partition = 0; partition < 3; ++partition) write_row(first, partition, 1);
  CHECK(rows_of(first, 1) == 1);
  first.commit();

  WriteTransaction transaction = store.write();
  CHECK(rows_of(transaction, 0) == 1);
  write_row(transaction, 0, 2);
  CHECK(rows_of(transaction, 1) == 1);  // not written to
  CHECK(rows_of(transaction, 0) == 2);
  CHECK(find_row(transaction, 0, 2) == SimpleRowFound::yes);
  CHECK(find_row(transaction, 1, 2) == SimpleRowFound::no);
  delete_partition(transaction, 2);
  CHECK(rows_of(transaction, 2) == 0);
  write_row(transaction, 2, 7);
  CHECK(rows_of(transaction, 2) == 1);
  CHECK(transaction.counters().rows == 1 + 1 + 2 + 1 + 1);
}

TEST_CASE("a transaction reads what the one before it is still committing") {
  const Store store = Store::open_temporary();
  WriteTransaction transaction = store.write();
  CHECK(rows_of(transaction, 0) == 0);
  for (int round = 1; round < 20; ++round) {
    for (int partition = 0; partition < 50; ++partition) write_row(transaction, partition, round);
    transaction.commit_async();
    CHECK(rows_of(transaction, round) == static_cast<std::size_t>(round));
    CHECK(find_row(transaction, round, round) == SimpleRowFound::yes);
  }
}

TEST_CASE("a transaction reads rows beside those that it has written, whatever it has deleted") {
  for (const bool knows_that_rows_are_read : {false, true}) {
    const Store store = Store::open_temporary();
    WriteTransaction before = store.write();
    if (knows_that_rows_are_read) CHECK(find_row(before, 0, 0) == SimpleRowFound::no);
    for (int row = 0; row < 10; ++row) write_row(before, 0, row);
    before.commit();
    WriteTransaction transaction = store.write();
    if (knows_that_rows_are_read) write_row(transaction, 1, 0);
    CHECK(find_row(transaction, 0, 5) == SimpleRowFound::yes);
    write_row(transaction, 0, 20);
    CHECK(find_row(transaction, 0, 5) == SimpleRowFound::yes);
    CHECK(find_row(transaction, 0, 20) == SimpleRowFound::yes);
    CHECK(find_row(transaction, 0, 21) == SimpleRowFound::no);
    delete_row(transaction, 0, 5);
    CHECK(find_row(transaction, 0, 5) == SimpleRowFound::no);
    CHECK(find_row(transaction, 0, 6) == SimpleRowFound::yes);
    delete_rows_from(transaction, 0, 7);
    CHECK(find_row(transaction, 0, 6) != SimpleRowFound::no);  // perhaps unknown
    CHECK(find_row(transaction, 0, 8) != SimpleRowFound::yes);
    CHECK(rows_of(transaction, 0) == 6);
    delete_partition(transaction, 0);
    CHECK(find_row(transaction, 0, 6) != SimpleRowFound::yes);
    CHECK(rows_of(transaction, 0) == 0);
    transaction.commit();
  }
}

TEST_CASE("a written row says nothing of the others in its partition, a write to all of them does") {
  KeysOfWrites written;
  written.note_rows();
  written.add({"partition 1, row 1", 11});
  CHECK(written.may_contain("partition 1"));
  CHECK(written.may_contain_row({"partition 1, row 1", 11}));
  CHECK_FALSE(written.may_contain_row({"partition 1, row 2", 11}));
  CHECK_FALSE(written.may_contain_row({"partition 2, row 1", 11}));
  written.add({"partition 1", 11});
  CHECK(written.may_contain_row({"partition 1, row 2", 11}));
  CHECK_FALSE(written.may_contain_row({"partition 2, row 1", 11}));
}

TEST_CASE("rows that are not noted are those of written partitions") {
  KeysOfWrites written;
  written.add({"partition 1, row 1", 11});
  CHECK(written.may_contain_row({"partition 1, row 2", 11}));
  CHECK_FALSE(written.may_contain_row({"partition 2, row 2", 11}));
}

TEST_CASE("a transaction that begins to read after its first write sees all of its writes") {
  const Store store = Store::open_temporary();
  WriteTransaction transaction = store.write();
  for (int round = 1; round < 4; ++round) {
    for (int partition = 0; partition < 5; ++partition) write_row(transaction, partition, round);
    for (int partition = 0; partition < 5; ++partition)
      CHECK(rows_of(transaction, partition) == static_cast<std::size_t>(round));
    transaction.commit_async();
  }
}

}  // namespace cellar::test
