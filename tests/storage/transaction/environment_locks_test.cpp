// The order of writers: in one process, in one thread, and among processes.

#include <atomic>
#include <thread>

#include "child.h"
#include "storage/transaction/environment_locks.h"

namespace cellar::test {

namespace {

using namespace std::chrono_literals;

void apply_row(WriteTransaction& transaction, int clustering, Timestamp timestamp = 10) {
  static const TablePointer table = simple_table();
  RowWrite row;
  row.clustering = {int_bytes(clustering)};
  row.cells.push_back(cell(table, "v", "value", timestamp));
  transaction.apply(mutation(table, int_bytes(1), row));
}

std::size_t rows_read_by(Transaction& transaction) {
  PartitionReader reader = transaction.partition(simple_table(), {int_bytes(1)}, {}, 0);
  return clustering_of(reader).size();
}

WaitForWriter short_wait() { return {.waiting = nullptr, .interrupted = nullptr, .limit = 50ms}; }

}  // namespace

TEST_CASE("a thread that waits for a transaction of its own is refused after a time") {
  const Store store = Store::open_temporary();
  WriteTransaction open = store.write();
  apply_row(open, 1);
  CHECK(refused([&] { store.write(short_wait()); }) == "session_is_writing");
  open.commit();
  CHECK(refused([&] { store.write(short_wait()); }).empty());
}

TEST_CASE("a wait for another process has its limit, too") {
  const Folder folder;
  Child child([&](Pipes& pipes) {
    const Store store = Store::open(folder / "db");
    const WriteTransaction open = store.write();
    pipes.say(1);
    return pipes.hear();
  });
  REQUIRE(child.pipes.hear() == 1);
  const Store store = Store::open(folder / "db");
  CHECK(refused([&] { store.write(short_wait()); }) == "process_is_writing");
  child.pipes.say(0);
  CHECK(child.wait() == 0);
  CHECK(refused([&] { store.write(short_wait()); }).empty());
}

TEST_CASE("a wait for the turn of another session is not told as one for another process") {
  const Folder folder;
  const auto environment = open_environment((folder / "db").string(), {});
  // Its turn is next, and it has not noticed yet.
  environment->line.waiting.push_back(nullptr);
  CHECK(refused([&] { WriterLock(*environment, short_wait()); }) == "session_is_writing");
  environment->line.waiting.clear();
  CHECK(refused([&] { WriterLock(*environment, short_wait()); }).empty());
}

TEST_CASE("a lock to write ends even if the system fails to say who waits") {
  const Folder folder;
  const auto environment = open_environment((folder / "db").string(), {});
  std::optional<WriterLock> turn(std::in_place, *environment, short_wait());
  std::this_thread::sleep_for(30ms);  // so long that the turn looks for others who wait
  const int descriptor = environment->locks->descriptor();
  const int kept = dup(descriptor);
  close(descriptor);
  turn.reset();
  REQUIRE(dup2(kept, descriptor) == descriptor);
  close(kept);
  CHECK(refused([&] { WriterLock(*environment, short_wait()); }).empty());
}

TEST_CASE("a transaction that may move is begun, read and committed in different threads") {
  const Folder folder;
  const Store store = Store::open(folder / "db");
  WriteTransaction transaction = store.write();
  transaction.may_move();
  std::thread first([&] {
    apply_row(transaction, 1);
    CHECK(rows_read_by(transaction) == 1);
    apply_row(transaction, 2);
  });
  first.join();
  std::thread second([&] {
    CHECK(rows_read_by(transaction) == 2);
    apply_row(transaction, 3);
    transaction.commit();
  });
  second.join();
  WriteTransaction next = store.write();
  apply_row(next, 4);
  next.commit();
  Transaction read = store.read();
  CHECK(rows_read_by(read) == 4);
}

TEST_CASE("a transaction that may move is given up in another thread") {
  const Store store = Store::open_temporary();
  std::optional<WriteTransaction> transaction(store.write());
  transaction->may_move();
  apply_row(*transaction, 1);
  CHECK(rows_read_by(*transaction) == 1);
  std::thread([&] { transaction.reset(); }).join();
  WriteTransaction next = store.write();
  CHECK(rows_read_by(next) == 0);
  next.commit();
}

TEST_CASE("who waits to write is next, before the one that has just written") {
  const Store store = Store::open_temporary();
  for (int round = 0; round < 20; ++round) {
    std::optional<WriteTransaction> open(store.write());
    std::atomic<bool> has_written = false;
    std::thread other([&] {
      WriteTransaction transaction = store.write();
      has_written = true;
    });
    while (!open->is_waited_for()) std::this_thread::yield();
    open.reset();
    const WriteTransaction again = store.write();
    CHECK(has_written);
    other.join();
  }
}

TEST_CASE("a process that writes turn after turn lets another one in") {
  const Folder folder;
  Child child([&](Pipes& pipes) {
    const Store store = Store::open(folder / "db");
    for (int turn = 0;; ++turn) {
      WriteTransaction transaction = store.write({.waiting = nullptr, .interrupted = nullptr, .limit = {}});
      apply_row(transaction, turn, 1'000);
      if (turn == 0) pipes.say(1);
      std::this_thread::sleep_for(30ms);
      transaction.commit();
    }
    return 0;
  });
  REQUIRE(child.pipes.hear() == 1);
  const Store store = Store::open(folder / "db");
  const auto rows_now = [&] {
    Transaction read = store.read();
    return rows_read_by(read);
  };
  int waits = 0;
  for (int round = 0; round < 5; ++round) {
    std::optional<std::size_t> before;  // once the wait is announced
    const auto look = [&] {
      if (!before) before = rows_now();
      return false;
    };
    WriteTransaction transaction = store.write({.waiting = nullptr, .interrupted = look, .limit = {}});
    // The turn under way and the next one; some more where this process is not given any time for long.
    if (!before) continue;
    ++waits;
    CHECK(rows_read_by(transaction) - *before <= 10);
  }
  CHECK(waits > 0);
  child.kill();
}

TEST_CASE(
    "a process that waits and is stopped is offered fewer and fewer turns, and gets one when it goes on") {
  const Folder folder;
  Child child([&](Pipes& pipes) {
    pipes.hear();
    const Store store = Store::open(folder / "db");
    pipes.say(1);
    store.write({.waiting = nullptr, .interrupted = nullptr, .limit = {}});
    return 0;
  });
  const auto environment = open_environment((folder / "db").string(), {});
  std::optional<WriterLock> turn(std::in_place, *environment, WaitForWriter{});
  child.pipes.say(1);
  REQUIRE(child.pipes.hear() == 1);
  while (!is_waited_for(*environment)) std::this_thread::sleep_for(1ms);
  child.stop();
  turn.reset();
  // A turn of this process is longer than what it may write before it stands back the first time.
  constexpr int kTurns = 40;
  int offers = 0;
  for (int i = 0; i < kTurns; ++i) {
    turn.emplace(*environment, WaitForWriter{});
    std::this_thread::sleep_for(25ms);
    turn.reset();
    if (environment->line.stands_back_until) ++offers;
  }
  CHECK(offers >= 1);
  CHECK(offers <= kTurns / 2);
  turn.emplace(*environment, WaitForWriter{});
  CHECK_FALSE(is_waited_for(*environment));
  turn.reset();
  child.go_on();
  std::thread writes([&] {
    while (!environment->locks->is_free(LockRange::waiting)) {
      const WriterLock again(*environment, WaitForWriter{});
      std::this_thread::sleep_for(5ms);
    }
  });
  CHECK(child.wait() == 0);
  writes.join();
  { const WriterLock last(*environment, WaitForWriter{}); }
  CHECK(environment->line.untaken_turns == 0);
}

TEST_CASE("a transaction knows that another process waits for it") {
  const Folder folder;
  Child child([&](Pipes& pipes) {
    pipes.hear();
    const Store store = Store::open(folder / "db");
    pipes.say(1);
    const WriteTransaction transaction = store.write();
    return 0;
  });
  const Store store = Store::open(folder / "db");
  std::optional<WriteTransaction> open(store.write());
  CHECK_FALSE(open->is_waited_for());
  child.pipes.say(1);
  REQUIRE(child.pipes.hear() == 1);
  while (!open->is_waited_for()) std::this_thread::sleep_for(1ms);
  open.reset();
  CHECK(child.wait() == 0);
}

}  // namespace cellar::test
