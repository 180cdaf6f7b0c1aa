// Sessions of threads and of processes that write one key with a generated time at once: no row is lost.
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <memory>
#include <thread>

#include "fixture.h"

using namespace cellar;

namespace {

constexpr std::string_view kInsertNow = "INSERT INTO o (u, at, v) VALUES (1, toTimestamp(now()), 1)";

}  // namespace

TEST_CASE("sessions of several threads lose no row, and no time is more than a second ahead") {
  constexpr int kThreads = 4, kRows = 300;
  Database database = Database::open_temporary({.sync = false});
  Session session(database);
  create_keyspace(session);
  session.execute("CREATE TABLE o (u int, at timestamp, v int, PRIMARY KEY (u, at))");
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&] {
      Session own(database);
      own.use("k");
      const Prepared insert = own.prepare(kInsertNow);
      for (int row = 0; row < kRows; ++row) {
        row % 2 == 0 ? own.execute(kInsertNow) : own.execute(insert);
        if (row % 50 == 0) own.begin_group();
        if (row % 50 == 49) own.commit_group();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  Result result = session.execute("SELECT toUnixTimestamp(at) FROM o WHERE u = 1");
  const Rows rows = rows_of(result);
  CHECK(rows.size() == kThreads * kRows);
  CHECK(std::stoll(rows.back()) <= system_clock_microseconds() / 1'000 + 1'000);
}

TEST_CASE("any number of submitted writes of one key wait for the clock") {
  constexpr std::size_t kSessions = 400,
                        kRows =
                            4;  // more than there may be threads, more rows than a second has milliseconds
  Database database = Database::open_temporary({.sync = false});
  Session session(database);
  create_keyspace(session);
  session.execute("CREATE TABLE o (u int, at timestamp, v int, PRIMARY KEY (u, at))");
  std::atomic<std::size_t> refused = 0;
  {
    std::vector<std::unique_ptr<Session>> sessions;
    for (std::size_t number = 0; number < kSessions; ++number) {
      sessions.push_back(std::make_unique<Session>(database));
      sessions.back()->use("k");
    }
    for (const auto& each : sessions) {
      for (std::size_t row = 0; row < kRows; ++row) {
        Request request;
        request.statement = std::string(kInsertNow);
        each->submit(request,
                     [&](Reply reply) { refused += std::holds_alternative<Refusal>(reply) ? 1 : 0; });
      }
    }
    session.execute("CREATE TABLE other (k int PRIMARY KEY)");  // others go on meanwhile
  }
  CHECK(refused == 0);
  Result result = session.execute("SELECT at FROM o WHERE u = 1");
  CHECK(rows_of(result).size() == kSessions * kRows);
}

TEST_CASE("processes that write one key lose no row") {
  constexpr int kProcesses = 2, kRows = 400;
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("key_times_" + std::to_string(getpid()) + ".cellar");
  {
    Database database = Database::open(path, {.sync = false});
    Session session(database);
    create_keyspace(session);
    session.execute("CREATE TABLE o (u int, at timestamp, v int, PRIMARY KEY (u, at))");
  }
  std::vector<pid_t> children;
  for (int process = 0; process < kProcesses; ++process) {
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child > 0) {
      children.push_back(child);
      continue;
    }
    try {
      Session session(Database::open(path, {.sync = false}));
      session.use("k");
      for (int row = 0; row < kRows; ++row) session.execute(kInsertNow);
    } catch (...) {
      ::_exit(1);
    }
    ::_exit(0);
  }
  for (const pid_t child : children) {
    int status = 0;
    ::waitpid(child, &status, 0);
    CHECK(status == 0);
  }
  Database database = Database::open(path, {.sync = false});
  Session session(database);
  session.use("k");
  Result result = session.execute("SELECT at FROM o WHERE u = 1");
  CHECK(rows_of(result).size() == kProcesses * kRows);
  std::filesystem::remove(path);
  std::filesystem::remove(path.string() + "-lock");
}
