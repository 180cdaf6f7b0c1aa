// Several COMPACTs of one file at once, from threads and from processes.

#include <atomic>
#include <barrier>
#include <thread>

#include "child.h"
#include "filled.h"

namespace cellar::test {

namespace {

using namespace std::chrono_literals;

constexpr int kRounds = 12;

/// Returns the id of the refusal; empty if it has compacted.
std::string refusal_of_compact(const Store& store) {
  return refused([&] { compact(store, {.waiting = nullptr, .interrupted = nullptr, .limit = 0ms}); });
}

bool is_one_of(const std::string& refusal, std::initializer_list<const char*> known) {
  return refusal.empty() || std::ranges::any_of(known, [&](const char* each) { return refusal == each; });
}

}  // namespace

TEST_CASE("threads that compact one file wait for each other") {
  const Folder folder;
  const Store store = Store::open(folder / "db");
  fill(store, 0, 500);
  std::atomic<int> refusals = 0;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&] {
      for (int round = 0; round < kRounds; ++round) refusals += refusal_of_compact(store).empty() ? 0 : 1;
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(refusals == 0);
  CHECK(rows_in(store) == 500);
  CHECK(names_in(folder / "") == std::set<std::string>{"db", "db-lock"});
}

TEST_CASE("a wait for another COMPACT ends as every wait to write does") {
  const Store store = Store::open_temporary();
  fill(store, 0, 10);
  std::string refusal;
  bool was_asked = false;
  const auto beside = [&] {
    if (std::exchange(was_asked, true)) return false;
    std::thread([&] {
      refusal = refused([&] { compact(store, {.waiting = nullptr, .interrupted = nullptr, .limit = 20ms}); });
      refusal += refused(
          [&] { compact(store, {.waiting = nullptr, .interrupted = [] { return true; }, .limit = 0ms}); });
    }).join();
    return false;
  };
  compact(store, {.waiting = nullptr, .interrupted = beside, .limit = 0ms});
  CHECK(refusal ==
        "session_is_writing"
        "wait_interrupted");
}

TEST_CASE("many readers that end at once leave nothing that a COMPACT could close under them") {
  constexpr int kReaders = 24;  // more than are kept for the next reads
  const Folder folder;
  const Store store = Store::open(folder / "db");
  fill(store, 0, 50);
  std::atomic<bool> has_ended = false;
  std::atomic<int> wrong = 0;
  std::vector<std::thread> readers;
  std::barrier together(kReaders);
  for (int reader = 0; reader < kReaders; ++reader) {
    readers.emplace_back([&] {
      for (int round = 0; round < 5 * kRounds; ++round) {
        Transaction snapshot = store.read();
        together.arrive_and_wait();
        wrong += snapshot.schema_version() == 0 ? 0 : 1;
      }
    });
  }
  std::thread compacting([&] {
    while (!has_ended) refusal_of_compact(store);
  });
  for (std::thread& reader : readers) reader.join();
  has_ended = true;
  compacting.join();
  CHECK(wrong == 0);
  CHECK(rows_in(store) == 50);
}

TEST_CASE("threads compact a file that others read and write") {
  const Folder folder;
  const Store store = Store::open(folder / "db");
  fill(store, 0, 500);
  std::atomic<bool> writers_end = false, readers_end = false;
  std::atomic<int> wrong = 0, written = 0;
  std::vector<std::thread> readers, writers, compacting;
  for (int reader = 0; reader < 2; ++reader) {
    readers.emplace_back([&] {
      while (!readers_end) wrong += rows_in(store) >= 500 ? 0 : 1;
    });
  }
  for (int writer = 0; writer < 2; ++writer) {
    writers.emplace_back([&, writer] {
      for (int i = 0; !writers_end; ++i, ++written)
        fill(store, 1'000'000 * (writer + 1) + i, 1'000'000 * (writer + 1) + i + 1);
    });
  }
  std::atomic<int> rounds = 0;
  for (int thread = 0; thread < 2; ++thread) {
    compacting.emplace_back([&] {
      // After the writers' end each thread succeeds at some time beside the readers.
      for (bool is_done = false; !is_done && wrong == 0;) {
        const bool is_beside_readers = writers_end;
        const std::string refusal = refusal_of_compact(store);
        wrong += is_one_of(refusal, {"compact_in_transaction", "session_is_writing"}) ? 0 : 1;
        is_done = is_beside_readers && refusal.empty();
        ++rounds;
      }
    });
  }
  while (rounds < 2 * kRounds && wrong == 0) std::this_thread::sleep_for(1ms);
  writers_end = true;
  for (std::thread& thread : writers) thread.join();
  for (std::thread& thread : compacting) thread.join();
  readers_end = true;
  for (std::thread& thread : readers) thread.join();
  CHECK(wrong == 0);
  CHECK(rows_in(store) == 500 + static_cast<std::size_t>(written));
  CHECK(refusal_of_compact(store).empty());
  CHECK(rows_in(store) == 500 + static_cast<std::size_t>(written));
}

TEST_CASE("an open snapshot and an open group are named to who compacts") {
  const Store store = Store::open_temporary();
  fill(store, 0, 10);
  {
    const Transaction open = store.read();
    std::thread([&] { CHECK(refusal_of_compact(store) == "compact_in_transaction"); }).join();
    CHECK(rows_in(store) == 10);
  }
  {
    const WriteTransaction open = store.write();
    std::thread([&] { CHECK(refusal_of_compact(store) == "session_is_writing"); }).join();
    CHECK(rows_in(store) == 10);
  }
  CHECK(refusal_of_compact(store).empty());
}

TEST_CASE("processes that compact one file lose nothing of it") {
  const Folder folder;
  const auto path = folder / "db";
  { fill(Store::open(path), 0, 200); }
  const auto work = [&](int first) {
    return [&path, first](Pipes&) {
      for (int round = 0; round < kRounds; ++round) {
        const Store store = Store::open(path);
        fill(store, first + round, first + round + 1);
        std::atomic<int> wrong = 0;
        std::vector<std::thread> threads;
        for (int thread = 0; thread < 2; ++thread) {
          threads.emplace_back(
              [&] { wrong += is_one_of(refusal_of_compact(store), {"file_in_use"}) ? 0 : 1; });
        }
        for (std::thread& thread : threads) thread.join();
        if (wrong != 0) return 1;
      }
      return 0;
    };
  };
  Child one(work(1000)), two(work(2000));
  CHECK(one.wait() == 0);
  CHECK(two.wait() == 0);
  const Store store = Store::open(path);
  CHECK(rows_in(store) == 200 + 2 * kRounds);
  CHECK(refusal_of_compact(store).empty());
  CHECK(names_in(folder / "") == std::set<std::string>{"db", "db-lock"});
}

}  // namespace cellar::test
