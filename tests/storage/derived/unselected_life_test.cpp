// Elements that a view does not select keep its row alive, and cost a write no walk over them all.
#include "store_fixture.h"

namespace cellar::test {

namespace {

/// k int, c int, m map<int, int>, with a view by c that lacks m.
TablePointer table_with_view() {
  const Type int_type = native_type(TypeKind::int_);
  Table base = *TableBuilder(1)
                    .partition("k", int_type)
                    .clustering("c", int_type)
                    .regular("m", map_of(int_type, int_type))
                    .grace(10)
                    .build();
  Table rows = *TableBuilder(2).partition("c", int_type).clustering("k", int_type).grace(10).build();
  rows.columns[0].id = base.columns[1].id;
  rows.columns[1].id = base.columns[0].id;
  rows.view_of = ViewSource{base.name, 0};
  put_view(base, {std::make_shared<const Table>(rows), "", {}, false, true});
  return std::make_shared<const Table>(base);
}

class Elements {
 public:
  /// Returns the number of entries that the write of the elements [from, to) visits.
  std::uint64_t write(int from, int to, const Value& value, std::int32_t time_to_live = 0) {
    WriteTransaction transaction = store_.write();
    const std::uint64_t before = transaction.counters().entries;
    for (int i = from; i < to; ++i) {
      RowWrite row;
      row.clustering = {int_bytes(2)};
      row.cells.push_back(cell(table_, "m", value, ++timestamp_, int_bytes(i)));
      if (time_to_live != 0) {
        row.cells[0].liveness.time_to_live = time_to_live;
        row.cells[0].liveness.expires_at = clock_.seconds + time_to_live;
      }
      transaction.apply(mutation(table_, int_bytes(1), row));
    }
    const std::uint64_t after = transaction.counters().entries;
    transaction.commit();
    return after - before;
  }

  bool is_shown() {
    Transaction transaction = store_.read();
    PartitionReader reader =
        transaction.partition(table_->views[0].table, {int_bytes(2)}, WantedColumns(), clock_.seconds);
    return reader.next() != nullptr;
  }

  HandClock clock_;

 private:
  TablePointer table_ = table_with_view();
  Store store_ = Store::open_temporary(clock_.options());
  Timestamp timestamp_ = 0;
};

}  // namespace

TEST_CASE("elements that a view does not select are written in linear time") {
  Elements elements;
  const std::int32_t time_to_live = GENERATE(0, 50);
  const Value value = int_bytes(7);
  elements.write(0, 1, value, time_to_live);
  const std::uint64_t first = elements.write(1, 500, value, time_to_live);
  elements.write(500, 4500, value, time_to_live);
  const std::uint64_t last = elements.write(4501, 5000, value, time_to_live);
  CHECK(last <= 2 * first);
  CHECK(elements.is_shown());
  elements.clock_.seconds += 50;
  CHECK(elements.is_shown() == (time_to_live == 0));
}

TEST_CASE("elements that a view does not select are deleted in linear time, in either order") {
  Elements elements;
  elements.write(0, 5000, int_bytes(7));
  const std::uint64_t first = elements.write(0, 500, std::nullopt);
  elements.write(500, 4000, std::nullopt);
  CHECK(elements.write(4000, 4500, std::nullopt) <= 2 * first);
  for (int i = 4999; i > 4500; --i) {
    if (elements.write(i, i + 1, std::nullopt) > 20) FAIL("element " << i << " visits the others");
  }
  CHECK(elements.is_shown());
  elements.write(4500, 4501, std::nullopt);
  CHECK_FALSE(elements.is_shown());
}

TEST_CASE("a row of a view lives as long as the longest element that the view does not select") {
  Elements elements;
  elements.write(1, 2, int_bytes(7), 10);
  elements.write(2, 3, int_bytes(7), 30);
  elements.write(3, 4, int_bytes(7), 20);
  elements.write(2, 3, std::nullopt);
  elements.clock_.seconds += 19;
  CHECK(elements.is_shown());
  elements.clock_.seconds += 1;
  CHECK_FALSE(elements.is_shown());
}

}  // namespace cellar::test
