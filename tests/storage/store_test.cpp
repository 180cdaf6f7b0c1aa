#include <algorithm>

#include "store_fixture.h"

namespace cellar::test {

namespace {

RowWrite marked_row(int clustering) {
  RowWrite row;
  row.clustering = {int_bytes(clustering)};
  row.marker = Liveness{10, 0, 0};
  return row;
}

std::map<std::string, std::string> schema_records(Transaction& transaction) {
  std::map<std::string, std::string> records;
  transaction.schema_records(
      "", [&records](std::string_view name, std::string_view record) { records.emplace(name, record); });
  return records;
}
std::map<std::string, std::string> schema_records(Transaction&& transaction) {
  return schema_records(transaction);
}

std::size_t rows_of_table(Transaction& transaction, const TablePointer& table) {
  PartitionReader reader = transaction.partition(table, {int_bytes(1)}, {}, 0);
  return clustering_of(reader).size();
}

}  // namespace

TEST_CASE("the clock strictly increases") {
  const Folder folder;
  HandClock clock;
  Timestamp last = 0;
  for (int round = 0; round < 3; ++round) {
    const Store store = Store::open(folder / "data.cellar", clock.options());
    WriteTransaction transaction = store.write();
    const Timestamp first = transaction.next_timestamp();
    CHECK(first > last);
    CHECK(transaction.next_timestamp() == first + 1);  // though the clock stands still
    last = first + 1;
    transaction.commit();
    if (round == 1) clock.seconds -= 500;  // nor does it matter if it goes back
  }
  CHECK(last == 1'000'000'000'000 + 5);
  clock.seconds += 1000;
  const Store store = Store::open(folder / "data.cellar", clock.options());
  CHECK(store.write().next_timestamp() == clock.seconds * 1'000'000);
}

TEST_CASE("explicit timestamps do not move the clock") {
  HandClock clock;
  const Store store = Store::open_temporary(clock.options());
  const TablePointer table = simple_table();
  WriteTransaction transaction = store.write();
  RowWrite row = marked_row(1);
  row.marker = Liveness{INT64_MAX, 0, 0};
  transaction.apply(mutation(table, int_bytes(1), row));
  CHECK(transaction.next_timestamp() == clock.seconds * 1'000'000);
}

TEST_CASE("ids are never given twice") {
  const Folder folder;
  std::vector<std::uint32_t> ids;
  for (int round = 0; round < 3; ++round) {
    const Store store = Store::open(folder / "data.cellar");
    WriteTransaction transaction = store.write();
    for (int i = 0; i < 3; ++i) ids.push_back(transaction.fresh_id());
    transaction.commit();
  }
  for (std::size_t i = 0; i < ids.size(); ++i) CHECK(ids[i] == i + 1);
}

TEST_CASE("the data of a dropped table is out of sight, and never comes back") {
  const Store store = Store::open_temporary();
  WriteTransaction transaction = store.write();
  const TableId old_id = transaction.fresh_id();
  const TableId new_id = transaction.fresh_id();
  transaction.apply(mutation(simple_table(old_id), int_bytes(1), marked_row(1)));
  transaction.drop_data(old_id);
  CHECK(rows_of_table(transaction, simple_table(new_id)) == 0);
  PartitionCursor scan = transaction.partitions(simple_table(new_id), {}, {}, 0);
  CHECK_FALSE(scan.next());
}

TEST_CASE("the schema's version grows") {
  const Folder folder;
  {
    const Store store = Store::open(folder / "data.cellar");
    CHECK(store.read().schema_version() == 0);
    WriteTransaction transaction = store.write();
    transaction.put_schema_record("one", "text of one");
    transaction.put_schema_record("two", "");
    transaction.commit();
    const Transaction before = store.read();
    WriteTransaction more = store.write();
    more.next_timestamp();
    more.commit();
    CHECK(store.read().schema_version() == 1);  // no change of the schema
    WriteTransaction erasing = store.write();
    erasing.erase_schema_record("two");
    erasing.commit();
    CHECK(store.read().schema_version() == 2);
  }
  const Store store = Store::open(folder / "data.cellar");
  CHECK(store.read().schema_version() == 2);
  CHECK(schema_records(store.read()) == std::map<std::string, std::string>{{"one", "text of one"}});
}

TEST_CASE("schema records may have long names and texts") {
  const Store store = Store::open_temporary();
  WriteTransaction transaction = store.write();
  std::map<std::string, std::string> records;
  for (const std::size_t size : {1U, 510U, 511U, 2000U}) {
    records[std::string(size, 'n')] = std::string(size * 100, 't');
    transaction.put_schema_record(std::string(size, 'n'), std::string(size * 100, 't'));
  }
  CHECK(schema_records(transaction) == records);
  std::map<std::string, std::string> under;
  transaction.schema_records(std::string(511, 'n'), [&](std::string_view name, std::string_view record) {
    under.emplace(name, record);
  });
  CHECK(under.size() == 2);
}

TEST_CASE("a transaction is all or nothing") {
  const Folder folder;
  const TablePointer table = simple_table();
  {
    const Store store = Store::open(folder / "data.cellar");
    {
      WriteTransaction transaction = store.write();
      transaction.apply(mutation(table, int_bytes(1), marked_row(1)));
      transaction.put_schema_record("name", "record");
      transaction.next_timestamp();
      CHECK(rows_of_table(transaction, table) == 1);  // it reads its own writes
      Transaction reader = store.read();
      CHECK(rows_of_table(reader, table) == 0);  // nobody else does
    }
    Transaction transaction = store.read();
    CHECK(rows_of_table(transaction, table) == 0);
    CHECK(schema_records(transaction).empty());
  }
  const Store store = Store::open(folder / "data.cellar");
  WriteTransaction transaction = store.write();
  transaction.apply(mutation(table, int_bytes(1), marked_row(1)));
  Transaction before = store.read();
  transaction.commit();
  CHECK(rows_of_table(before, table) == 0);  // a snapshot stays
  Transaction after = store.read();
  CHECK(rows_of_table(after, table) == 1);
}

TEST_CASE("a refused group leaves no trace") {
  const Store store = Store::open_temporary();
  const TablePointer table = TableBuilder(1)
                                 .partition("k", native_type(TypeKind::int_))
                                 .clustering("c", native_type(TypeKind::text))
                                 .build();
  RowWrite fine;
  fine.clustering = {"fine"};
  fine.marker = Liveness{10, 0, 0};
  RowWrite wrong = fine;
  wrong.clustering = {std::string(65536, 'x')};
  WriteTransaction transaction = store.write();
  const std::vector<Mutation> group{mutation(table, int_bytes(1), fine),
                                    mutation(table, int_bytes(1), wrong)};
  CHECK(refused([&] { transaction.apply(group); }) == "key_too_long");
  PartitionReader reader = transaction.partition(table, {int_bytes(1)}, {}, 0);
  CHECK(reader.next() == nullptr);
}

TEST_CASE("a value of more than 256 MiB is refused, and its transaction goes on") {
  const Store store = Store::open_temporary();
  const TablePointer table = simple_table();
  RowWrite row;
  row.clustering = {int_bytes(1)};
  row.cells.push_back(cell(table, "v", Value(std::in_place, (std::size_t{256} << 20) + 1, 'x'), 10));
  WriteTransaction transaction = store.write();
  const Mutation too_long = mutation(table, int_bytes(1), std::move(row));
  CHECK(refused([&] { transaction.apply(std::span(&too_long, 1)); }) == "value_too_long");
  CHECK(transaction.usable());
  CHECK_FALSE(transaction.has_writes());
}

TEST_CASE("a reader that outlives its transaction does no harm when it ends") {
  const Store store = Store::open_temporary();
  const TablePointer table = simple_table();
  std::optional<PartitionReader> left;
  {
    WriteTransaction transaction = store.write();
    transaction.apply(mutation(table, int_bytes(1), marked_row(1)));
    left.emplace(transaction.partition(table, {int_bytes(1)}, {}, 0));
    CHECK(left->next() != nullptr);
    transaction.commit();
  }
  left.reset();
  CHECK(store.read().schema_version() == 0);
}

TEST_CASE("ten thousand tables need no more than their rows") {
  const Store store = Store::open_temporary();
  WriteTransaction transaction = store.write();
  for (TableId id = 1; id <= 10000; ++id)
    transaction.apply(mutation(simple_table(id), int_bytes(1), marked_row(1)));
  for (const TableId id : {1U, 5000U, 10000U}) {
    PartitionCursor scan = transaction.partitions(simple_table(id), {}, {}, 0);
    REQUIRE(scan.next());
    CHECK(scan.partition().next() != nullptr);
    CHECK_FALSE(scan.next());
  }
  transaction.commit();
}

TEST_CASE("what is known of a table is kept as long as somebody has the table, and no longer") {
  const Store store = Store::open_temporary();
  Transaction transaction = store.read();
  const auto use = [&](const std::vector<TablePointer>& tables) {
    for (const TablePointer& table : tables) rows_of_table(transaction, table);
  };
  std::vector<TablePointer> tables;
  std::vector<std::weak_ptr<const Table>> watched;
  for (TableId id = 1; id <= 3000; ++id) {
    tables.push_back(simple_table(id));
    watched.push_back(tables.back());
  }
  use(tables);
  const auto is_known = [](const TablePointer& table) { return table.use_count() > 1; };
  CHECK(std::ranges::count_if(tables, is_known) == 3000);
  // As many definitions later nobody has the earlier ones.
  for (TableId id = 1; id <= 6000; ++id) use({simple_table(id)});
  CHECK(std::ranges::count_if(tables, is_known) == 3000);
  tables.clear();
  for (TableId id = 1; id <= 6000; ++id) use({simple_table(id)});
  CHECK(std::ranges::all_of(watched, [](const auto& table) { return table.expired(); }));
}

}  // namespace cellar::test
