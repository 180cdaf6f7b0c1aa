// What a store does after the system has refused it something.

#include <fcntl.h>
#include <unistd.h>

#include "damaged.h"
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
  {
    const std::lock_guard guard(environment->mutex);
    environment->idle_readers.clear();
    environment->map.reset();  // as when it cannot be opened at the end of COMPACT
  }
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

}  // namespace cellar::test
