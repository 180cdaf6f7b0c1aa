#include "storage/rows/write/reconcile.h"
#include "store_fixture.h"

namespace cellar::test {

namespace {

CellVersion live(Timestamp timestamp, std::string_view value) { return {{timestamp, 0, 0}, false, 0, value}; }
CellVersion expiring(Timestamp timestamp, Seconds expires_at, std::string_view value) {
  return {{timestamp, 10, expires_at}, false, 0, value};
}
CellVersion tombstone(Timestamp timestamp, Seconds deleted_at) {
  return {{timestamp, 0, 0}, true, deleted_at, {}};
}

/// The first wins over the second, and never the other way about.
void check_wins(const CellVersion& winner, const CellVersion& loser) {
  CHECK(supersedes(winner, loser));
  CHECK_FALSE(supersedes(loser, winner));
}

}  // namespace

TEST_CASE("the larger timestamp wins") {
  check_wins(live(2, "a"), live(1, "b"));
  check_wins(live(2, "a"), tombstone(1, 100));
  check_wins(tombstone(2, 1), live(1, "z"));
  check_wins(expiring(-1, 1, "a"), live(-2, "b"));
}

TEST_CASE("ties") {
  check_wins(tombstone(1, 1), live(1, "z"));
  check_wins(tombstone(1, 1), expiring(1, 100, "z"));
  check_wins(expiring(1, 1, "a"), live(1, "z"));
  check_wins(tombstone(1, 2), tombstone(1, 1));
  check_wins(expiring(1, 2, "a"), expiring(1, 1, "z"));
  check_wins(expiring(1, 2, "b"), expiring(1, 2, "a"));
  // If two end together, the one with the shorter time to live was written later.
  check_wins({{1, 7, 20}, false, 0, "a"}, {{1, 9, 20}, false, 0, "z"});
  check_wins(live(1, "b"), live(1, "a"));
  check_wins(live(1, "\x80"), live(1, "\x7f"));  // bytes have no sign
  check_wins(live(1, "aa"), live(1, "a"));
  CHECK_FALSE(supersedes(live(1, "a"), live(1, "a")));
}

TEST_CASE("markers follow the same rules") {
  const auto wins = [](const Liveness& winner, const Liveness& loser) {
    return supersedes(winner, loser) && !supersedes(loser, winner);
  };
  CHECK(wins({2, 0, 0}, {1, 10, 100}));
  CHECK(wins({1, 10, 1}, {1, 0, 0}));
  CHECK(wins({1, 10, 2}, {1, 10, 1}));
  CHECK(wins({1, 7, 20}, {1, 9, 20}));
}

TEST_CASE("of cells and elements that end together the shorter time to live wins, in both orders") {
  for (const bool shorter_last : {true, false}) {
    const Store store = Store::open_temporary();
    const TablePointer table =
        TableBuilder(1)
            .partition("k", native_type(TypeKind::int_))
            .regular("v", native_type(TypeKind::text))
            .regular("m", map_of(native_type(TypeKind::int_), native_type(TypeKind::text)))
            .build();
    WriteTransaction transaction = store.write();
    for (const bool shorter : {!shorter_last, shorter_last}) {
      RowWrite row;
      const Liveness liveness{10, shorter ? 7 : 9, 5'000'000'000};
      row.cells = {cell(table, "v", shorter ? "1" : "3", 10),
                   cell(table, "m", shorter ? "1" : "3", 10, int_bytes(1))};
      for (CellWrite& each : row.cells) each.liveness = liveness;
      transaction.apply(mutation(table, int_bytes(1), row));
    }
    PartitionReader reader = transaction.partition(table, {int_bytes(1)}, all_columns(table), 0);
    const StoredRow* row = reader.next();
    REQUIRE(row != nullptr);
    CHECK(row->cells[index_of(table, "v")]->value == "1");
    CHECK(row->elements[index_of(table, "m")].at(0).cell.value == "1");
  }
}

}  // namespace cellar::test
