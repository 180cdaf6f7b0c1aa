// A server that is killed under load, or finds no room, has what it has acknowledged, and nothing by halves.
#include <signal.h>
#include <sys/resource.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <random>
#include <thread>

#include "serve_process.h"
#include "socket_client.h"

namespace cellar::test {

namespace {

constexpr int kWriters = 64;

/// What one writer was told. What it has sent last and was not told of may have happened, or not.
struct Book {
  int rows = 0;        // numbers below it are in k.t
  int pairs = 0;       // numbers below it are in k.left and in k.right
  int swaps = 0;       // the value of k.swapped, which was changed on a condition
  int increments = 0;  // the value of k.counted
};

int kills() {
  const char* const given = std::getenv("CELLAR_KILLS");
  return given != nullptr ? std::atoi(given) : 3;
}

void define(TestClient& client) {
  client.run({"CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}",
              "CREATE TABLE k.t (w int, n int, v text, PRIMARY KEY (w, n))", "CREATE INDEX by_v ON k.t (v)",
              "CREATE TABLE k.left (w int, n int, PRIMARY KEY (w, n))",
              "CREATE TABLE k.right (w int, n int, PRIMARY KEY (w, n))",
              "CREATE TABLE k.swapped (w int PRIMARY KEY, n int)",
              "CREATE TABLE k.counted (w int PRIMARY KEY, n counter)"});
  for (int writer = 0; writer < kWriters; ++writer) {
    const std::string key = std::to_string(writer);
    client.run({"INSERT INTO k.swapped (w, n) VALUES (" + key + ", 0)",
                "UPDATE k.counted SET n = n + 0 WHERE w = " + key});
  }
}

struct Progress {
  std::atomic<int> acknowledged = 0, refused = 0;
};

/// Writes until the server is gone.
void write(const std::string& address, int writer, Book& book, Progress& progress) {
  SocketClient client(address, writer % 2 == 0 ? ProtocolVersion::v4 : ProtocolVersion::v5);
  const KnownStatement insert = client.prepare("INSERT INTO k.t (w, n, v) VALUES (?, ?, 'x')");
  const KnownStatement swap = client.prepare("UPDATE k.swapped SET n = ? WHERE w = ? IF n = ?");
  const KnownStatement increment = client.prepare("UPDATE k.counted SET n = n + 1 WHERE w = ?");
  const std::string key = std::to_string(writer);
  const auto is_done = [&](const Answer& answer) {
    ++(answer.is_error() ? progress.refused : progress.acknowledged);
    if (answer.is_error()) throw std::runtime_error(answer.summary());
  };
  for (;;) {
    is_done(client.execute(insert, {int_value(writer), int_value(book.rows)}));
    ++book.rows;
    const std::string row = " (w, n) VALUES (" + key + ", " + std::to_string(book.pairs) + "); ";
    is_done(
        client.query("BEGIN BATCH INSERT INTO k.left" + row + "INSERT INTO k.right" + row + "APPLY BATCH"));
    ++book.pairs;
    is_done(client.execute(swap, {int_value(book.swaps + 1), int_value(writer), int_value(book.swaps)}));
    ++book.swaps;
    is_done(client.execute(increment, {int_value(writer)}));
    ++book.increments;
  }
}

int count_of(TestClient& client, const std::string& table, int writer) {
  return std::stoi(
      client.rows("SELECT count(*) FROM k." + table + " WHERE w = " + std::to_string(writer)).front());
}

int value_of(TestClient& client, const std::string& table, int writer) {
  return std::stoi(client.rows("SELECT n FROM k." + table + " WHERE w = " + std::to_string(writer)).front());
}

/// Compares what is stored with what was acknowledged, and takes what was in doubt into the book.
void compare(TestClient& client, int writer, Book& book) {
  INFO("writer " << writer);
  const Book stored{count_of(client, "t", writer), count_of(client, "left", writer),
                    value_of(client, "swapped", writer), value_of(client, "counted", writer)};
  const auto is_kept = [](int now, int told) { return now == told || now == told + 1; };
  CHECK(is_kept(stored.rows, book.rows));
  CHECK(is_kept(stored.pairs, book.pairs));
  CHECK(is_kept(stored.swaps, book.swaps));
  CHECK(is_kept(stored.increments, book.increments));
  CHECK(stored.pairs == count_of(client, "right", writer));
  book = stored;
}

}  // namespace

TEST_CASE("a server that is killed under load keeps what it has acknowledged, and nothing by halves") {
  TemporaryFolder folder;
  const std::string path = (folder / "db").string();
  std::vector<Book> books(kWriters);
  std::mt19937 random(static_cast<unsigned>(kills()));
  bool is_defined = false;
  int rows = 0;
  for (int kill = 0; kill < kills(); ++kill) {
    ServeProcess server({path});
    {
      SocketClient client(server.address(), ProtocolVersion::v4);
      if (!std::exchange(is_defined, true)) define(client);
      for (int writer = 0; writer < kWriters; ++writer)
        compare(client, writer, books[static_cast<std::size_t>(writer)]);
      rows = 0;
      for (const Book& book : books) rows += book.rows;
      // The index has the rows that the table has.
      CHECK(client.rows("SELECT count(*) FROM k.t WHERE v = 'x'") == Rows{std::to_string(rows)});
    }
    Progress progress;
    std::vector<std::thread> writers;
    for (int writer = 0; writer < kWriters; ++writer) {
      writers.emplace_back([&, writer] {
        try {
          write(server.address(), writer, books[static_cast<std::size_t>(writer)], progress);
        } catch (const std::exception&) {
          // The server is gone.
        }
      });
    }
    const int most = std::uniform_int_distribution(1, 2000)(random);
    while (progress.acknowledged < most && progress.refused == 0)
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    CHECK(server.end_by(SIGKILL) == 128 + SIGKILL);
    for (std::thread& writer : writers) writer.join();
    CHECK(progress.refused == 0);
  }
  CHECK(run_cellar({"verify", path}).status == 0);
  ServeProcess server({path});
  SocketClient client(server.address(), ProtocolVersion::v4);
  for (int writer = 0; writer < kWriters; ++writer)
    compare(client, writer, books[static_cast<std::size_t>(writer)]);
}

TEST_CASE("a server that finds no room refuses writes, loses nothing, and goes on once there is room") {
  constexpr rlim_t kRoom = 1 << 20;
  TemporaryFolder folder;
  const std::string path = (folder / "db").string();
  ServeProcess server({path}, [] {
    const rlimit little{kRoom, RLIM_INFINITY};
    setrlimit(RLIMIT_FSIZE, &little);
  });
  SocketClient first(server.address(), ProtocolVersion::v4);
  first.run({"CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}",
             "CREATE TABLE k.t (w int, n int, v text, PRIMARY KEY (w, n))"});
  constexpr int kClients = 8;
  std::vector<int> stored(kClients, 0);
  const auto fill = [&](int most) {
    std::atomic<int> refused = 0;
    std::vector<std::thread> threads;
    for (int number = 0; number < kClients; ++number) {
      threads.emplace_back([&, number] {
        SocketClient client(server.address(), number % 2 == 0 ? ProtocolVersion::v4 : ProtocolVersion::v5);
        const KnownStatement insert = client.prepare("INSERT INTO k.t (w, n, v) VALUES (?, ?, ?)");
        int& row = stored[static_cast<std::size_t>(number)];
        for (int count = 0; count < most; ++count, ++row) {
          const Answer answer =
              client.execute(insert, {int_value(number), int_value(row), text_value(std::string(2000, 'v'))});
          if (!answer.is_error()) continue;
          ++refused;
          return;
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    return refused.load();
  };
  const auto check_stored = [&] {
    for (int number = 0; number < kClients; ++number) {
      INFO("client " << number);
      CHECK(count_of(first, "t", number) == stored[static_cast<std::size_t>(number)]);
    }
  };
  CHECK(fill(10'000) == kClients);
  check_stored();
  const rlimit enough{RLIM_INFINITY, RLIM_INFINITY};
  REQUIRE(prlimit(server.id(), RLIMIT_FSIZE, &enough, nullptr) == 0);
  CHECK(fill(100) == 0);
  check_stored();
  CHECK(server.end_by(SIGTERM) == 0);
  CHECK(run_cellar({"verify", path}).status == 0);
}

}  // namespace cellar::test
