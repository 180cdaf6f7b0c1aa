#include <sys/resource.h>

#include <atomic>
#include <fstream>
#include <random>
#include <thread>

#include "child.h"
#include "filled.h"

namespace cellar::test {

namespace {

TablePointer simple() {
  return TableBuilder(1)
      .partition("k", native_type(TypeKind::int_))
      .clustering("c", native_type(TypeKind::int_))
      .regular("v", native_type(TypeKind::int_))
      .build();
}

void apply_row(WriteTransaction& transaction, int key, int clustering, int value, Timestamp timestamp) {
  const TablePointer table = simple();
  RowWrite row;
  row.clustering = {int_bytes(clustering)};
  row.cells.push_back(cell(table, "v", int_bytes(value), timestamp));
  transaction.apply(mutation(table, int_bytes(key), row));
}

void put(const Store& store, int clustering, int value, Timestamp timestamp = 10) {
  WriteTransaction transaction = store.write();
  apply_row(transaction, 1, clustering, value, timestamp);
  transaction.commit();
}

std::vector<int> rows_of(const Store& store) {
  Transaction transaction = store.read();
  PartitionReader reader = transaction.partition(simple(), {int_bytes(1)}, {}, 0);
  return clustering_of(reader);
}

}  // namespace

TEST_CASE("a second writer waits, says so after two seconds, and goes on") {
  const Folder folder;
  const auto path = folder / "data.cellar";
  Child child([&](Pipes& pipes) {
    const Store store = Store::open(path);
    WriteTransaction transaction = store.write();
    pipes.say(1);
    if (pipes.hear() != 2) return 1;  // the parent waits
    apply_row(transaction, 1, 1, 1, 10);
    transaction.commit();
    return 0;
  });
  REQUIRE(child.pipes.hear() == 1);
  const Store store = Store::open(path);
  CHECK(rows_of(store).empty());  // a reader never waits
  int announced = 0;
  WaitForWriter wait;
  wait.waiting = [&] {
    ++announced;
    child.pipes.say(2);
  };
  WriteTransaction transaction = store.write(wait);
  CHECK(announced == 1);
  apply_row(transaction, 1, 2, 2, 10);
  transaction.commit();
  CHECK(child.wait() == 0);
  CHECK(rows_of(store) == std::vector{1, 2});
}

TEST_CASE("the wait of a writer can be ended") {
  const Folder folder;
  const auto path = folder / "data.cellar";
  Child child([&](Pipes& pipes) {
    const Store store = Store::open(path);
    const WriteTransaction transaction = store.write();
    pipes.say(1);
    pipes.hear();
    return 0;
  });
  REQUIRE(child.pipes.hear() == 1);
  const Store store = Store::open(path);
  WaitForWriter wait;
  wait.interrupted = [] { return true; };
  CHECK(refused([&] { store.write(wait); }) == "wait_interrupted");
  child.kill();  // its lock goes with it
  put(store, 1, 1);
  CHECK(rows_of(store) == std::vector{1});
}

TEST_CASE("writers of one process wait for each other, too") {
  const Store store = Store::open_temporary();
  WaitForWriter wait;
  {
    const WriteTransaction transaction = store.write();
    std::thread other([&] {
      wait.interrupted = [] { return true; };
      CHECK(refused([&] { store.write(wait); }) == "wait_interrupted");
    });
    other.join();
  }
  std::vector<std::thread> writers;
  for (int thread = 0; thread < 4; ++thread) {
    writers.emplace_back([&, thread] {
      for (int i = 0; i < 50; ++i) put(store, thread * 50 + i, 0);
    });
  }
  for (std::thread& writer : writers) writer.join();
  CHECK(rows_of(store).size() == 200);
}

TEST_CASE("two processes write by turns, and their clocks never tie") {
  const Folder folder;
  const auto path = folder / "data.cellar";
  const auto write_many = [&](int first) {
    StoreOptions options;
    options.clock = [] { return Timestamp{1000}; };
    const Store store = Store::open(path, options);
    for (int i = 0; i < 100; ++i) {
      WriteTransaction transaction = store.write();
      // The time is the clustering value: a tie would be one row less.
      apply_row(transaction, 1, static_cast<int>(transaction.next_timestamp()), first, 10);
      transaction.commit();
    }
    return 0;
  };
  Child one([&](Pipes&) { return write_many(1); });
  Child two([&](Pipes&) { return write_many(2); });
  CHECK(one.wait() == 0);
  CHECK(two.wait() == 0);
  CHECK(rows_of(Store::open(path)).size() == 200);
}

TEST_CASE("processes that make one file at the same time all open it") {
  for (int round = 0; round < 20; ++round) {
    const Folder folder;
    const auto path = folder / "data.cellar";
    const auto write_one = [&](int row) {
      put(Store::open(path), row, row);
      return 0;
    };
    Child one([&](Pipes&) { return write_one(1); });
    Child two([&](Pipes&) { return write_one(2); });
    Child three([&](Pipes&) { return write_one(3); });
    CHECK(one.wait() == 0);
    CHECK(two.wait() == 0);
    CHECK(three.wait() == 0);
    CHECK(rows_of(Store::open(path)) == std::vector{1, 2, 3});
  }
}

TEST_CASE("a change of the schema by another process is seen") {
  const Folder folder;
  const auto path = folder / "data.cellar";
  Child child([&](Pipes& pipes) {
    pipes.hear();
    const Store store = Store::open(path);
    WriteTransaction transaction = store.write();
    transaction.put_schema_record("name", "record");
    transaction.commit();
    return 0;
  });
  const Store store = Store::open(path);
  Transaction before = store.read();
  child.pipes.say(1);
  CHECK(child.wait() == 0);
  CHECK(before.schema_version() == 0);
  CHECK(store.read().schema_version() == 1);
}

TEST_CASE("threads read while one writes") {
  const Store store = Store::open_temporary();
  const int rounds = 300;
  std::atomic<bool> done{false};
  std::atomic<int> torn{0};
  std::vector<std::thread> readers;
  for (int i = 0; i < 4; ++i) {
    readers.emplace_back([&] {
      while (!done) {
        // All rows of a snapshot have the value of one round.
        Transaction transaction = store.read();
        const TablePointer table = simple();
        PartitionReader reader = transaction.partition(table, {int_bytes(1)}, all_columns(table), 0);
        std::optional<std::string> value;
        while (const StoredRow* row = reader.next()) {
          const std::string found(row->cells[index_of(table, "v")]->value);
          if (value && found != *value) ++torn;
          value = found;
        }
      }
    });
  }
  for (int round = 1; round <= rounds; ++round) {
    WriteTransaction transaction = store.write();
    for (int row = 0; row < 20; ++row) apply_row(transaction, 1, row, round, round);
    transaction.commit();
  }
  done = true;
  for (std::thread& reader : readers) reader.join();
  CHECK(torn == 0);
}

TEST_CASE("what was committed before a crash is there after it, without a hole") {
  const Folder folder;
  const auto path = folder / "data.cellar";
  std::mt19937 random(7);
  int next = 0;
  for (int crash = 0; crash < 25; ++crash) {
    Child child([&](Pipes& pipes) {
      const Store store = Store::open(path);
      for (int i = next;; ++i) {
        WriteTransaction transaction = store.write();
        // A group of two rows, one in each partition, with values that spill pages now and then.
        apply_row(transaction, 1, i, i, 10);
        apply_row(transaction, 2, i, i, 10);
        transaction.commit();
        pipes.say(i);
      }
      return 0;
    });
    const int wanted = next + static_cast<int>(random() % 30);
    int reported = next - 1;
    while (reported < wanted) reported = child.pipes.hear();
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 3000));
    child.kill();
    for (int more = child.pipes.hear(); more >= 0; more = child.pipes.hear()) reported = more;
    const Store store = Store::open(path);
    const std::vector<int> rows = rows_of(store);
    REQUIRE(static_cast<int>(rows.size()) >= reported + 1);
    REQUIRE(static_cast<int>(rows.size()) <= reported + 2);  // the one under way may have made it
    for (std::size_t i = 0; i < rows.size(); ++i) REQUIRE(rows[i] == static_cast<int>(i));
    Transaction transaction = store.read();
    PartitionReader reader = transaction.partition(simple(), {int_bytes(2)}, {}, 0);
    REQUIRE(clustering_of(reader) == rows);
    next = static_cast<int>(rows.size());
  }
}

