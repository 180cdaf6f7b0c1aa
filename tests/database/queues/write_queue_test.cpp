// Writes of many threads, committed together.

#include "database/queues/write_queue.h"

#include <unistd.h>

#include <atomic>
#include <deque>
#include <filesystem>
#include <latch>
#include <semaphore>
#include <thread>

#include "../fixture.h"
#include "storage/system/file_locks.h"

namespace cellar {

namespace {

using namespace std::chrono_literals;

TablePointer table() {
  static const TablePointer made = [] {
    Table table;
    table.id = 1;
    table.keyspace = "test";
    table.name = "t";
    table.options["gc_grace_seconds"] = std::string("864000");
    const auto add = [&](const char* name, TypeKind type, ColumnKind kind) {
      Column column;
      column.id = static_cast<ColumnId>(table.columns.size() + 1);
      column.name = name;
      column.type = native_type(type);
      column.kind = kind;
      table.columns.push_back(column);
    };
    add("k", TypeKind::int_, ColumnKind::partition_key);
    add("c", TypeKind::int_, ColumnKind::clustering);
    add("v", TypeKind::text, ColumnKind::regular);
    table.partition_key_size = table.clustering_size = 1;
    return std::make_shared<const Table>(table);
  }();
  return made;
}

/// One row; before that, whatever a test wants to happen.
class RowOfTest final : public QueuedWrite {
 public:
  explicit RowOfTest(int number, bool has_thread = true) : QueuedWrite(has_thread), number_(number) {}
  bool write(WriteTransaction& transaction) override {
    if (before) before();
    RowWrite row;
    row.clustering = {encode_int32(number_)};
    row.cells.push_back({3, "", Value(std::string(size, 'v')), {transaction.next_timestamp(), 0, 0}});
    transaction.apply({table(), {encode_int32(1)}, row});
    return true;
  }
  void ended() noexcept override { has_ended = true; }

  std::function<void()> before;
  std::size_t size = 10;
  std::atomic<bool> has_ended = false;

 private:
  int number_;
};

struct Queue {
  Store store;
  std::vector<std::thread> leaders;
  WriteQueue queue{store, [this] { leaders.emplace_back([this] { queue.lead_for_others(); }); }};

  explicit Queue(Store opened = Store::open_temporary()) : store(std::move(opened)) {}
  ~Queue() { join(); }
  void join() {
    for (std::size_t i = 0; i < leaders.size(); ++i) leaders[i].join();
    leaders.clear();
  }
  std::vector<std::int32_t> rows() {
    Transaction transaction = store.read();
    PartitionReader reader = transaction.partition(table(), {encode_int32(1)}, {}, 0);
    std::vector<std::int32_t> found;
    while (const StoredRow* row = reader.next())
      found.push_back(static_cast<std::int32_t>(decode_integer(row->clustering.at(0))));
    return found;
  }
};

std::string failure_of(const QueuedWrite& write) {
  return refusal_of([&] { write.result(); });
}

}  // namespace

TEST_CASE("what comes while a leader gathers is committed with it") {
  Queue q;
  std::deque<RowOfTest> others;
  RowOfTest first(0);
  first.before = [&] {
    for (int number = 1; number < 100; ++number) q.queue.submit(others.emplace_back(number, false), {});
  };
  CHECK(q.queue.run(first, {}));
  CHECK(q.queue.turns() == 1);
  CHECK(q.rows().size() == 100);
  for (const RowOfTest& other : others) CHECK(other.has_ended);
}

namespace {

/// A session that writes again a moment after it is answered, so many times.
class WritesAgain final : public QueuedWrite {
 public:
  WritesAgain(WriteQueue& queue, std::latch& all, int session, int writes)
      : QueuedWrite(false), queue_(queue), all_(all), session_(session), left_(writes) {}
  bool write(WriteTransaction& transaction) override {
    return RowOfTest(session_ * 1000 + left_).write(transaction);
  }
  void ended() noexcept override {
    if (--left_ == 0) return all_.count_down();
    std::this_thread::sleep_for(1ms);
    queue_.submit(*this, {});
  }

