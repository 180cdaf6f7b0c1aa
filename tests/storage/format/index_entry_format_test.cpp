// An index entry has the bytes that the format's header shows (storage/format/format.h).

#include "raw.h"
#include "store_fixture.h"

namespace cellar::test {

TEST_CASE("the example of an index entry in the format's header is what is written") {
  constexpr Seconds kSecond = 1'700'000'000;
  const Folder folder;
  HandClock clock;
  clock.seconds = kSecond;
  const Type int_type = native_type(TypeKind::int_);
  Table table = *TableBuilder(3)
                     .partition("k", int_type)
                     .clustering("c", native_type(TypeKind::text))
                     .regular("v", int_type)
                     .build();
  const ColumnId v = table.columns[*table.find("v")].id;
  put_index(table, {9, "t_v_idx", v, IndexTarget::value, IndexKind::legacy, {}, true});
  const auto indexed = std::make_shared<const Table>(table);
  {
    const Store store = Store::open(folder / "db", clock.options());
    WriteTransaction transaction = store.write();
    RowWrite row;
    row.clustering = {"ab"};
    const Liveness liveness{1, 60, kSecond + 60};
    row.marker = liveness;
    row.cells.push_back({v, "", int_bytes(5), liveness});
    transaction.apply(mutation(indexed, int_bytes(7), row));
    transaction.commit();
  }
  RawFile file(folder / "db");
  const auto entries = file.contents("data");
  REQUIRE(entries.size() == 2);  // the row comes first, since its table's id is smaller
  const auto& [key, value] = entries[1];
  const std::string token = entries[0].first.substr(1, 8);
  CHECK(key == std::string("\x09\x03\x80\0\0\x05", 6) + token + std::string("\0\0\0\x07\x30\x03", 6) + "ab" +
                   std::string("\0\x01", 2));
  CHECK(value == "\xBC\xE2\xCF\xAA\x06");
}

}  // namespace cellar::test
