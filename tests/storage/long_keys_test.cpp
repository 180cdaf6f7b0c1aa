#include <map>
#include <random>
#include <set>

#include "storage/transaction/transaction_state.h"
#include "store_fixture.h"
#include "types/token.h"

namespace cellar::test {

namespace {

struct MapFixture {
  std::shared_ptr<Environment> environment = open_temporary_environment({});
  TransactionState state{environment, std::make_unique<WriterLock>(*environment, WaitForWriter{})};
  std::uint64_t visited = 0;
  OrderedMap& map = state.data;
  std::map<std::string, std::string> model;

  MapFixture() { state.begin(); }

  void put(const std::string& key, const std::string& value) {
    map.put(key, value);
    model[key] = value;
  }
  void erase(const std::string& key) { CHECK(map.erase(key) == (model.erase(key) != 0)); }

  void check_walks() {
    OrderedCursor cursor(map, &visited);
    std::map<std::string, std::string> found;
    for (bool there = cursor.seek("\1"); there; there = cursor.next()) {
      if (!found.empty()) REQUIRE(cursor.key() > found.rbegin()->first);
      found.emplace(cursor.key(), cursor.value());
    }
    REQUIRE(found == model);
    auto expected = model.rbegin();
    for (bool there = cursor.seek_before("\xFE\xFF"); there; there = cursor.previous()) {
      REQUIRE(expected != model.rend());
      REQUIRE(cursor.key() == expected->first);
      REQUIRE(cursor.value() == expected->second);
      ++expected;
    }
    REQUIRE(expected == model.rend());
  }

  void check_seek(const std::string& target) {
    OrderedCursor cursor(map, &visited);
    const auto at = model.lower_bound(target);
    REQUIRE(cursor.seek(target) == (at != model.end()));
    if (at != model.end()) REQUIRE(cursor.key() == at->first);
    OrderedCursor before(map, &visited);
    REQUIRE(before.seek_before(target) == (at != model.begin()));
    if (at != model.begin()) REQUIRE(before.key() == std::prev(at)->first);
  }

