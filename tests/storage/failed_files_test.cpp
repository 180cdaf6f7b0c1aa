// What a store does after the system has refused it something.

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "damaged.h"
#include "failing_meta_write.h"
#include "storage/map/opening.h"
#include "storage/transaction/environment_locks.h"
#include "storage/transaction/transaction_state.h"

namespace cellar::test {

namespace {

/// While it lives, the system refuses all that is asked of the descriptor.
class Unusable {
 public:
  explicit Unusable(int descriptor)
      : descriptor_(descriptor), kept_(fcntl(descriptor, F_DUPFD_CLOEXEC, 100)) {
    close(descriptor);
  }
  ~Unusable() {
    dup2(kept_, descriptor_);
    close(kept_);
  }
  Unusable(const Unusable&) = delete;
  Unusable& operator=(const Unusable&) = delete;

 private:
  int descriptor_, kept_;
};

void compact_without_schema(const Store& store) {
  store.compact([](Transaction&) { return std::make_shared<const Schema>(); });
}

void lose_map(Environment& environment) {
  const std::lock_guard guard(environment.mutex);
  environment.idle_readers.clear();
  environment.map.reset();  // as when it cannot be opened at the end of COMPACT
}

std::size_t rows_that_are_left(const Store& store) {
  Transaction transaction = store.read();
  PartitionReader reader = transaction.partition(simple_table(), {int_bytes(1)}, {}, 0);
  std::size_t rows = 0;
  while (reader.next() != nullptr) ++rows;
  return rows;
}

}  // namespace

TEST_CASE("a file is closed though the system does not say which one it is") {
  const Folder folder;
  fill(folder / "db", 3);
  std::shared_ptr<Environment> environment = open_environment((folder / "db").string(), {});
  {
    const Unusable unusable(environment->locks->descriptor());
    environment.reset();
  }
  CHECK(rows_that_are_left(Store::open(folder / "db")) == 3);
}

TEST_CASE("after COMPACT messages name the file, and not the copy that it was") {
  const Folder folder;
  const std::string path = (folder / "db").string();
  fill(path, 3);
  const Store store = Store::open(path);
  compact_without_schema(store);
  const std::shared_ptr<Environment> environment = open_environment(path, {});
  const Unusable unusable(environment->locks->descriptor());
  try {
    environment->locks->status();
    FAIL("it was not refused");
  } catch (const Refusal& refusal) {
    CHECK(refusal.diagnostic.parameters[0].value == path);
  }
}

TEST_CASE("a file whose map was lost is opened again by the next transaction") {
  const Folder folder;
  fill(folder / "db", 3);
  const bool is_temporary = GENERATE(false, true);
  const auto environment =
      is_temporary ? open_temporary_environment({}) : open_environment((folder / "db").string(), {});
  lose_map(*environment);
  {
    const std::unique_ptr<TransactionState> state = TransactionState::to_read(environment);
    CHECK(state->schema_version() < 10);
  }
  CHECK(environment->map != nullptr);
  if (is_temporary) return;
  const Store store = Store::open(folder / "db");
  CHECK(write_row(store, 7).empty());
  CHECK(rows_that_are_left(store) == 4);
}

TEST_CASE("a map that LMDB refuses after a failed commit is opened anew once no transaction is under way") {
  const Folder folder;
  fill(folder / "db", 3);
  const auto environment = open_environment((folder / "db").string(), {});
  const Store store = Store::open(folder / "db");
  {
    const std::unique_ptr<TransactionState> open = TransactionState::to_read(environment);
    environment->is_broken = true;
    CHECK(rows_that_are_left(store) == 3);  // there is nothing to be done yet
    CHECK(environment->is_broken);
  }
  CHECK(write_row(store, 7).empty());
  CHECK_FALSE(environment->is_broken);
  CHECK(rows_that_are_left(store) == 4);
  CHECK(refused([] { refuse_code(MDB_PANIC, "db"); }) == "file_failed_before");
}

TEST_CASE("a large file is checked again before a write once it was opened anew") {
  const Folder folder;
  fill(folder / "db", kRowsOfLargeFile);
  damage_page_of(folder / "db", 500);
  const auto environment = open_environment((folder / "db").string(), {});
  const Store store = Store::open(folder / "db");
  CHECK(write_row(store, 20).empty());
  SECTION("by the write") { lose_map(*environment); }
  SECTION("since the copy of COMPACT could not take its place") {
    // It lies in another file system, so it cannot be renamed.
    const CompactTurn turn(*environment, {});
    const WriterLock writer(*environment, {});
    const SwapLock swap(*environment);
    const std::string with = "/dev/shm/cellar-test-" + std::to_string(getpid());
    put_bytes(with, bytes_of(folder / "db"));
    const std::string refusal = refused([&] { swap_file(environment, with); });
    std::filesystem::remove(with);
    if (refusal.empty()) return;  // one file system holds both folders
  }
  CHECK(write_row(store, 500) == "file_damaged");
  CHECK(write_row(store, 900).empty());
}

/// The sanitizers see whether it does.
TEST_CASE("a writer that ends while the file is opened anew does not look at its map") {
  const Folder folder;
  fill(folder / "db", 3);
  const auto environment = open_environment((folder / "db").string(), {});
  // As another process that waits to write: a writer that has had its turn looks for what that has written.
  const auto elsewhere = open_locks((folder / "db").string(), false);
  for (int round = 0; round < 20; ++round) {
    std::optional<WriterLock> writer(std::in_place, *environment, WaitForWriter{});
    std::this_thread::sleep_for(std::chrono::milliseconds(30));  // its turn
    elsewhere->try_lock(LockRange::waiting, LockMode::shared);
    // A commit has failed, and its transaction has ended.
    environment->is_broken = true;
    std::thread reader([&] { const TransactionLock opens_it_anew(*environment); });
    const auto is_swapping = [&] {
      const std::lock_guard guard(environment->mutex);
      return environment->is_swapping;
    };
    while (environment->is_broken && !is_swapping()) std::this_thread::yield();
    writer.reset();
    reader.join();
    elsewhere->unlock(LockRange::waiting);
  }
  CHECK_FALSE(environment->is_broken);
}

/// ThreadSanitizer sees whether threads look at a map that another one is opening anew.
TEST_CASE("a file whose commits fail is opened anew beside readers and writers") {
  const Folder folder;
  fill(folder / "db", 3);
  std::optional<Store> opened = Store::open(folder / "db");
  const Store& store = *opened;
  // As another process that waits to write: a writer that has had its turn looks for what that has written.
  const auto elsewhere = open_locks((folder / "db").string(), false);
  std::atomic<bool> ends = false;
  std::atomic<int> written = 0, read = 0;
  std::vector<std::thread> threads;
  for (int writer = 0; writer < 2; ++writer) {
    threads.emplace_back([&, writer] {
      // Each changes something, so that there is something to commit.
      for (int row = 10 + writer; !ends; row += 2) written += write_row(store, row).empty() ? 1 : 0;
    });
  }
  for (int reader = 0; reader < 2; ++reader) {
    threads.emplace_back([&] {
      while (!ends) read += refused([&] { rows_that_are_left(store); }).empty() ? 1 : 0;
    });
  }
  const auto await_more = [](const std::atomic<int>& count) {
    for (const int before = count; count < before + 2;) std::this_thread::yield();
  };
  constexpr int kFailures = 40;
  for (int count = 0; count < kFailures; ++count) {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));  // the turn of a writer
    fail_next_meta_write([&] { elsewhere->try_lock(LockRange::waiting, LockMode::shared); });
    while (!next_meta_write_has_failed()) std::this_thread::yield();
    await_more(read);
    elsewhere->unlock(LockRange::waiting);
    await_more(written);
  }
  ends = true;
  for (std::thread& thread : threads) thread.join();
  CHECK(rows_that_are_left(store) >= static_cast<std::size_t>(3 + written));
  opened.reset();
  CHECK(verify(folder / "db").damages.empty());
}

}  // namespace cellar::test
