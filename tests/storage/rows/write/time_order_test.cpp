// How full the pages of rows are that arrive in the order of their clustering columns.

#include "raw.h"
#include "storage/format/format.h"
#include "store_fixture.h"

namespace cellar::test {

namespace {

constexpr int kPartitions = 30;
constexpr int kTransactions = 80;
constexpr int kRowsEach = 8;  // of a transaction, in each partition

RowWrite row_of(const TablePointer& table, int clustering, Liveness liveness) {
  RowWrite row;
  row.clustering = {int_bytes(clustering)};
  row.marker = liveness;
  row.cells.push_back(cell(table, "v", std::string(40, 'v'), liveness.timestamp));
  row.cells.back().liveness = liveness;
  return row;
}

/// Writes rows in the order of time, each partition's in turns, and returns how many pages they take.
std::size_t pages_in_time_order(const std::filesystem::path& path, std::int32_t time_to_live) {
  HandClock clock;
  StoreOptions options = clock.options();
  options.sync = false;
  {
    Store store = Store::open(path, options);
    const TablePointer table = simple_table();
    for (int turn = 0; turn < kTransactions; ++turn) {
      WriteTransaction transaction = store.write();
      for (int i = 0; i < kRowsEach * kPartitions; ++i) {
        const int clustering = turn * kRowsEach + i / kPartitions;
        const Seconds expires = time_to_live == 0 ? 0 : clock.seconds + time_to_live;
        transaction.apply(mutation(table, int_bytes(i % kPartitions),
                                   row_of(table, clustering, {10 + turn, time_to_live, expires})));
      }
      transaction.commit();
    }
    Transaction reader = store.read();
    for (int k = 0; k < kPartitions; ++k) {
      PartitionReader rows = reader.partition(table, {int_bytes(k)}, all_columns(table), clock.seconds);
      const std::vector<int> found = clustering_of(rows);
      REQUIRE(found.size() == static_cast<std::size_t>(kTransactions) * kRowsEach);
      REQUIRE(std::is_sorted(found.begin(), found.end()));
    }
  }
  return RawFile(path).leaf_pages(kDataDatabase);
}

}  // namespace

TEST_CASE("rows that arrive in time order in many partitions fill their pages") {
  Folder folder;
  constexpr std::size_t kFull = std::size_t{kPartitions} * kTransactions * kRowsEach * 83 / 4080;
  CHECK(pages_in_time_order(folder / "rows", 0) < kFull * 5 / 4);
}

TEST_CASE("rows that arrive in time order and expire fill their pages") {
  Folder folder;
  constexpr std::size_t kFull = std::size_t{kPartitions} * kTransactions * kRowsEach * 90 / 4080;
  CHECK(pages_in_time_order(folder / "rows", 1'000) < kFull * 5 / 4);
}

}  // namespace cellar::test
