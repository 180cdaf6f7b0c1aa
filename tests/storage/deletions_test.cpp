#include <algorithm>

#include "model.h"
#include "types/token.h"

namespace cellar::test {

namespace {

TablePointer grid(TableId id) {
  return TableBuilder(id)
      .partition("k", native_type(TypeKind::int_))
      .clustering("c", native_type(TypeKind::int_))
      .clustering("d", native_type(TypeKind::int_), true)
      .fixed("s", native_type(TypeKind::text))
      .regular("a", native_type(TypeKind::text))
      .regular("b", native_type(TypeKind::text))
      .regular("m", map_of(native_type(TypeKind::text), native_type(TypeKind::text)))
      .build();
}

TablePointer line(TableId id) {
  return TableBuilder(id)
      .partition("k", native_type(TypeKind::int_))
      .clustering("c", native_type(TypeKind::int_))
      .regular("v", native_type(TypeKind::text))
      .build();
}

RowWrite line_row(const TablePointer& table, int clustering, Timestamp timestamp) {
  RowWrite row;
  row.clustering = {int_bytes(clustering)};
  row.marker = Liveness{timestamp, 0, 0};
  row.cells.push_back(cell(table, "v", "value", timestamp));
  return row;
}

Slice below(int clustering) { return {{}, {{int_bytes(clustering)}, false}}; }

void fill_rows(const Store& store, const TablePointer& table, int from, int to, Timestamp timestamp) {
  WriteTransaction transaction = store.write();
  for (int i = from; i < to; ++i) {
    transaction.apply(mutation(table, int_bytes(1), line_row(table, i, timestamp)));
  }
  transaction.commit();
}

void apply(const Store& store, const Mutation& write) {
  WriteTransaction transaction = store.write();
  transaction.apply(write);
  transaction.commit();
}

struct Reading {
  std::vector<int> rows;
  std::uint64_t entries = 0;
};

Reading read_some(const Store& store, const TablePointer& table, std::size_t limit, bool reversed,
                  const Slice& slice = {}) {
  Transaction transaction = store.read();
  PartitionReader reader = transaction.partition(table, {int_bytes(1)}, all_columns(table), 0);
  reader.select({slice}, reversed);
  Reading reading;
  while (reading.rows.size() < limit) {
    const StoredRow* row = reader.next();
    if (row == nullptr) break;
    reading.rows.push_back(int_of(row->clustering[0]));
  }
  reading.entries = transaction.counters().entries;
  return reading;
}

}  // namespace

TEST_CASE("every order of writes and deletions ends alike") {
  const TablePointer shape = grid(1);
  const std::string key = int_bytes(1);
  const auto at = [](int c, int d) {
    RowWrite row;
    row.clustering = {int_bytes(c), int_bytes(d)};
    return row;
  };
  RowWrite insert = at(1, 1);
  insert.marker = Liveness{12, 0, 0};
  insert.cells = {cell(shape, "a", "at 12", 12), cell(shape, "m", "at 12", 12, "x")};
  RowWrite remove = at(1, 1);
  remove.deletion = 15;
  RowWrite update = at(1, 1);
  update.cells = {cell(shape, "b", "at 17", 17), cell(shape, "m", "at 17", 17, "y")};
  RowWrite survivor = at(1, 2);
  survivor.cells = {cell(shape, "a", std::string(5000, 'x'), 21)};
  RowWrite fixed;
  fixed.is_static = true;
  fixed.cells = {cell(shape, "s", "at 11", 11)};
  std::vector<Mutation> writes{
      mutation(shape, key, PartitionDeletion{10}),
      mutation(shape, key, RangeDeletion{{{{int_bytes(1)}, false}, {{int_bytes(1)}, true}}, 20}),
      mutation(shape, key, remove),
      mutation(shape, key, insert),
      mutation(shape, key, update),
      mutation(shape, key, survivor),
      mutation(shape, key, fixed),
  };
  // With the range at 20 only the survivor and the static cell are left; at 16, the update, too.
  for (const Timestamp range : {16, 20}) {
    std::get<RangeDeletion>(writes[1].write).timestamp = range;
    HandClock clock;
    const Store store = Store::open_temporary(clock.options());
    std::vector<std::size_t> order{0, 1, 2, 3, 4, 5, 6};
    TableId id = 1;
    std::optional<std::vector<std::string>> first;
    do {
      const TablePointer table = grid(id++);
      WriteTransaction transaction = store.write();
      for (const std::size_t i : order) {
        Mutation write = writes[i];
        write.table = table;
        transaction.apply(write);
      }
      PartitionReader reader = transaction.partition(table, {key}, all_columns(table), 0);
      std::vector<std::string> rows;
      if (const StoredRow* row = reader.static_row()) rows.push_back(text_of(table, *row));
      while (const StoredRow* row = reader.next()) rows.push_back(text_of(table, *row));
      if (!first) {
        Model model(table);
        for (const Mutation& write : writes) model.apply(write, 0);
        first = model.read({Slice{}}, false, all_columns(table), 0);
        REQUIRE(first->size() == (range == 20 ? 2 : 3));
      }
      REQUIRE(rows == *first);
      transaction.commit();
    } while (std::ranges::next_permutation(order).found);
  }
}

TEST_CASE("the deletion of a partition reaches static cells of columns that are added later") {
  const auto table_with = [](bool has_static) {
    TableBuilder builder(1);
    builder.partition("k", native_type(TypeKind::int_)).clustering("c", native_type(TypeKind::int_));
    builder.regular("v", native_type(TypeKind::text));
    if (has_static) builder.fixed("s", native_type(TypeKind::text));
    return builder.build();
  };
  const TablePointer before = table_with(false);
  const TablePointer after = table_with(true);
  const auto rows_from = [&](int key, int clustering) {
    const Slice slice{{{int_bytes(clustering)}, false}, {{}, true}};
    return mutation(before, int_bytes(key), RangeDeletion{slice, 1000});
  };
  const Store store = Store::open_temporary();
  WriteTransaction transaction = store.write();
  const auto delete_partition = [&](int key) {
    transaction.apply(mutation(before, int_bytes(key), PartitionDeletion{1000}));
  };
  for (const int key : {1, 2, 4, 5}) delete_partition(key);
  // All rows, in two ranges that could be one.
  transaction.apply(mutation(before, int_bytes(3), RangeDeletion{{{}, {{int_bytes(5)}, false}}, 1000}));
  transaction.apply(rows_from(3, 5));
  // The partition's deletion in pieces, around a row and beside a younger range.
  RowWrite row;
  row.clustering = {int_bytes(7)};
  row.cells = {cell(before, "v", "younger", 2000)};
  transaction.apply(mutation(before, int_bytes(4), row));
  Mutation younger = rows_from(5, 0);
  std::get<RangeDeletion>(younger.write).timestamp = 2000;
  transaction.apply(younger);

  const auto static_cell_is_seen = [&](int key, Timestamp timestamp) {
    RowWrite fixed;
    fixed.is_static = true;
    fixed.cells = {cell(after, "s", "fixed", timestamp)};
    transaction.apply(mutation(after, int_bytes(key), fixed));
    PartitionReader reader = transaction.partition(after, {int_bytes(key)}, all_columns(after), 0);
    return reader.static_row() != nullptr;
  };
  CHECK_FALSE(static_cell_is_seen(1, 500));
  CHECK_FALSE(static_cell_is_seen(1, 1000));
  CHECK(static_cell_is_seen(2, 1001));
  CHECK(static_cell_is_seen(3, 500));
  CHECK_FALSE(static_cell_is_seen(4, 500));
  CHECK_FALSE(static_cell_is_seen(5, 500));
  CHECK(static_cell_is_seen(5, 1500));
}

TEST_CASE("a deleted stretch is skipped in both directions") {
  const Store store = Store::open_temporary();
  const TablePointer table = line(1);
  fill_rows(store, table, 0, 20000, 10);
  apply(store, mutation(table, int_bytes(1), RangeDeletion{below(15000), 20}));
  const Reading forward = read_some(store, table, 10, false);
  CHECK(forward.rows.front() == 15000);
  CHECK(forward.rows.size() == 10);
  CHECK(forward.entries < 20);
  const Reading backward = read_some(store, table, 10, true, below(15005));
  CHECK(backward.rows == std::vector{15004, 15003, 15002, 15001, 15000});
  CHECK(backward.entries < 20);
  const Reading nothing = read_some(store, table, 10, false, below(14000));
  CHECK(nothing.rows.empty());
  CHECK(nothing.entries < 10);
}

TEST_CASE("the deletion of a large partition is a few entries, and so is a read of it") {
  const Store store = Store::open_temporary();
  const TablePointer table = line(1);
  fill_rows(store, table, 0, 20000, 10);
  WriteTransaction transaction = store.write();
  const std::uint64_t before = transaction.counters().entries;
  transaction.apply(mutation(table, int_bytes(1), PartitionDeletion{20}));
  CHECK(transaction.counters().entries - before < 10);
  transaction.commit();
  for (const bool reversed : {false, true}) {
    const Reading reading = read_some(store, table, 10, reversed);
    CHECK(reading.rows.empty());
    CHECK(reading.entries < 10);
  }
}

TEST_CASE("a deletion of a range costs its range tombstones whatever its group writes later") {
  const Store store = Store::open_temporary();
  const TablePointer table = TableBuilder(1)
                                 .partition("k", native_type(TypeKind::int_))
                                 .clustering("c", native_type(TypeKind::int_))
                                 .fixed("s", native_type(TypeKind::text))
                                 .regular("v", native_type(TypeKind::text))
                                 .build();
  fill_rows(store, table, 0, 20000, 10);
  // The other partitions lie before and behind the one that is deleted from, in the order of tokens.
  WriteTransaction transaction = store.write();
  transaction.apply(mutation(table, int_bytes(1), RangeDeletion{below(15000), 20}));
  for (int other = 2; other < 10; ++other) {
    transaction.apply(mutation(table, int_bytes(other), PartitionDeletion{20 + other}));
    transaction.apply(mutation(table, int_bytes(other), line_row(table, 1, 30 + other)));
  }
  transaction.apply(mutation(table, int_bytes(1), line_row(table, 3, 50)));
  transaction.apply(mutation(table, int_bytes(1), RangeDeletion{below(16000), 40}));
  PartitionReader reader = transaction.partition(table, {int_bytes(1)}, {}, 0);
  CHECK(int_of(reader.next()->clustering[0]) == 3);
  CHECK(int_of(reader.next()->clustering[0]) == 16000);
  CHECK(transaction.counters().entries < 200);
}

TEST_CASE("a write into a deleted stretch is found, and the stretch still skipped around it") {
  const Store store = Store::open_temporary();
  const TablePointer table = line(1);
  fill_rows(store, table, 0, 20000, 10);
  apply(store, mutation(table, int_bytes(1), RangeDeletion{below(19000), 20}));
  for (const int clustering : {5000, 5001, 12000}) fill_rows(store, table, clustering, clustering + 1, 30);
  fill_rows(store, table, 7000, 7001, 20);  // not younger
  const Reading forward = read_some(store, table, 4, false);
  CHECK(forward.rows == std::vector{5000, 5001, 12000, 19000});
  CHECK(forward.entries < 40);
  const Reading backward = read_some(store, table, 4, true, below(19001));
  CHECK(backward.rows == std::vector{19000, 12000, 5001, 5000});
  CHECK(backward.entries < 40);
}

TEST_CASE("a younger deletion covers an older one and what was written between") {
  const Store store = Store::open_temporary();
  const TablePointer table = line(1);
  fill_rows(store, table, 0, 1000, 10);
  apply(store, mutation(table, int_bytes(1), RangeDeletion{below(500), 20}));
  fill_rows(store, table, 100, 200, 30);
  apply(store, mutation(table, int_bytes(1), RangeDeletion{below(800), 40}));
  CHECK(read_some(store, table, 1, false).rows == std::vector{800});
  fill_rows(store, table, 150, 151, 35);
  CHECK(read_some(store, table, 1, false).rows == std::vector{800});
  fill_rows(store, table, 150, 151, 45);
  CHECK(read_some(store, table, 2, false).rows == std::vector{150, 800});
}

TEST_CASE("an older deletion spares what is younger") {
  const Store store = Store::open_temporary();
  const TablePointer table = line(1);
  fill_rows(store, table, 0, 10, 10);
  fill_rows(store, table, 5, 7, 30);
  apply(store, mutation(table, int_bytes(1), RangeDeletion{below(8), 20}));
  CHECK(read_some(store, table, 10, false).rows == std::vector{5, 6, 8, 9});
  CHECK(read_some(store, table, 10, true).rows == std::vector{9, 8, 6, 5});
}

TEST_CASE("a partition that was deleted and filled anew reads like a fresh one") {
  const TablePointer table = line(1);
  std::vector<int> order(2000);
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
  enum class Order { up, down, mixed };
  for (const Order filling : {Order::up, Order::down, Order::mixed}) {
    const Store store = Store::open_temporary();
    fill_rows(store, table, 0, 2000, 10);
    apply(store, mutation(table, int_bytes(1), PartitionDeletion{20}));
    std::ranges::sort(order);
    if (filling == Order::down) std::ranges::reverse(order);
    if (filling == Order::mixed) {
      std::ranges::sort(order, {}, [](int number) { return number * 7919 % 2003; });
    }
    WriteTransaction transaction = store.write();
    for (const int i : order) transaction.apply(mutation(table, int_bytes(1), line_row(table, i, 30)));
    transaction.commit();
    const Reading reading = read_some(store, table, 2000, false);
    CHECK(reading.rows.size() == 2000);
    CHECK(reading.entries <= 2001);
    fill_rows(store, table, 2500, 2501, 15);  // still hidden
    CHECK(read_some(store, table, 3000, false).rows.size() == 2000);
  }
}

TEST_CASE("a scan leaves a partition in one seek") {
  const Store store = Store::open_temporary();
  const TablePointer table = line(1);
  WriteTransaction transaction = store.write();
  for (int key = 0; key < 10; ++key) {
    for (int i = 0; i < 1000; ++i) {
      transaction.apply(mutation(table, int_bytes(key), line_row(table, i, 10)));
    }
  }
  const std::uint64_t before = transaction.counters().entries;
  PartitionCursor scan = transaction.partitions(table, {}, {}, 0);
  int partitions = 0;
  while (scan.next()) {
    ++partitions;
    CHECK(scan.partition().next() != nullptr);
  }
  CHECK(partitions == 10);
  CHECK(transaction.counters().entries - before <= 11);
}

TEST_CASE("a scan of small partitions visits each entry once") {
  const Store store = Store::open_temporary();
  const TablePointer table = line(1);
  WriteTransaction transaction = store.write();
  for (int key = 0; key < 1000; ++key)
    transaction.apply(mutation(table, int_bytes(key), line_row(table, 1, 10)));
  const std::uint64_t before = transaction.counters().entries;
  PartitionCursor scan = transaction.partitions(table, {}, {}, 0);
  int rows = 0;
  while (scan.next()) {
    while (scan.partition().next() != nullptr) ++rows;
  }
  CHECK(rows == 1000);
  CHECK(transaction.counters().entries - before == 1000);
}

TEST_CASE("ranges of tokens are cut where they say") {
  const Store store = Store::open_temporary();
  const TablePointer table = line(1);
  WriteTransaction transaction = store.write();
  std::vector<std::int64_t> tokens;
  for (int key = 0; key < 20; ++key) {
    transaction.apply(mutation(table, int_bytes(key), line_row(table, 1, 10)));
    tokens.push_back(token_of({int_bytes(key)}));
  }
  std::ranges::sort(tokens);
  const auto found = [&](const TokenRange& range) {
    std::vector<std::int64_t> seen;
    PartitionCursor scan = transaction.partitions(table, range, {}, 0);
    while (scan.next()) seen.push_back(scan.partition().token());
    return seen;
  };
  const auto part = [&](std::size_t from, std::size_t to) {
    return std::vector(tokens.begin() + static_cast<std::ptrdiff_t>(from),
                       tokens.begin() + static_cast<std::ptrdiff_t>(to));
  };
  CHECK(found({}) == tokens);
  CHECK(found({tokens[3], tokens[7], true, true}) == part(3, 8));
  CHECK(found({tokens[3], tokens[7], false, false}) == part(4, 7));
  CHECK(found({tokens[3], tokens[3], true, false}).empty());
  CHECK(found({INT64_MAX, INT64_MAX, false, true}).empty());
  CHECK(found({INT64_MIN, INT64_MIN, true, false}).empty());
  CHECK(found({tokens[5] + 1, INT64_MAX, true, true}) == part(6, 20));
}

}  // namespace cellar::test
