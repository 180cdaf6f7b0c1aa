#include <unistd.h>

#include "fixture.h"
#include "storage/format.h"

namespace cellar::test {

namespace {

TablePointer people() {
  return TableBuilder(1)
      .partition("k", native_type(TypeKind::int_))
      .clustering("c", native_type(TypeKind::int_))
      .fixed("s", native_type(TypeKind::text))
      .regular("a", native_type(TypeKind::text))
      .regular("b", native_type(TypeKind::text))
      .regular("d", native_type(TypeKind::text))
      .regular("e", native_type(TypeKind::text))
      .regular("m", map_of(native_type(TypeKind::int_), native_type(TypeKind::text)))
      .build();
}

RowWrite row_at(int clustering) {
  RowWrite row;
  row.clustering = {int_bytes(clustering)};
  return row;
}

struct Rows {
  HandClock clock;
  Store store = Store::open_temporary(clock.options());
  TablePointer table = people();

  void apply(RowWrite row) {
    WriteTransaction transaction = store.write();
    transaction.apply(mutation(table, int_bytes(1), std::move(row)));
    transaction.commit();
  }
  /// Value of a cell, "" if it does not live, "no row" if its row does not.
  std::string value(int clustering, const std::string& column) {
    Transaction transaction = store.read();
    PartitionReader reader = transaction.partition(table, {int_bytes(1)}, all_columns(table), clock.seconds);
    reader.select({{{{int_bytes(clustering)}, false}, {{int_bytes(clustering)}, true}}}, false);
    const StoredRow* row = reader.next();
    if (row == nullptr) return "no row";
    const auto& cell = row->cells[index_of(table, column)];
    return cell ? std::string(cell->value) : "";
  }
  /// Entries that reading the partition visits.
  std::uint64_t visited(const WantedColumns& wanted) {
    Transaction transaction = store.read();
    PartitionReader reader = transaction.partition(table, {int_bytes(1)}, wanted, clock.seconds);
    while (reader.next() != nullptr) {
    }
    return transaction.counters().entries;
  }
};

}  // namespace

TEST_CASE("a row lives while its marker or a cell lives") {
  Rows rows;
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
    Rows rows;
    for (const Timestamp timestamp : newer_first ? std::vector{20, 10} : std::vector{10, 20}) {
      RowWrite row = row_at(1);
      row.cells.push_back(cell(rows.table, "a", "at " + std::to_string(timestamp), timestamp));
      rows.apply(row);
    }
    CHECK(rows.value(1, "a") == "at 20");
  }
}