TEST_CASE("dead readers of a killed process are cleared at open") {
  const Folder folder;
  const auto path = folder / "data.cellar";
  put(Store::open(path), 1, 1);
  for (int round = 0; round < 3; ++round) {
    Child child([&](Pipes& pipes) {
      const Store store = Store::open(path);
      std::vector<Transaction> readers;
      for (int i = 0; i < 900; ++i) {
        readers.push_back(store.read());
        readers.back().schema_version();
      }
      pipes.say(1);
      pipes.hear();
      return 0;
    });
    REQUIRE(child.pipes.hear() == 1);
    child.kill();
  }
  // 2,700 slots would be more than there are.
  const Store store = Store::open(path);
  std::vector<Transaction> readers;
  for (int i = 0; i < 900; ++i) readers.push_back(store.read());
  CHECK(rows_of(store) == std::vector{1});
}

TEST_CASE("readers of a killed process are cleared when the file grows") {
  const Folder folder;
  const auto path = folder / "data.cellar";
  Child child([&](Pipes& pipes) {
    pipes.hear();
    const Store store = Store::open(path);
    Transaction reader = store.read();
    reader.schema_version();
    pipes.say(1);
    pipes.hear();
    return 0;
  });
  const Store store = Store::open(path);
  fill(store, 0, 2000, 1000);
  child.pipes.say(1);
  REQUIRE(child.pipes.hear() == 1);
  child.kill();
  const auto before = std::filesystem::file_size(path);
  for (int round = 0; round < 30; ++round) fill(store, 0, 2000, 1000, static_cast<char>('a' + round % 26));
  CHECK(std::filesystem::file_size(path) < 4 * before);
}