 private:
  WriteQueue& queue_;
  std::latch& all_;
  const int session_;
  int left_;
};

}  // namespace

TEST_CASE("sessions that write again at once share their commits") {
  constexpr int kSessions = 8, kWrites = 20;
  constexpr std::chrono::milliseconds kForNextWrite{2000};  // longer than a thread takes under any load
  Store store = Store::open_temporary();
  std::counting_semaphore<> wanted(0);
  WriteQueue queue(
      store, [&] { wanted.release(); }, kForNextWrite);
  std::latch all(kSessions);
  std::deque<WritesAgain> sessions;
  for (int session = 0; session < kSessions; ++session) sessions.emplace_back(queue, all, session, kWrites);
  RowOfTest first(0);
  first.before = [&] {
    for (WritesAgain& session : sessions) queue.submit(session, {});
  };
  std::atomic<bool> is_over = false;
  // One tells those of its commit that they have ended, while the other one leads already.
  std::vector<std::thread> leaders;
  for (int leader = 0; leader < 2; ++leader) {
    leaders.emplace_back([&] {
      for (wanted.acquire(); !is_over; wanted.acquire()) queue.lead_for_others();
    });
  }
  CHECK(queue.run(first, {}));
  all.wait();
  is_over = true;
  wanted.release(2);
  for (std::thread& leader : leaders) leader.join();
  CHECK(queue.turns() == kWrites);
}

TEST_CASE("a write that is refused leaves the others as they are") {
  Queue q;
  RowOfTest first(0), refused(1, false), last(2, false);
  refused.before = [] { refuse("null_key"); };
  first.before = [&] {
    q.queue.submit(refused, {});
    q.queue.submit(last, {});
  };
  CHECK(q.queue.run(first, {}));
  CHECK(failure_of(refused) == "null_key");
  CHECK(last.result());
  CHECK(q.queue.turns() == 1);
  CHECK(q.rows() == std::vector<std::int32_t>{0, 2});
}

TEST_CASE("a commit that fails fails for all that were in it, and for nobody else") {
  StoreOptions options;
  options.map_size = 1 << 20;
  Queue q(Store::open_temporary(options));
  RowOfTest first(0), large(1, false), last(2);
  large.size = 2 << 20;
  first.before = [&] { q.queue.submit(large, {}); };
  CHECK(refusal_of([&] { q.queue.run(first, {}); }) == "map_full");
  CHECK(failure_of(large) == "map_full");
  CHECK(q.queue.run(last, {}));
  CHECK(q.rows() == std::vector<std::int32_t>{2});
}

TEST_CASE("who leads next is told first: a write without a thread gets one") {
  Queue q;
  RowOfTest other(1, false);
  q.queue.submit(other, {});
  q.join();
  CHECK(other.has_ended);
  CHECK(other.result());
}

TEST_CASE("a wait in the queue ends with its limit, or when it is interrupted") {
  Queue q;
  std::latch is_led(1), may_go_on(1);
  RowOfTest first(0);
  first.before = [&] {
    is_led.count_down();
    may_go_on.wait();
  };
  std::thread leader([&] { q.queue.run(first, {}); });
  is_led.wait();
  RowOfTest late(1), interrupted(2);
  CHECK(refusal_of([&] { q.queue.run(late, {.waiting = nullptr, .interrupted = nullptr, .limit = 30ms}); }) ==
        "session_is_writing");
  CHECK(refusal_of([&] {
          q.queue.run(interrupted, {.waiting = nullptr, .interrupted = [] { return true; }});
        }) == "wait_interrupted");
  may_go_on.count_down();
  leader.join();
  CHECK(q.rows() == std::vector<std::int32_t>{0});
}

TEST_CASE("a wait in the queue for another process is told as one") {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("cellar-queue-" + std::to_string(getpid()));
  {
    Queue q(Store::open(path));
    // The lock as another process holds it: it belongs to an open file description.
    FileLocks elsewhere(path.string(), false);
    REQUIRE(elsewhere.try_lock(LockRange::writer, LockMode::exclusive));
    RowOfTest late(1, false), patient(2, false);
    q.queue.submit(patient, {});
    q.queue.submit(late, 30ms);
    while (!late.has_ended) std::this_thread::sleep_for(1ms);
    CHECK(failure_of(late) == "process_is_writing");
    elsewhere.unlock(LockRange::writer);
    q.join();
    CHECK(q.rows() == std::vector<std::int32_t>{2});
  }
  std::filesystem::remove(path);
  std::filesystem::remove(path.string() + "-lock");
}

TEST_CASE("a leader without a turn is refused alone, and the next one leads") {
  Queue q;
  std::optional<WriteTransaction> open(q.store.write());
  RowOfTest first(0), second(1);
  std::thread patient;
  bool has_begun = false;
  const WaitForWriter wait{.waiting = nullptr,
                           .interrupted =
                               [&] {
                                 if (!std::exchange(has_begun, true)) {
                                   patient = std::thread([&] { q.queue.run(second, {}); });
                                 }
                                 return false;
                               },
                           .limit = 100ms};
  CHECK(refusal_of([&] { q.queue.run(first, wait); }) == "session_is_writing");
  open.reset();
  patient.join();
  CHECK(q.rows() == std::vector<std::int32_t>{1});
}

TEST_CASE("a write without a thread is refused at its limit, however long the leader waits") {
  Queue q;
  std::optional<WriteTransaction> open(q.store.write());
  RowOfTest late(1, false), patient(2, false), first(0);
  std::thread leader([&] { q.queue.run(first, {.waiting = nullptr, .interrupted = nullptr, .limit = {}}); });
  q.queue.submit(patient, {});
  q.queue.submit(late, 30ms);
  while (!late.has_ended) std::this_thread::sleep_for(1ms);
  CHECK(failure_of(late) == "session_is_writing");
  CHECK(!patient.has_ended);
  open.reset();
  leader.join();
  q.join();
  CHECK(patient.has_ended);
  CHECK(q.rows() == std::vector<std::int32_t>{0, 2});
}

TEST_CASE("a leader for others gives up once all of them are late, and leads who comes later") {
  Queue q;
  std::optional<WriteTransaction> open(q.store.write());
  RowOfTest late(1, false), later(2, false);
  q.queue.submit(late, 30ms);
  q.join();
  CHECK(failure_of(late) == "session_is_writing");
  q.queue.submit(later, {});
  open.reset();
  q.join();
  CHECK(later.result());
  CHECK(q.rows() == std::vector<std::int32_t>{2});
}

TEST_CASE("no write waits for more than a few commits") {
  constexpr int kThreads = 64, kWrites = 50;
  Queue q;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      for (int i = 0; i < kWrites; ++i) {
        RowOfTest row(thread * kWrites + i);
        q.queue.run(row, {.waiting = nullptr, .interrupted = nullptr, .limit = {}});
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(q.rows().size() == kThreads * kWrites);
  CHECK(q.queue.longest_wait() <= 5);
  CHECK(q.queue.turns() < kThreads * kWrites);
}

}  // namespace cellar
