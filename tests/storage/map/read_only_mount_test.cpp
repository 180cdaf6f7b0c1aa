// One process reads a file through a read-only mount, where it cannot keep a lock file, while another writes.

#include "read_only_mount.h"
#include <atomic>
#include <thread>

#include "child.h"
#include "filled.h"
#include "storage/verify/verify.h"

namespace cellar::test {

namespace {

/// A database in one folder, and a place to mount that folder at.
struct Mounted {
  Folder folder;
  std::filesystem::path original = folder / "original";
  std::filesystem::path read_only = folder / "read_only";

  Mounted() {
    std::filesystem::create_directory(original);
    std::filesystem::create_directory(read_only);
  }
  Store open() const {
    StoreOptions options;
    options.read_only = true;
    return Store::open(read_only / "data.cellar", options);
  }
};

/// Every row has the same letter in one snapshot.
bool is_one_version(Transaction& transaction, std::size_t rows) {
  const TablePointer table = simple_table();
  PartitionReader reader = transaction.partition(table, {int_bytes(1)}, all_columns(table), 0);
  std::set<std::string> values;
  std::size_t count = 0;
  while (const StoredRow* row = reader.next()) {
    values.insert(std::string(row->cells[index_of(table, "v")]->value));
    ++count;
  }
  return count == rows && values.size() == 1;
}

}  // namespace

TEST_CASE("a read on a read-only mount keeps writers of the other mount waiting, and sees one version") {
  const Mounted mounted;
  const auto path = mounted.original / "data.cellar";
  fill(Store::open(path), 0, 5000);
  Child child([&](Pipes& pipes) {
    if (!mount_read_only(mounted.original, mounted.read_only)) return kNotPermitted;
    const Store store = mounted.open();
    if (!store.reads_keep_writers_waiting()) return 1;
    {
      Transaction transaction = store.read();
      transaction.schema_version();
      pipes.say(1);
      pipes.hear();
      if (!is_one_version(transaction, 5000)) return 2;
    }
    for (int round = 0; round < 100; ++round) {
      Transaction transaction = store.read();
      if (!is_one_version(transaction, 5000)) return 3;
    }
    pipes.say(2);
    pipes.hear();
    if (refused([&] { store.read(); }) != "reader_without_lock_file") return 4;
    return 0;
  });
  if (child.pipes.hear() != 1) {
    CHECK(child.wait() == kNotPermitted);
    report_not_permitted("no right to mount a file system");
    return;
  }
  const Store store = Store::open(path);
  WaitForWriter wait;
  wait.interrupted = [] { return true; };
  CHECK(refused([&] { store.write(wait); }) == "wait_interrupted");
  CHECK(refused([&] { compact(store); }) == "file_in_use");
  child.pipes.say(1);
  for (int round = 0; round < 40; ++round) {
    fill(store, 0, 5000, 100, static_cast<char>('a' + round % 26));
    usleep(2'000);  // the reader only tries for the lock, and has to meet it free
  }
  const int heard = child.pipes.hear();
  if (heard != 2) FAIL("the reader ended with " << child.wait());
  const WriteTransaction transaction = store.write();
  child.pipes.say(1);
  CHECK(child.wait() == 0);
}

TEST_CASE("many reads on a read-only mount let a writer of the other mount in") {
  const Mounted mounted;
  const auto path = mounted.original / "data.cellar";
  fill(Store::open(path), 0, 1000);
  Child child([&](Pipes& pipes) {
    if (!mount_read_only(mounted.original, mounted.read_only)) return kNotPermitted;
    const Store store = mounted.open();
    std::atomic<bool> done{false};
    std::atomic<int> wrong{0};
    std::vector<std::thread> readers;
    for (int i = 0; i < 4; ++i) {
      readers.emplace_back([&] {
        while (!done) {
          Transaction transaction = store.read();
          if (!is_one_version(transaction, 1000)) ++wrong;
        }
      });
    }
    pipes.say(1);
    pipes.hear();
    done = true;
    for (std::thread& reader : readers) reader.join();
    return wrong.load();
  });
  if (child.pipes.hear() != 1) {
    CHECK(child.wait() == kNotPermitted);
    report_not_permitted("no right to mount a file system");
    return;
  }
  const Store store = Store::open(path);
  WaitForWriter wait;
  wait.limit = std::chrono::seconds(60);
  for (int round = 0; round < 20; ++round) {
    { const WriteTransaction turn = store.write(wait); }
    fill(store, 0, 1000, 100, static_cast<char>('a' + round % 26));
  }
  child.pipes.say(1);
  CHECK(child.wait() == 0);
}

TEST_CASE("a read on a read-only mount is heard of by the writer that it waits for") {
  const Mounted mounted;
  const auto path = mounted.original / "data.cellar";
  fill(Store::open(path), 0, 10);
  Child child([&](Pipes& pipes) {
    if (!mount_read_only(mounted.original, mounted.read_only)) return kNotPermitted;
    const Store store = mounted.open();
    pipes.say(1);
    pipes.hear();
    return rows_in(store) == 10 ? 0 : 1;
  });
  if (child.pipes.hear() != 1) {
    CHECK(child.wait() == kNotPermitted);
    report_not_permitted("no right to mount a file system");
    return;
  }
  const Store store = Store::open(path);
  {
    const WriteTransaction transaction = store.write();
    child.pipes.say(1);
    for (int tries = 0; tries < 4'000 && !transaction.is_waited_for(); ++tries) usleep(1'000);
    CHECK(transaction.is_waited_for());
  }
  CHECK(child.wait() == 0);
  CHECK(!store.write().is_waited_for());
}

TEST_CASE("a read-only mount of a file without a lock file can be read") {
  const Mounted mounted;
  fill(Store::open(mounted.original / "data.cellar"), 0, 10);
  std::filesystem::remove(mounted.original / "data.cellar-lock");
  Child child([&](Pipes&) {
    if (!mount_read_only(mounted.original, mounted.read_only)) return kNotPermitted;
    if (refused([&] { Store::open(mounted.read_only / "data.cellar"); }) != "file_not_permitted") return 1;
    return rows_in(mounted.open()) == 10 ? 0 : 2;
  });
  const int code = child.wait();
  if (code == kNotPermitted)
    report_not_permitted("no right to mount a file system");
  else
    CHECK(code == 0);
}

TEST_CASE("verify on a read-only mount looks at one version beside a writer of the other mount") {
  const Mounted mounted;
  const auto path = mounted.original / "data.cellar";
  fill(Store::open(path), 0, 1000);
  Child child([&](Pipes& pipes) {
    if (!mount_read_only(mounted.original, mounted.read_only)) return kNotPermitted;
    pipes.say(1);
    int wrong = 0;
    const VerifyActions actions{.on_damage = [&](const Damage&) { ++wrong; },
                                .interrupted = [] { return false; }};
    for (int round = 0; round < 40; ++round) {
      if (verify_file(mounted.read_only / "data.cellar", actions).was_written) ++wrong;
    }
    pipes.say(2);
    return std::min(wrong, 1);
  });
  if (child.pipes.hear() != 1) {
    CHECK(child.wait() == kNotPermitted);
    report_not_permitted("no right to mount a file system");
    return;
  }
  std::atomic<bool> done{false};
  std::thread writer([&] {
    const Store store = Store::open(path);
    for (int round = 0; !done; ++round) fill(store, round % 1000, round % 1000 + 1, 100, 'w');
  });
  CHECK(child.pipes.hear() == 2);
  done = true;
  writer.join();
  CHECK(child.wait() == 0);
}

}  // namespace cellar::test