TEST_CASE("a process goes on when another one has made the file larger than its map") {
  [[maybe_unused]] constexpr std::size_t kLarge = 10'000;  // takes three pages
  const Folder folder;
  const auto path = folder / "data.cellar";
  Child child([&](Pipes& pipes) {
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    const std::size_t limit = pages * 4096 + (std::size_t{120} << 20);
    const rlimit bound{limit, limit};
    if (setrlimit(RLIMIT_AS, &bound) != 0) return 1;
    const Store store = Store::open(path);  // maps half of it
    pipes.say(1);
    pipes.hear();
    if (rows_in(store) != 6000) return 2;
    pipes.say(2);
    pipes.hear();
    fill(store, 8000, 8010);  // the first transaction since the file grew is one that writes
    if (rows_in(store) != 7010) return 3;
    pipes.say(3);
    pipes.hear();
    if (refused([&] { store.read(); }) != "address_space_full") return 4;
    return 0;
  });
#if !defined(__SANITIZE_ADDRESS__)  // whose shadow memory is above any such limit
  REQUIRE(child.pipes.hear() == 1);
  const Store store = Store::open(path);
  fill(store, 0, 6000, kLarge);
  child.pipes.say(1);
  REQUIRE(child.pipes.hear() == 2);
  fill(store, 6000, 7000, kLarge);
  child.pipes.say(1);
  REQUIRE(child.pipes.hear() == 3);
  CHECK(rows_in(store) == 7010);
  fill(store, 10'000, 14'000, kLarge);
  child.pipes.say(1);
  CHECK(child.wait() == 0);
  CHECK(rows_in(store) == 11'010);
#endif
}

TEST_CASE("threads read while another process makes the file larger than their map again and again") {
  const Folder folder;
  const auto path = folder / "data.cellar";
  Child child([&](Pipes& pipes) {
    pipes.hear();
    const Store store = Store::open(path);
    for (int i = 0; i < 200; ++i) fill(store, i * 50, i * 50 + 50, 2000);
    return 0;
  });
  const Store store = Store::open(path, with_map_of(1 << 17));
  child.pipes.say(1);
  std::atomic<int> wrong{0};
  std::vector<std::thread> readers;
  for (int i = 0; i < 4; ++i) {
    readers.emplace_back([&] {
      for (std::size_t rows = 0; rows < 10'000;) {
        const std::size_t now = rows_in(store);
        if (now % 50 != 0 || now < rows) ++wrong;
        rows = now;
      }
    });
  }
  for (std::thread& reader : readers) reader.join();
  CHECK(wrong == 0);
  CHECK(child.wait() == 0);
}

TEST_CASE("a map that is outgrown under an open read is refused until that read ends") {
  const Folder folder;
  const auto path = folder / "data.cellar";
  Child child([&](Pipes& pipes) {
    pipes.hear();
    fill(Store::open(path), 0, 5000, 1000);
    pipes.say(1);
    return 0;
  });
  const Store store = Store::open(path, with_map_of(1 << 20));
  {
    Transaction reader = store.read();
    CHECK(reader.schema_version() == 0);
    child.pipes.say(1);
    REQUIRE(child.pipes.hear() == 1);
    CHECK(refused([&] { store.read(); }) == "map_outgrown");
    bool has_records = false;
    reader.schema_records("", [&](std::string_view, std::string_view) { has_records = true; });
    CHECK_FALSE(has_records);
  }
  CHECK(rows_in(store) == 5000);
  CHECK(child.wait() == 0);
}

}  // namespace cellar::test
