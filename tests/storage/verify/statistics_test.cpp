// Statistics of a table that do not agree with its entries: verify finds those that would mislead, and no others.
#include "damaged.h"
#include "purge/purging.h"

namespace cellar::test {

namespace {

/// The places of the numbers in the statistics (storage/format/format.h).
enum Place : std::size_t { largest_timestamp, range_tombstones, covering_tombstones, grace };

std::string statistics_key() { return "t" + int_bytes(1); }

std::uint64_t number_in(RawFile&& file, Place place) {
  const std::string value = file.get("meta", statistics_key());
  std::uint64_t number = 0;
  for (std::size_t i = place * sizeof number; i < (place + 1) * sizeof number; ++i)
    number = number << 8 | static_cast<unsigned char>(value[i]);
  return number;
}

void add(const std::filesystem::path& path, Place place, int difference) {
  std::uint64_t number = number_in(RawFile(path), place) + static_cast<std::uint64_t>(difference);
  RawFile file(path);
  std::string value = file.get("meta", statistics_key());
  for (std::size_t i = (place + 1) * sizeof number; i-- > place * sizeof number; number >>= 8)
    value[i] = static_cast<char>(number);
  file.put("meta", statistics_key(), value);
}

struct Statistics : Purging {
  Statistics() {
    WriteTransaction transaction = store->write();
    put_records(transaction, *table);
    transaction.commit();
  }

  /// Returns the reasons of the closed file, after an addition to one of the statistics.
  std::string reasons(Place place, int difference) {
    store.reset();
    add(path, place, difference);
    std::string reasons;
    for (const Damage& damage : verify(path).damages) reasons += damage.place + ": " + damage.reason + "\n";
    add(path, place, -difference);
    return reasons;
  }
  void open() { store = Store::open(path, clock.options()); }

  Mutation deletion(int from, int to, Timestamp timestamp) const {
    return mutation(table, int_bytes(1),
                    RangeDeletion{{{{int_bytes(from)}}, {{int_bytes(to)}, true}}, timestamp});
  }
};

std::string counted(std::uint64_t stored, const std::string& ranges, std::uint64_t found) {
  return "the statistics of test.t1: they count " + std::to_string(stored) + " " + ranges + ", and it has " +
         std::to_string(found) + ": reads may show deleted rows\n";
}
constexpr const char* kLargest =
    "the statistics of test.t1: a row is younger than they say, so the deletion of a range may hide it\n";
constexpr const char* kOtherGrace =
    "the statistics of test.t1: they have another gc_grace_seconds than the table\n";

}  // namespace

TEST_CASE("verify finds statistics that are changed by one") {
  Statistics file;
  for (int i = 0; i < 10; ++i) file.apply({file.on(file.row(i, 10))});
  file.apply({file.deletion(2, 4, 20), file.deletion(30, 40, 20)});  // the second holds no rows
  file.apply({file.on(file.row(7, 30))});
  CHECK(file.reasons(range_tombstones, 0).empty());
  for (const int difference : {1, -1}) {
    const auto other = static_cast<std::uint64_t>(difference);
    CHECK(file.reasons(range_tombstones, difference) == counted(2 + other, "deleted ranges", 2));
    CHECK(file.reasons(covering_tombstones, difference) == counted(1 + other, "deleted ranges with rows", 1));
    CHECK(file.reasons(grace, difference) == kOtherGrace);
  }
  CHECK(file.reasons(largest_timestamp, -1) == kLargest);
  CHECK(file.reasons(largest_timestamp, 1).empty());
}

TEST_CASE("verify knows which timestamps of a row the statistics count") {
  const auto largest = [](const std::function<void(RowWrite&, const TablePointer&)>& change) {
    Statistics file;
    RowWrite row = file.row(1, 10);
    change(row, file.table);
    file.apply({file.on(row), file.on(file.row(2, 10))});
    CHECK(file.reasons(largest_timestamp, 0).empty());
    CHECK(file.reasons(largest_timestamp, -1) == kLargest);
    return number_in(RawFile(file.path), largest_timestamp);
  };
  CHECK(largest([](RowWrite& row, const TablePointer&) { row.marker->timestamp = 50; }) == 50);
  CHECK(largest([](RowWrite& row, const TablePointer&) { row.cells[0].liveness.timestamp = 50; }) == 50);
  CHECK(largest([](RowWrite& row, const TablePointer&) { row.deletion = 50; }) == 50);
  CHECK(largest([](RowWrite& row, const TablePointer& table) {
          row.column_deletions.push_back({id_of(table, "m"), 50});
        }) == 50);
  CHECK(largest([](RowWrite& row, const TablePointer& table) {
          row.cells.push_back(cell(table, "m", Value("element"), 50, int_bytes(1)));
        }) == 50);
  CHECK(largest([](RowWrite& row, const TablePointer& table) {
          row = RowWrite{};
          row.is_static = true;
          row.cells.push_back(cell(table, "s", Value("static"), 50));
        }) == 10);
}

TEST_CASE("verify finds statistics sound whose rows were overwritten, deleted and purged") {
  Statistics file;
  for (int i = 0; i < 10; ++i) file.apply({file.on(file.row(i, 10 + i, 5))});
  file.apply({file.deletion(0, 5, 30)});
  CHECK(file.reasons(range_tombstones, 0).empty());
  file.open();
  file.apply({mutation(file.table, int_bytes(1), PartitionDeletion{40})});
  CHECK(file.reasons(range_tombstones, 0).empty());
  file.open();
  file.apply({file.on(file.row(3, 50)), file.on(file.row(20, 35))});
  CHECK(file.reasons(range_tombstones, 0).empty());
  file.open();
  file.clock.seconds += kGrace + 10;
  file.commit_until_quiet();
  CHECK(file.rows() == std::vector<int>{3});
  CHECK(file.reasons(range_tombstones, 0).empty());
  CHECK(file.reasons(range_tombstones, 1) == counted(1, "deleted ranges", 0));
  CHECK(file.reasons(covering_tombstones, 1) == counted(1, "deleted ranges with rows", 0));
}

TEST_CASE("verify finds statistics that are gone") {
  Statistics file;
  file.apply({file.on(file.row(1, 10)), file.deletion(0, 5, 20)});
  file.store.reset();
  {
    RawFile raw(file.path);
    raw.erase("meta", statistics_key());
    for (const auto& [key, value] : raw.contents("purge")) raw.erase("purge", key);
  }
  const Verified verified = verify(file.path);
  REQUIRE(verified.damages.size() == 1);
  CHECK(verified.damages[0].place + ": " + verified.damages[0].reason + "\n" ==
        counted(0, "deleted ranges", 1));
}

}  // namespace cellar::test
