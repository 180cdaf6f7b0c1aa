// When rows and cells live, and which of two writes wins.

#include "people.h"

namespace cellar::test {

TEST_CASE("a row lives while its marker or a cell lives") {
  PeopleRows rows;
  RowWrite insert = row_at(1);
  insert.marker = Liveness{10, 0, 0};
  insert.cells.push_back(cell(rows.table, "a", "x", 10));
  RowWrite update = row_at(2);
  update.cells.push_back(cell(rows.table, "a", "x", 10));
  rows.apply(insert);
  rows.apply(update);
  CHECK(rows.value(1, "a") == "x");
  CHECK(rows.value(2, "a") == "x");
  for (const int clustering : {1, 2}) {
    RowWrite remove = row_at(clustering);
    remove.cells.push_back(cell(rows.table, "a", std::nullopt, 11));
    rows.apply(remove);
  }
  CHECK(rows.value(1, "a") == "");        // the marker is left
  CHECK(rows.value(2, "a") == "no row");  // nothing is left
}

TEST_CASE("the larger timestamp wins, whichever write comes first") {
  for (const bool newer_first : {false, true}) {
    PeopleRows rows;
    for (const Timestamp timestamp : newer_first ? std::vector{20, 10} : std::vector{10, 20}) {
      RowWrite row = row_at(1);
      row.cells.push_back(cell(rows.table, "a", "at " + std::to_string(timestamp), timestamp));
      rows.apply(row);
    }
    CHECK(rows.value(1, "a") == "at 20");
  }
}

TEST_CASE("an expired cell is a deleted cell") {
  PeopleRows rows;
  RowWrite row = row_at(1);
  row.marker = Liveness{10, 30, rows.clock.seconds + 30};
  row.cells.push_back(cell(rows.table, "a", "short", 10));
  row.cells.back().liveness = {10, 10, rows.clock.seconds + 10};
  row.cells.push_back(cell(rows.table, "b", "long", 10));
  row.cells.back().liveness = {10, 20, rows.clock.seconds + 20};
  rows.apply(row);
  rows.clock.seconds += 9;
  CHECK(rows.value(1, "a") == "short");
  rows.clock.seconds += 1;
  CHECK(rows.value(1, "a") == "");
  CHECK(rows.value(1, "b") == "long");
  rows.clock.seconds += 10;
  CHECK(rows.value(1, "b") == "");
  // It hides what is older, as a tombstone would.
  RowWrite older = row_at(1);
  older.cells.push_back(cell(rows.table, "a", "older", 9));
  rows.apply(older);
  CHECK(rows.value(1, "a") == "");
  rows.clock.seconds += 10;
  CHECK(rows.value(1, "a") == "no row");
}

TEST_CASE("static cells live without a row") {
  PeopleRows rows;
  RowWrite row;
  row.is_static = true;
  row.cells.push_back(cell(rows.table, "s", "static", 10));
  rows.apply(row);
  Transaction transaction = rows.store.read();
  PartitionReader reader = transaction.partition(rows.table, {int_bytes(1)}, all_columns(rows.table), 0);
  CHECK(reader.next() == nullptr);
  REQUIRE(reader.static_row() != nullptr);
  CHECK(reader.static_row()->cells[index_of(rows.table, "s")]->value == "static");
  CHECK(reader.static_row()->clustering.empty());
  PartitionReader other = transaction.partition(rows.table, {int_bytes(2)}, all_columns(rows.table), 0);
  CHECK(other.static_row() == nullptr);
}

TEST_CASE("a deletion of a row leaves the static cells, one of the partition does not") {
  PeopleRows rows;
  RowWrite fixed;
  fixed.is_static = true;
  fixed.cells.push_back(cell(rows.table, "s", "static", 10));
  rows.apply(fixed);
  RowWrite remove = row_at(1);
  remove.deletion = 20;
  rows.apply(remove);
  const auto lives = [&] {
    Transaction transaction = rows.store.read();
    return transaction.partition(rows.table, {int_bytes(1)}, all_columns(rows.table), 0).static_row() !=
           nullptr;
  };
  CHECK(lives());
  WriteTransaction transaction = rows.store.write();
  transaction.apply(mutation(rows.table, int_bytes(1), PartitionDeletion{10}));
  transaction.commit();
  CHECK_FALSE(lives());
}

TEST_CASE("elements of lists are in the order of their positions") {
  CHECK(list_position(-5, 0) < list_position(-4, 0));
  CHECK(list_position(-1, 7) < list_position(0, 0));
  CHECK(list_position(5, 0) < list_position(5, 1));
  CHECK(list_position(5, 300) < list_position(6, 0));
  CHECK(field_of_path(field_path(300)) == 300);
}

TEST_CASE("forms of one key value name one row, which keeps the first") {
  const TablePointer table = TableBuilder(7)
                                 .partition("k", native_type(TypeKind::int_))
                                 .clustering("c", native_type(TypeKind::decimal))
                                 .regular("s", set_of(native_type(TypeKind::decimal)))
                                 .build();
  const auto decimal = [](char scale, char unscaled) { return std::string("\0\0\0", 3) + scale + unscaled; };
  const Store store = Store::open_temporary();
  WriteTransaction transaction = store.write();
  for (const std::string& form : {decimal(2, 100), decimal(0, 1), decimal(1, 10)}) {
    RowWrite row;
    row.clustering = {form};
    row.marker = Liveness{10, 0, 0};
    row.cells.push_back(cell(table, "s", "", 10, decimal(1, 50)));
    transaction.apply(mutation(table, int_bytes(1), row));
  }
  PartitionReader reader = transaction.partition(table, {int_bytes(1)}, all_columns(table), 0);
  const StoredRow* row = reader.next();
  REQUIRE(row != nullptr);
  CHECK(row->clustering[0] == decimal(2, 100));
  REQUIRE(row->elements[index_of(table, "s")].size() == 1);
  CHECK(row->elements[index_of(table, "s")][0].path == decimal(1, 50));
  CHECK(reader.next() == nullptr);
}

TEST_CASE("cells of a dropped column are out of sight and keep no row alive") {
  PeopleRows rows;
  RowWrite row = row_at(1);
  row.cells.push_back(cell(rows.table, "a", "old", 10));
  rows.apply(row);
  Table changed = *rows.table;
  changed.columns[index_of(rows.table, "a")].id = 77;  // dropped, and made anew
  rows.table = std::make_shared<const Table>(changed);
  CHECK(rows.value(1, "a") == "no row");
  RowWrite again = row_at(1);
  again.cells.push_back(cell(rows.table, "a", "new", 5));
  rows.apply(again);
  CHECK(rows.value(1, "a") == "new");
}

TEST_CASE("cells from before a column was dropped stay hidden") {
  PeopleRows rows;
  Table changed = *rows.table;
  changed.columns[index_of(rows.table, "a")].dropped_before = 15;
  rows.table = std::make_shared<const Table>(changed);
  for (const Timestamp timestamp : {15, 16}) {
    RowWrite row = row_at(static_cast<int>(timestamp));
    row.cells.push_back(cell(rows.table, "a", "value", timestamp));
    rows.apply(row);
  }
  CHECK(rows.value(15, "a") == "no row");
  CHECK(rows.value(16, "a") == "value");
}

TEST_CASE("an interrupt ends a read within a thousand entries") {
  constexpr int kRows = 20'000;
  constexpr std::uint64_t kSoon = 1'100;
  const TablePointer table = people();
  HandClock clock;
  const Store store = Store::open_temporary(clock.options());
  {
    WriteTransaction transaction = store.write();
    for (int i = 0; i < kRows; ++i) {
      RowWrite dead = row_at(i);
      dead.marker = Liveness{10, 5, clock.seconds + 5};
      transaction.apply(mutation(table, int_bytes(1), dead));         // many dead rows in one partition
      transaction.apply(mutation(table, int_bytes(1000 + i), dead));  // many partitions without a live row
    }
    RowWrite elements = row_at(1);
    for (int i = 0; i < kRows; ++i) {
      CellWrite element = cell(table, "m", "x", 10, int_bytes(i));
      element.liveness = {10, 5, clock.seconds + 5};
      elements.cells.push_back(element);
    }
    transaction.apply(mutation(table, int_bytes(2), elements));  // many dead elements in one row
    transaction.commit();
  }
  clock.seconds += 10;
  const auto visited_after_interrupt = [&](auto read) {
    Transaction transaction = store.read();
    std::uint64_t asked_at = 0;
    const std::function<bool()> interrupted = [&] {
      asked_at = transaction.counters().entries;
      return true;
    };
    transaction.ask_while_reading(&interrupted);
    CHECK(refused([&] { read(transaction); }) == "interrupted");
    CHECK(asked_at > 0);
    return std::pair(asked_at, transaction.counters().entries - asked_at);
  };
  for (const int partition : {1, 2}) {
    for (const bool reversed : {false, true}) {
      const auto [before, after] = visited_after_interrupt([&](Transaction& transaction) {
        PartitionReader reader =
            transaction.partition(table, {int_bytes(partition)}, all_columns(table), clock.seconds);
        reader.select({Slice{}}, reversed);
        reader.next();
      });
      CHECK(before < kSoon);
      CHECK(after == 0);
    }
  }
  const auto [before, after] = visited_after_interrupt([&](Transaction& transaction) {
    PartitionCursor cursor = transaction.partitions(table, {}, {}, clock.seconds);
    while (cursor.next()) cursor.partition().next();
  });
  CHECK(before < kSoon);
  CHECK(after == 0);
}

}  // namespace cellar::test