  /// Entries in the file, overflow entries too.
  std::size_t physical_size() {
    LmdbCursor cursor(state.lmdb, environment->databases.data, &visited);
    std::size_t count = 0;
    for (bool there = cursor.seek("\1"); there; there = cursor.next()) ++count;
    return count;
  }
};

std::string long_key(std::mt19937& random) {
  static const std::vector<std::size_t> sizes{1,   2,    500,  509,  510,  511,  512,
                                              520, 1010, 1011, 1012, 1013, 1512, 3000};
  std::string key(sizes[random() % sizes.size()], 'k');
  // Differences at few places, so that most keys share what is in front.
  for (int i = static_cast<int>(random() % 3); i > 0; --i) {
    key[key.size() - 1 - random() % std::min<std::size_t>(key.size(), 30)] =
        static_cast<char>("\1\xFE"[random() % 2]);
  }
  if (random() % 4 == 0 && key.size() > 400) key[random() % 400] = 'j';
  return key;
}

}  // namespace

TEST_CASE("long keys: a map does as a map of the standard library") {
  MapFixture fixture;
  std::mt19937 random(1);
  for (int round = 0; round < 60; ++round) {
    for (int i = 0; i < 20; ++i) {
      const std::string key = long_key(random);
      if (random() % 3 == 0) {
        fixture.erase(key);
      } else {
        fixture.put(key, std::to_string(round));
      }
      const auto found = fixture.map.get(key);
      CHECK(found.has_value() == fixture.model.contains(key));
    }
    fixture.check_walks();
    for (int i = 0; i < 20; ++i) fixture.check_seek(long_key(random));
  }
  CHECK(fixture.model.size() > 100);
  while (!fixture.model.empty()) fixture.erase(std::string(fixture.model.begin()->first));
  CHECK(fixture.physical_size() == 0);
}

TEST_CASE("long keys: insert leaves what is there") {
  MapFixture fixture;
  const std::string key(700, 'x');
  CHECK_FALSE(fixture.map.insert(key, "first"));
  CHECK(fixture.map.insert(key, "second") == "first");
  CHECK(fixture.map.get(key) == "first");
}

TEST_CASE("long keys: a cursor erases as it walks") {
  MapFixture fixture;
  for (const std::size_t size : {3U, 509U, 510U, 511U, 600U, 1100U, 65535U}) {
    for (const char last : {'a', 'b'}) fixture.put(std::string(size, 'x') + last, "value");
  }
  OrderedCursor cursor(fixture.map, &fixture.visited);
  bool found = cursor.seek("x");
  int count = 0;
  for (; found; ++count) found = cursor.erase_and_next();
  CHECK(count == 14);
  CHECK(fixture.physical_size() == 0);
}

TEST_CASE("long keys: a cursor refuses an overflow entry without its mark, and does not walk in a circle") {
  MapFixture fixture;
  const std::string key(kShortKeySize + 50, 'k');
  fixture.put(key, "value");
  LmdbTransaction& lmdb = fixture.state.lmdb;
  const MDB_dbi data = fixture.environment->databases.data;
  const std::string overflow = key.substr(0, kShortKeySize) + kOverflowMark;
  const std::string space(*lmdb.get(data, overflow));
  REQUIRE(lmdb.erase(data, overflow));
  lmdb.put(data, key.substr(0, kShortKeySize) + '\x05', space);
  OrderedCursor cursor(fixture.map, &fixture.visited);
  CHECK(refused([&] {
          for (bool found = cursor.seek("k"); found;) found = cursor.erase_and_next();
        }) == "file_damaged");
}

TEST_CASE("long keys: the overflow stands as the format says") {
  MapFixture fixture;
  std::string key(1200, 'k');
  fixture.map.put(key, "value");
  LmdbCursor cursor(fixture.state.lmdb, fixture.environment->databases.data, &fixture.visited);
  REQUIRE(cursor.seek("\1"));
  CHECK(cursor.key() == std::string(510, 'k') + "\1");
  CHECK(cursor.value() == std::string("\0\0\0\0\0\0\0\1", 8));
  REQUIRE(cursor.next());
  CHECK(cursor.key() == std::string("\xFF\0\0\0\0\0\0\0\1", 9) + std::string(501, 'k') + "\1");
  REQUIRE(cursor.next());
  CHECK(cursor.key() == std::string("\xFF\0\0\0\0\0\0\0\2", 9) + std::string(1200 - 1011, 'k'));
  CHECK(cursor.value() == "value");
  CHECK_FALSE(cursor.next());
}

namespace {

TablePointer texts(bool descending) {
  return TableBuilder(descending ? 2 : 1)
      .partition("k", native_type(TypeKind::text))
      .clustering("c", native_type(TypeKind::text), descending)
      .regular("v", native_type(TypeKind::text))
      .regular("s", set_of(native_type(TypeKind::text)))
      .build();
}

std::string word(std::size_t size, int number) { return std::string(size, 'w') + std::to_string(number); }

std::vector<std::string> rows_of(Transaction& transaction, const TablePointer& table, const std::string& key,
                                 bool reversed) {
  PartitionReader reader = transaction.partition(table, {key}, all_columns(table), 0);
  reader.select({Slice{}}, reversed);
  std::vector<std::string> rows;
  while (const StoredRow* row = reader.next()) rows.push_back(row->clustering[0]);
  return rows;
}

}  // namespace

TEST_CASE("long keys: clustering values are in order, forward and backward") {
  const Store store = Store::open_temporary();
  for (const bool descending : {false, true}) {
    const TablePointer table = texts(descending);
    std::set<std::string> words;
    WriteTransaction transaction = store.write();
    for (const std::size_t size : {0U, 1U, 480U, 495U, 500U, 505U, 510U, 1000U, 1500U, 65534U}) {
      for (const int number : {3, 1, 2}) {
        const std::string value = word(size, number).substr(0, 65535);
        words.insert(value);
        RowWrite row;
        row.clustering = {value};
        row.marker = Liveness{1, 0, 0};
        transaction.apply(mutation(table, "key", row));
      }
    }
    std::vector<std::string> expected(words.begin(), words.end());
    if (descending) std::ranges::reverse(expected);
    CHECK(rows_of(transaction, table, "key", false) == expected);
    std::ranges::reverse(expected);
    CHECK(rows_of(transaction, table, "key", true) == expected);
  }
}

TEST_CASE("long keys: partitions with long keys are found, and scanned beside short ones") {
  const Store store = Store::open_temporary();
  const TablePointer table = texts(false);
  std::set<std::string> keys;
  {
    WriteTransaction transaction = store.write();
    for (const std::size_t size : {0U, 500U, 600U, 5000U, 65534U}) {
      for (const int number : {1, 2, 3}) {
        keys.insert(word(size, number).substr(0, 65535));
        for (int row_number = 0; row_number < 3; ++row_number) {
          RowWrite row;
          row.clustering = {word(0, row_number)};
          row.cells.push_back(cell(table, "v", "value", 1));
          transaction.apply(mutation(table, word(size, number).substr(0, 65535), row));
        }
      }
    }
    transaction.commit();
  }
  Transaction transaction = store.read();
  std::set<std::string> scanned;
  std::int64_t token = INT64_MIN;
  PartitionCursor scan = transaction.partitions(table, {}, all_columns(table), 0);
  while (scan.next()) {
    CHECK(scan.partition().token() >= token);
    token = scan.partition().token();
    CHECK(token == token_of(scan.partition().key()));
    scanned.insert(scan.partition().key()[0]);
    if (scanned.size() % 2 == 0) continue;  // a partition may be left at once
    int rows = 0;
    while (scan.partition().next() != nullptr) ++rows;
    CHECK(rows == 3);
  }
  CHECK(scanned == keys);
  for (const std::string& key : keys) CHECK(rows_of(transaction, table, key, true).size() == 3);
}

TEST_CASE("long keys: members of a set") {
  const Store store = Store::open_temporary();
  const TablePointer table = texts(false);
  std::set<std::string> members;
  WriteTransaction transaction = store.write();
  for (const std::size_t size : {0U, 400U, 480U, 490U, 500U, 1000U, 65534U}) {
    for (const int number : {2, 1, 3}) {
      const std::string member = word(size, number).substr(0, 65535);
      members.insert(member);
      RowWrite row;
      row.clustering = {"c"};
      row.cells.push_back(cell(table, "s", "", 1, member));
      transaction.apply(mutation(table, "key", row));
    }
  }
  const auto read = [&] {
    PartitionReader reader = transaction.partition(table, {"key"}, all_columns(table), 0);
    const StoredRow* row = reader.next();
    REQUIRE(row != nullptr);
    std::vector<std::string> found;
    for (const StoredElement& element : row->elements[index_of(table, "s")]) found.push_back(element.path);
    return found;
  };
  CHECK(read() == std::vector<std::string>(members.begin(), members.end()));
  RowWrite row;
  row.clustering = {"c"};
  const std::string gone = *std::next(members.begin(), 5);
  row.cells.push_back(cell(table, "s", std::nullopt, 2, gone));
  transaction.apply(mutation(table, "key", row));
  members.erase(gone);
  CHECK(read() == std::vector<std::string>(members.begin(), members.end()));
}

TEST_CASE("long keys: a key over 65,535 bytes is refused and leaves no trace") {
  const Store store = Store::open_temporary();
  const TablePointer table = texts(false);
  const std::string too_long(65536, 'x');
  WriteTransaction transaction = store.write();
  const auto apply = [&](const std::string& key, RowWrite row) {
    return refused([&] { transaction.apply(mutation(table, key, std::move(row))); });
  };
  RowWrite row;
  row.clustering = {"c"};
  row.marker = Liveness{1, 0, 0};
  CHECK(apply(too_long, row) == "key_too_long");
  RowWrite long_row = row;
  long_row.clustering = {too_long};
  CHECK(apply("key", long_row) == "key_too_long");
  RowWrite long_member = row;
  long_member.cells.push_back(cell(table, "s", "", 1, too_long));
  CHECK(apply("key", long_member) == "key_too_long");
  const std::vector<Mutation> batch{mutation(table, "key", row), mutation(table, "key", long_row)};
  CHECK(refused([&] { transaction.apply(batch); }) == "key_too_long");
  CHECK(rows_of(transaction, table, "key", false).empty());
  CHECK(apply("key", row).empty());
}

}  // namespace cellar::test
