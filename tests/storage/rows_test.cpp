#include "fixture.h"

namespace cellar::test {

namespace {

TablePointer people() {
  return TableBuilder(1)
      .partition("k", native_type(TypeKind::int_))
      .clustering("c", native_type(TypeKind::int_))
      .fixed("s", native_type(TypeKind::text))
      .regular("a", native_type(TypeKind::text))
      .regular("b", native_type(TypeKind::text))
      .regular("m", map_of(native_type(TypeKind::text), native_type(TypeKind::int_)))
      .build();
}

RowWrite row_at(int clustering) {
  RowWrite row;
  row.clustering = {int_bytes(clustering)};
  return row;
}

}  // namespace

TEST_CASE("a row that was written is read") {
  HandClock clock;
  const Store store = Store::open_temporary(clock.options());
  const TablePointer table = people();
  {
    WriteTransaction transaction = store.write();
    for (int i = 0; i < 10; ++i) {
      RowWrite row = row_at(i);
      row.marker = Liveness{10, 0, 0};
      row.cells.push_back(cell(table, "a", "value " + std::to_string(i), 10));
      transaction.apply(mutation(table, int_bytes(1), row));
    }
    transaction.commit();
  }
  Transaction transaction = store.read();
  PartitionReader reader = transaction.partition(table, {int_bytes(1)}, all_columns(table), clock.seconds);
  int count = 0;
  while (const StoredRow* row = reader.next()) {
    CHECK(int_of(row->clustering[0]) == count);
    CHECK(row->cells[index_of(table, "a")]->value == "value " + std::to_string(count));
    ++count;
  }
  CHECK(count == 10);
}

}  // namespace cellar::test
