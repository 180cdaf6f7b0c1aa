// Commits that run in another thread, and the transaction that goes on meanwhile.
#include "store_fixture.h"
#include "sync_count.h"

namespace cellar::test {

namespace {

void write_rows(WriteTransaction& transaction, int from, int to, std::size_t value_size = 10) {
  static const TablePointer table = simple_table();
  const std::string value(value_size, 'v');
  for (int i = from; i < to; ++i) {
    const std::string key = int_bytes(1);
    const std::string clustering = int_bytes(i);
    const std::string_view keys[] = {key};
    const std::string_view clusterings[] = {clustering};
    const SimpleCell cells[] = {{3, value}};
    transaction.apply(SimpleRow{table, keys, clusterings, true, {transaction.next_timestamp(), 0, 0}, cells});
  }
}

std::size_t rows_seen_in(Transaction& transaction) {
  PartitionReader reader = transaction.partition(simple_table(), {int_bytes(1)}, {}, 0);
  std::size_t rows = 0;
  while (reader.next() != nullptr) ++rows;
  return rows;
}

std::size_t rows_seen_in(const Store& store) {
  Transaction transaction = store.read();
  return rows_seen_in(transaction);
}

}  // namespace

TEST_CASE("an asynchronous commit is durable once it is done, and the transaction that follows sees it") {
  const Folder folder;
  const Store store = Store::open(folder / "db");
  const int syncs = sync_count();
  WriteTransaction transaction = store.write();
  write_rows(transaction, 0, 10);
  const Timestamp last = transaction.next_timestamp();
  transaction.commit_async();
  CHECK_FALSE(transaction.has_writes());
  CHECK(transaction.next_timestamp() > last);
  while (!transaction.is_previous_commit_done()) {
  }
  CHECK(sync_count() > syncs);
  CHECK(rows_seen_in(store) == 10);
  write_rows(transaction, 10, 15);
  transaction.commit_async();
  write_rows(transaction, 15, 16);
  CHECK(rows_seen_in(transaction) == 16);  // waits
  CHECK(rows_seen_in(store) == 15);
  transaction.commit();
  CHECK(rows_seen_in(store) == 16);
  CHECK(store.write().next_timestamp() > last);
}

TEST_CASE("the transaction that follows one which changed the schema has its version") {
  const bool in_file_thread = GENERATE(false, true);
  const Store store = Store::open_temporary();
  const std::uint64_t before = store.read().schema_version();
  WriteTransaction transaction = store.write();
  if (in_file_thread) transaction.may_move();
  transaction.put_schema_record("name", "record");
  transaction.commit_async();
  CHECK(transaction.schema_version() == before + 1);
  write_rows(transaction, 0, 1);
  transaction.commit();
  CHECK(store.read().schema_version() == before + 1);
}

TEST_CASE("what many writes hand over before the commit is part of the transaction") {
  const Store store = Store::open_temporary();
  {
    WriteTransaction transaction = store.write();
    write_rows(transaction, 0, 100'000);
    CHECK(rows_seen_in(transaction) == 100'000);
    write_rows(transaction, 100'000, 120'000);
    CHECK(transaction.counters().rows == 100'000);
  }
  CHECK(rows_seen_in(store) == 0);
  WriteTransaction transaction = store.write();
  for (int i = 0; i < 5; ++i) {
    write_rows(transaction, i * 30'000, (i + 1) * 30'000);
    transaction.commit_async();
  }
  transaction.commit();
  CHECK(rows_seen_in(store) == 150'000);
}

// The rows come in no order, in many partitions, some of them twice.
TEST_CASE("a bulk load gives what the same writes give otherwise, in a file of full pages") {
  constexpr int kRows = 60'000;
  const auto load = [](const Store& store, bool in_bulk) {
    const TablePointer table = simple_table();
    WriteTransaction transaction = store.write();
    if (in_bulk) transaction.load_in_bulk();
    for (int i = 0; i < kRows + 1'000; ++i) {
      const std::string key = int_bytes(i % kRows / 3), clustering = int_bytes(i % 3);
      const std::string value(40, static_cast<char>('a' + i % 26));
      const std::string_view keys[] = {key}, clusterings[] = {clustering};
      const SimpleCell cells[] = {{3, value}};
      transaction.apply(
          SimpleRow{table, keys, clusterings, true, {transaction.next_timestamp(), 0, 0}, cells});
      if (i % 20'000 == 19'999) transaction.commit_async();
    }
    transaction.commit();
    Transaction reader = store.read();
    std::string rows;
    PartitionCursor cursor = reader.partitions(table, TokenRange{}, {2}, 0);
    while (const StoredRow* row = cursor.next_row()) rows += std::string(row->cells[2]->value) + ' ';
    return rows;
  };
  const Folder folder;
  const Store bulk = Store::open(folder / "bulk"), usual = Store::open(folder / "usual");
  const std::string loaded = load(bulk, true);
  CHECK(loaded.size() == kRows * 41);
  CHECK(loaded == load(usual, false));
}

TEST_CASE("a transaction that follows and ends without a commit takes nothing along") {
  const Store store = Store::open_temporary();
  {
    WriteTransaction transaction = store.write();
    write_rows(transaction, 0, 20'000);
    transaction.commit_async();
    write_rows(transaction, 20'000, 40'000);
  }
  CHECK(rows_seen_in(store) == 20'000);
}

TEST_CASE("nobody else writes between an asynchronous commit and the transaction that follows") {
  const Store store = Store::open_temporary();
  std::optional<WriteTransaction> transaction = store.write();
  write_rows(*transaction, 0, 10);
  transaction->commit_async();
  CHECK(rows_seen_in(*transaction) == 10);
  CHECK_THROWS_AS(store.write({nullptr, [] { return true; }}), Refusal);
  transaction.reset();
  store.write().commit();
}

TEST_CASE("an asynchronous commit behind what was read within runs at once") {
  const Store store = Store::open_temporary();
  WriteTransaction transaction = store.write();
  write_rows(transaction, 0, 10);
  CHECK(rows_seen_in(transaction) == 10);
  transaction.commit_async();
  CHECK(transaction.is_previous_commit_done());
  CHECK(rows_seen_in(store) == 10);
}

TEST_CASE("an asynchronous commit that fails is told to whoever comes next, and nothing follows it") {
  const Store store = Store::open_temporary(with_map_of(1 << 20));
  for (const bool is_asked : {true, false}) {
    WriteTransaction transaction = store.write();
    write_rows(transaction, 0, 10);
    transaction.commit_async();
    write_rows(transaction, 10, 1'500, 1'000);
    transaction.commit_async();
    if (is_asked) {
      CHECK(refused([&] {
              while (!transaction.is_previous_commit_done()) {
              }
            }) == "map_full");
      CHECK_FALSE(transaction.usable());
      CHECK(refused([&] { write_rows(transaction, 2'000, 2'001); }) == "map_full");
      CHECK(refused([&] { rows_seen_in(transaction); }) == "map_full");
    }
    CHECK(refused([&] { transaction.commit(); }) == "map_full");
    CHECK(rows_seen_in(store) == 10);
  }
  WriteTransaction transaction = store.write();
  write_rows(transaction, 10, 20);
  transaction.commit();
  CHECK(rows_seen_in(store) == 20);
}

}  // namespace cellar::test
