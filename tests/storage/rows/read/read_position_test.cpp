#include "store_fixture.h"
#include "types/token.h"

namespace cellar::test {

TEST_CASE("a read position survives being written down") {
  for (const ReadPosition& position :
       {ReadPosition{{"key"}, {}}, ReadPosition{{"a", ""}, {"", std::string("\0\xFF", 2)}},
        ReadPosition{{std::string(65535, 'k')}, {std::string(65535, 'c'), "d"}}}) {
    const ReadPosition back = decode_read_position(encode(position));
    CHECK(back.partition_key == position.partition_key);
    CHECK(back.clustering == position.clustering);
  }
}

TEST_CASE("other bytes are refused") {
  const std::string good = encode(ReadPosition{{"key"}, {"clustering"}});
  for (std::size_t size = 0; size < good.size(); ++size) {
    CHECK(refused([&] { decode_read_position(good.substr(0, size)); }) == "read_position_unknown");
  }
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 1);
    CHECK(refused([&] { decode_read_position(bad); }) == "read_position_unknown");
  }
  CHECK(refused([&] { decode_read_position(good + "x"); }) == "read_position_unknown");
}

TEST_CASE("a read goes on from a position in another transaction") {
  const Store store = Store::open_temporary();
  const TablePointer table = TableBuilder(1)
                                 .partition("k", native_type(TypeKind::int_))
                                 .clustering("c", native_type(TypeKind::int_))
                                 .build();
  {
    WriteTransaction transaction = store.write();
    for (int i = 0; i < 100; ++i) {
      RowWrite row;
      row.clustering = {int_bytes(i % 10)};
      row.marker = Liveness{1, 0, 0};
      transaction.apply(mutation(table, int_bytes(i / 10), row));
    }
    transaction.commit();
  }
  using Place = std::pair<std::string, std::string>;
  std::vector<Place> whole;
  {
    Transaction transaction = store.read();
    PartitionCursor scan = transaction.partitions(table, {}, {}, 0);
    while (scan.next()) {
      while (const StoredRow* row = scan.partition().next()) {
        whole.emplace_back(scan.partition().key()[0], row->clustering[0]);
      }
    }
  }
  REQUIRE(whole.size() == 100);
  std::vector<Place> pages;
  std::string token;
  for (bool more = true; more;) {  // pages of seven rows
    Transaction transaction = store.read();
    const ReadPosition from = token.empty() ? ReadPosition{} : decode_read_position(token);
    PartitionCursor scan =
        transaction.partitions(table, {}, {}, 0, token.empty() ? nullptr : &from.partition_key);
    std::size_t left = 7;
    bool first = !token.empty();
    while (left > 0 && (more = scan.next())) {
      if (first) scan.partition().select({{{from.clustering, true}, {{}, true}}}, false);
      first = false;
      while (left > 0) {
        const StoredRow* row = scan.partition().next();
        if (row == nullptr) break;
        --left;
        pages.emplace_back(scan.partition().key()[0], row->clustering[0]);
        token = encode({scan.partition().key(), row->clustering});
      }
    }
  }
  CHECK(pages == whole);
}

TEST_CASE("a read goes on behind a partition that is gone") {
  const Store store = Store::open_temporary();
  const TablePointer table = TableBuilder(1).partition("k", native_type(TypeKind::int_)).build();
  WriteTransaction transaction = store.write();
  std::vector<int> keys;
  for (int i = 0; i < 10; ++i) {
    RowWrite row;
    row.marker = Liveness{1, 0, 0};
    if (i != 5) transaction.apply(mutation(table, int_bytes(i), row));
  }
  const std::vector<std::string> gone{int_bytes(5)};
  PartitionCursor scan = transaction.partitions(table, {}, {}, 0, &gone);
  while (scan.next()) CHECK(scan.partition().token() > token_of(gone));
}

}  // namespace cellar::test