TEST_CASE("an expired cell is a deleted cell") {
  Rows rows;
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
  Rows rows;
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
  Rows rows;
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

TEST_CASE("five columns are one entry") {
  Rows rows;
  for (int i = 0; i < 100; ++i) {
    RowWrite row = row_at(i);
    row.marker = Liveness{10, 0, 0};
    for (const char* column : {"a", "b", "d", "e"})
      row.cells.push_back(cell(rows.table, column, "value", 10));
    rows.apply(row);
  }
  CHECK(rows.visited(all_columns(rows.table)) == 100);
}

TEST_CASE("a point read visits one entry") {
  Rows rows;
  for (int i = 0; i < 100; ++i) {
    RowWrite row = row_at(i);
    row.marker = Liveness{10, 0, 0};
    rows.apply(row);
  }
  Transaction transaction = rows.store.read();
  PartitionReader reader = transaction.partition(rows.table, {int_bytes(1)}, {}, 0);
  reader.select({{{{int_bytes(50)}, false}, {{int_bytes(50)}, true}}}, false);
  CHECK(clustering_of(reader) == std::vector{50});
  CHECK(transaction.counters().entries == 1);
}

TEST_CASE("a large cell has an entry of its own") {
  Rows rows;
  const std::string large(5000, 'x');
  RowWrite row = row_at(1);
  row.cells.push_back(cell(rows.table, "a", large, 10));
  row.cells.push_back(cell(rows.table, "b", "small", 10));
  rows.apply(row);
  CHECK(rows.value(1, "a") == large);
  CHECK(rows.value(1, "b") == "small");
  CHECK(rows.visited(all_columns(rows.table)) == 2);
  // A read that does not want it does not visit it.
  CHECK(rows.visited({index_of(rows.table, "b")}) == 1);
  // It gives way to a small value, and to a deletion.
  RowWrite update = row_at(1);
  update.cells.push_back(cell(rows.table, "a", "now small", 11));
  rows.apply(update);
  CHECK(rows.value(1, "a") == "now small");
  CHECK(rows.visited(all_columns(rows.table)) == 1);
  RowWrite again = row_at(1);
  again.cells.push_back(cell(rows.table, "a", large + "2", 12));
  rows.apply(again);
  CHECK(rows.value(1, "a") == large + "2");
  RowWrite remove = row_at(1);
  remove.deletion = 12;
  rows.apply(remove);
  CHECK(rows.value(1, "a") == "no row");
  CHECK(rows.visited(all_columns(rows.table)) == 1);
}

TEST_CASE("a packed entry has a bound in total") {
  constexpr int kColumns = 1000;
  TableBuilder builder(9);
  builder.partition("k", native_type(TypeKind::int_));
  for (int i = 0; i < kColumns; ++i) builder.regular("v" + std::to_string(i), native_type(TypeKind::text));
  const TablePointer table = builder.build();
  const auto column = [](int i) { return "v" + std::to_string(i); };
  const Store store = Store::open_temporary();
  const auto apply = [&](RowWrite row) {
    WriteTransaction transaction = store.write();
    transaction.apply(mutation(table, int_bytes(1), std::move(row)));
    transaction.commit();
  };
  RowWrite insert;
  insert.marker = Liveness{10, 0, 0};
  for (int i = 0; i < kColumns; ++i) {
    insert.cells.push_back(cell(table, column(i), std::string(4000, static_cast<char>('a' + i % 26)), 10));
  }
  apply(insert);
  const auto read = [&](const WantedColumns& wanted, auto check) {
    Transaction transaction = store.read();
    PartitionReader reader = transaction.partition(table, {int_bytes(1)}, wanted, 0);
    const StoredRow* row = reader.next();
    REQUIRE(row != nullptr);
    check(*row);
    REQUIRE(reader.next() == nullptr);
    return transaction.counters().entries;
  };
  const auto packed_size = [&] {
    Transaction transaction = store.read();
    std::size_t size = 0;
    // What is read in one entry has not moved.
    for (int i = 0; i < kColumns; ++i) {
      const std::uint64_t entries = read({index_of(table, column(i))}, [&](const StoredRow& row) {
        size += row.cells[index_of(table, column(i))]->value.size();
      });
      if (entries > 1) size -= 4000;
    }
    return size;
  };
  CHECK(packed_size() <= kPackedRowAfterMove);
  // Updates of neighbours leave it so, and reads see all.
  for (int i = 0; i < 30; ++i) {
    RowWrite update;
    update.cells.push_back(cell(table, column(i), std::string(4000, 'A'), 11));
    apply(update);
  }
  CHECK(packed_size() <= kLargestPackedRow);
  read(all_columns(table), [&](const StoredRow& row) {
    for (int i = 0; i < kColumns; ++i) {
      const char letter = i < 30 ? 'A' : static_cast<char>('a' + i % 26);
      REQUIRE(row.cells[index_of(table, column(i))]->value == std::string(4000, letter));
    }
  });
  // Small values come back.
  RowWrite small;
  for (int i = 0; i < kColumns; ++i) small.cells.push_back(cell(table, column(i), "s", 12));
  apply(small);
  CHECK(read(all_columns(table), [](const StoredRow&) {}) == 1);
}

TEST_CASE("an update of one of many large cells writes little") {
  TableBuilder builder(9);
  builder.partition("k", native_type(TypeKind::int_));
  for (int i = 0; i < 1000; ++i) builder.regular("v" + std::to_string(i), native_type(TypeKind::text));
  const TablePointer table = builder.build();
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("large-cells-" + std::to_string(getpid()) + ".cellar");
  const Store store = Store::open(path);
  RowWrite insert;
  for (int i = 0; i < 1000; ++i) {
    insert.cells.push_back(cell(table, "v" + std::to_string(i), std::string(4000, 'a'), 10));
  }
  const auto apply = [&](RowWrite row) {
    WriteTransaction transaction = store.write();
    transaction.apply(mutation(table, int_bytes(1), std::move(row)));
    transaction.commit();
  };
  apply(insert);
  const auto before = std::filesystem::file_size(path);
  for (int i = 0; i < 100; ++i) {
    RowWrite update;
    update.cells.push_back(cell(table, "v" + std::to_string(i * 7), std::string(4000, 'b'), 11));
    apply(update);
  }
  // Pages are used again two commits later: the file grows by what two commits change, not by the row.
  CHECK(std::filesystem::file_size(path) - before < 1'000'000);
  for (const char* suffix : {"", "-lock"}) std::filesystem::remove(path.string() + suffix);
}

TEST_CASE("large cells of equal timestamp: the larger bytes win") {
  Rows rows;
  for (const char letter : {'x', 'z', 'y'}) {
    RowWrite row = row_at(1);
    row.cells.push_back(cell(rows.table, "a", std::string(5000, letter), 10));
    rows.apply(row);
  }
  CHECK(rows.value(1, "a") == std::string(5000, 'z'));
}

TEST_CASE("a map filled one by one stays linear") {
  Rows rows;
  const auto fill = [&](int from, int to) {
    WriteTransaction transaction = rows.store.write();
    const std::uint64_t before = transaction.counters().entries;
    for (int i = from; i < to; ++i) {
      RowWrite row = row_at(1);
      row.cells.push_back(cell(rows.table, "m", "value", 10, int_bytes(i)));
      transaction.apply(mutation(rows.table, int_bytes(1), row));
    }
    const std::uint64_t after = transaction.counters().entries;
    transaction.commit();
    return after - before;
  };
  const std::uint64_t first = fill(0, 1000);
  const std::uint64_t last = fill(9000, 10000);
  CHECK(last == first);  // no walk over what is there
  Transaction transaction = rows.store.read();
  PartitionReader reader = transaction.partition(rows.table, {int_bytes(1)}, all_columns(rows.table), 0);
  const StoredRow* row = reader.next();
  REQUIRE(row != nullptr);
  const auto& elements = row->elements[index_of(rows.table, "m")];
  REQUIRE(elements.size() == 2000);
  CHECK(int_of(elements[999].path) == 999);
  CHECK(int_of(elements[1000].path) == 9000);
}

TEST_CASE("elements that nobody wants are not visited") {
  Rows rows;
  RowWrite row = row_at(1);
  row.marker = Liveness{10, 0, 0};
  for (int i = 0; i < 1000; ++i) row.cells.push_back(cell(rows.table, "m", "value", 10, int_bytes(i)));
  rows.apply(row);
  RowWrite next = row_at(2);
  next.marker = Liveness{10, 0, 0};
  rows.apply(next);
  CHECK(rows.visited({index_of(rows.table, "a")}) == 2);
  CHECK(rows.visited(all_columns(rows.table)) == 1002);
}

TEST_CASE("a deletion of a collection spares what is younger") {
  Rows rows;
  RowWrite row = row_at(1);
  row.cells.push_back(cell(rows.table, "m", "old", 10, int_bytes(1)));
  row.cells.push_back(cell(rows.table, "m", "new", 20, int_bytes(2)));
  rows.apply(row);
  RowWrite assign = row_at(1);
  assign.column_deletions.push_back({id_of(rows.table, "m"), 14});
  assign.cells.push_back(cell(rows.table, "m", "assigned", 15, int_bytes(3)));
  rows.apply(assign);
  RowWrite late = row_at(1);
  late.cells.push_back(cell(rows.table, "m", "late", 14, int_bytes(4)));
  rows.apply(late);
  Transaction transaction = rows.store.read();
  PartitionReader reader = transaction.partition(rows.table, {int_bytes(1)}, all_columns(rows.table), 0);
  const StoredRow* found = reader.next();
  REQUIRE(found != nullptr);
  std::vector<std::string> values;
  for (const StoredElement& element : found->elements[index_of(rows.table, "m")]) {
    values.emplace_back(element.cell.value);
  }
  CHECK(values == std::vector<std::string>{"new", "assigned"});
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
  Rows rows;
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
  Rows rows;
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
