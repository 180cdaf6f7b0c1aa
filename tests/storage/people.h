// A store with a table of rows, static cells, texts and a map, for tests of one partition.
#pragma once

#include "store_fixture.h"

namespace cellar::test {

inline TablePointer people() {
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

inline RowWrite row_at(int clustering) {
  RowWrite row;
  row.clustering = {int_bytes(clustering)};
  return row;
}

struct PeopleRows {
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

}  // namespace cellar::test
