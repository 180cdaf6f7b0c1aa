// How many entries of the file rows, large cells and elements take, and how many a read visits.

#include <unistd.h>

#include "people.h"
#include "storage/format/format.h"

namespace cellar::test {

TEST_CASE("five columns are one entry") {
  PeopleRows rows;
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
  PeopleRows rows;
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
  PeopleRows rows;
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
    // A cell that is read by visiting one entry lies in the packed entry.
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
  PeopleRows rows;
  for (const char letter : {'x', 'z', 'y'}) {
    RowWrite row = row_at(1);
    row.cells.push_back(cell(rows.table, "a", std::string(5000, letter), 10));
    rows.apply(row);
  }
  CHECK(rows.value(1, "a") == std::string(5000, 'z'));
}

TEST_CASE("a map filled one by one stays linear") {
  PeopleRows rows;
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
  PeopleRows rows;
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
  PeopleRows rows;
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

}  // namespace cellar::test
