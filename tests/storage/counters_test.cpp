// How additions to a counter are merged with what is stored.

#include "store_fixture.h"
#include "types/number/number.h"

namespace cellar::test {

namespace {

TablePointer counter_table() {
  return TableBuilder(1)
      .partition("k", native_type(TypeKind::int_))
      .clustering("c", native_type(TypeKind::int_))
      .regular("n", native_type(TypeKind::counter))
      .build();
}

struct Counters {
  TablePointer table = counter_table();
  Store store = Store::open_temporary();

  RowWrite row() const {
    RowWrite write;
    write.clustering = {int_bytes(1)};
    return write;
  }
  Mutation add(std::int64_t amount, Timestamp timestamp) const {
    RowWrite write = row();
    write.cells.push_back(cell(table, "n", encode_int64(amount), timestamp));
    return mutation(table, int_bytes(7), std::move(write));
  }
  Mutation erase(Timestamp timestamp) const {
    RowWrite write = row();
    write.cells.push_back(cell(table, "n", std::nullopt, timestamp));
    return mutation(table, int_bytes(7), std::move(write));
  }
  Mutation erase_row(Timestamp timestamp) const {
    RowWrite write = row();
    write.deletion = timestamp;
    return mutation(table, int_bytes(7), std::move(write));
  }
  Mutation erase_partition(Timestamp timestamp) const {
    return mutation(table, int_bytes(7), PartitionDeletion{timestamp});
  }
  /// Each in a transaction of its own, or all in one.
  void apply(const std::vector<Mutation>& mutations, bool together) {
    std::optional<WriteTransaction> transaction;
    for (const Mutation& each : mutations) {
      if (!transaction) transaction.emplace(store.write());
      transaction->apply(each);
      if (together) continue;
      transaction->commit();
      transaction.reset();
    }
    if (transaction) transaction->commit();
  }
  /// The sum, and the timestamp of the cell.
  std::string value() {
    Transaction transaction = store.read();
    PartitionReader reader = transaction.partition(table, {int_bytes(7)}, all_columns(table), 0);
    const StoredRow* row = reader.next();
    if (row == nullptr) return "none";
    const StoredCell& stored = *row->cells[index_of(table, "n")];
    return std::to_string(decode_integer(stored.value)) + "@" + std::to_string(stored.liveness.timestamp);
  }
};

}  // namespace

TEST_CASE("additions to a counter are summed, in one transaction and in several") {
  for (const bool together : {true, false}) {
    Counters counters;
    counters.apply({counters.add(5, 10), counters.add(-7, 11), counters.add(1, 12)}, together);
    CHECK(counters.value() == "-1@12");
    counters.apply({counters.add(INT64_MAX, 13), counters.add(2, 14)}, together);
    CHECK(counters.value() == std::to_string(INT64_MIN) + "@14");
  }
}

TEST_CASE("a counter begins at zero after a deletion, which wins a tie") {
  for (const bool together : {true, false}) {
    for (const int kind : {0, 1, 2}) {
      Counters counters;
      const auto erase = [&](Timestamp timestamp) {
        return kind == 0   ? counters.erase(timestamp)
               : kind == 1 ? counters.erase_row(timestamp)
                           : counters.erase_partition(timestamp);
      };
      counters.apply({counters.add(5, 10), erase(11)}, together);
      CHECK(counters.value() == "none");
      counters.apply({counters.add(9, 11)}, together);
      CHECK(counters.value() == "none");
      counters.apply({counters.add(3, 12), counters.add(1, 13)}, together);
      CHECK(counters.value() == "4@13");
      counters.apply({erase(14), counters.add(8, 15)}, together);
      CHECK(counters.value() == "8@15");
    }
  }
}

TEST_CASE("two additions of one write, and a refused one, count as they should") {
  Counters counters;
  RowWrite twice = counters.row();
  twice.cells.push_back(cell(counters.table, "n", encode_int64(1), 10));
  twice.cells.push_back(cell(counters.table, "n", encode_int64(2), 10));
  counters.apply({mutation(counters.table, int_bytes(7), twice)}, true);
  counters.apply({mutation(counters.table, int_bytes(7), twice)}, true);
  CHECK(counters.value() == "6@10");
  {
    WriteTransaction dropped = counters.store.write();
    dropped.apply(counters.add(100, 11));
  }
  CHECK(counters.value() == "6@10");
}

TEST_CASE("simple rows of counters are merged like other writes of them") {
  Counters counters;
  const std::string amount = encode_int64(4);
  const std::string key = int_bytes(7), place = int_bytes(1);
  const std::string_view keys[] = {key}, places[] = {place};
  const SimpleCell cells[] = {{id_of(counters.table, "n"), amount}};
  WriteTransaction transaction = counters.store.write();
  for (Timestamp timestamp = 10; timestamp < 13; ++timestamp)
    transaction.apply(SimpleRow{counters.table, keys, places, false, {timestamp, 0, 0}, cells});
  transaction.apply(counters.add(1, 13));
  transaction.commit();
  CHECK(counters.value() == "13@13");
}

}  // namespace cellar::test
