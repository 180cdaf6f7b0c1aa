// Sessions of two processes write one file, and both processes are killed: what each session was told is
// there, in its order.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <map>
#include <random>
#include <semaphore>
#include <thread>
#include <vector>

#include "database/database.h"
#include "process.h"
#include "types/number/number.h"

namespace {

using namespace cellar;

constexpr int kSessions = 8;  // of a process; half of them submit
constexpr std::ptrdiff_t kUnanswered = 4;

struct Acknowledged {
  std::int32_t session;
  std::int32_t row;
};

std::vector<BoundValue> row_of(std::int32_t session, std::int32_t row) {
  return {{encode_int32(session)}, {encode_int32(row)}, {std::string(300, 'v')}};
}

void tell(int descriptor, std::int32_t session, std::int32_t row) {
  const Acknowledged acknowledged{session, row};
  if (write(descriptor, &acknowledged, sizeof acknowledged) != sizeof acknowledged) _exit(3);
}

void execute_rows(const Database& database, const Prepared& insert, std::int32_t number, int told) {
  Session session(database);
  for (std::int32_t row = 0;; ++row) {
    session.execute(insert, row_of(number, row));
    tell(told, number, row);
  }
}

void submit_rows(const Database& database, const Prepared& insert, std::int32_t number, int told) {
  std::counting_semaphore<kUnanswered> unanswered(kUnanswered);
  Session session(database);
  for (std::int32_t row = 0;; ++row) {
    unanswered.acquire();
    Request request;
    request.statement = insert;
    request.values = row_of(number, row);
    session.submit(std::move(request), [&, row](const Reply& reply) {
      if (std::holds_alternative<Refusal>(reply)) _exit(4);
      tell(told, number, row);
      unanswered.release();
    });
  }
}

/// Until it is killed.
[[noreturn]] void write_rows(const std::filesystem::path& file, const std::filesystem::path& acknowledged,
                             std::int32_t first_session) {
  const int told = open(acknowledged.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0666);
  const Database database = Database::open(file);
  const Prepared insert = Session(database).prepare("INSERT INTO k.t (p, c, v) VALUES (?, ?, ?)");
  std::vector<std::thread> threads;
  for (std::int32_t number = first_session; number < first_session + kSessions; ++number) {
    threads.emplace_back(
        [&, number] { (number % 2 == 0 ? execute_rows : submit_rows)(database, insert, number, told); });
  }
  for (std::thread& thread : threads) thread.join();
  _exit(5);
}

pid_t start_writers(const std::filesystem::path& file, const std::filesystem::path& acknowledged,
                    std::int32_t first_session) {
  const pid_t child = fork();
  if (child != 0) return child;
  try {
    write_rows(file, acknowledged, first_session);
  } catch (...) {
  }
  _exit(6);
}

void create_table(const std::filesystem::path& file) {
  Session session(Database::open(file));
  session.execute(
      "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  session.execute("CREATE TABLE k.t (p int, c int, v text, PRIMARY KEY (p, c))");
}

/// How many rows each session has been told of; they must have been told in their order.
std::map<std::int32_t, std::int32_t> rows_told(const std::filesystem::path& acknowledged) {
  const std::string bytes = read_file(acknowledged);
  std::map<std::int32_t, std::int32_t> rows;
  Acknowledged next{};
  for (std::size_t place = 0; place + sizeof next <= bytes.size(); place += sizeof next) {
    bytes.copy(reinterpret_cast<char*>(&next), sizeof next, place);
    REQUIRE(next.row == rows[next.session]++);
  }
  return rows;
}

/// How many rows each session has written; they must be there without a hole.
std::map<std::int32_t, std::int32_t> rows_there(const std::filesystem::path& file) {
  Session session(Database::open(file));
  std::map<std::int32_t, std::int32_t> rows;
  Result result = session.execute("SELECT p, c FROM k.t");
  while (const ResultRow* row = result.next()) {
    const auto number = static_cast<std::int32_t>(decode_integer(*(*row)[0]));
    REQUIRE(decode_integer(*(*row)[1]) == rows[number]++);
  }
  return rows;
}

}  // namespace

TEST_CASE("sessions of two processes that are killed find what they were told, in their order") {
  const char* wanted = std::getenv("CELLAR_KILLS");
  const int rounds = wanted == nullptr ? 15 : std::atoi(wanted);
  std::mt19937 random(64);
  std::size_t told_of = 0;
  for (int round = 0; round < rounds; ++round) {
    TemporaryFolder folder;
    const auto file = folder / "db";
    create_table(file);
    std::array<pid_t, 2> writers{};
    for (std::size_t i = 0; i < writers.size(); ++i) {
      writers[i] = start_writers(file, folder / "told", static_cast<std::int32_t>(i) * kSessions);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % 400));
    for (const pid_t writer : writers) {
      CHECK(waitpid(writer, nullptr, WNOHANG) == 0);  // still at work
      kill(writer, SIGKILL);
      waitpid(writer, nullptr, 0);
    }
    if (!std::filesystem::exists(folder / "told")) continue;
    auto there = rows_there(file);
    for (const auto& [session, rows] : rows_told(folder / "told")) {
      INFO("round " << round << ", session " << session);
      CHECK(there[session] >= rows);
      told_of += rows;
    }
  }
  CHECK(told_of > 0);
}
