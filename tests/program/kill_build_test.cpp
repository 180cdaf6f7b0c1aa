// An index or view whose build was killed is never taken for a complete one, and is built by the next statement
// that needs it.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <thread>

#include "database/database.h"
#include "process.h"

namespace {

using cellar::Database;
using cellar::Session;

constexpr int kRows = 70'000;  // several transactions of a build

void fill(const std::filesystem::path& path) {
  Session session(Database::open(path));
  session.execute(
      "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  session.execute("CREATE TABLE k.t (p int, c int, v int, PRIMARY KEY (p, c))");
  const cellar::Prepared insert = session.prepare("INSERT INTO k.t (p, c, v) VALUES (?, ?, ?)");
  session.begin_group();
  for (int i = 0; i < kRows; ++i) session.execute(insert, i % 10, i, i % 1'000);
  session.commit_group();
}

pid_t start(const std::filesystem::path& database, const std::filesystem::path& script) {
  const pid_t child = fork();
  if (child != 0) return child;
  const int null = open("/dev/null", O_RDWR);
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(null, standard);
  execl(CELLAR_PROGRAM, CELLAR_PROGRAM, database.c_str(), "-f", script.c_str(), nullptr);
  _exit(127);
}

enum class State { absent, unbuilt, built };

State state_of(const Database& database) {
  const cellar::TablePointer table = database.schema()->find_table("k", "t");
  if (!table->indexes.empty()) return table->indexes[0].is_built ? State::built : State::unbuilt;
  if (!table->views.empty()) return table->views[0].is_built ? State::built : State::unbuilt;
  return State::absent;
}

/// Kills a process while it builds. Returns false if the build was over before.
bool kill_build(const std::filesystem::path& path, const std::filesystem::path& script) {
  const Database database = Database::open(path);
  const pid_t child = start(path, script);
  bool has_ended = false;
  while (!has_ended && state_of(database) == State::absent) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    has_ended = waitpid(child, nullptr, WNOHANG) != 0;
  }
  if (!has_ended) {
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
  }
  return state_of(database) == State::unbuilt;
}

std::int64_t count(Session& session, const std::string& statement) {
  cellar::Result result = session.execute(statement);
  return result.next()->get<std::int64_t>(0);
}

const std::string kIndex = "CREATE INDEX IF NOT EXISTS by_v ON k.t (v)";
const std::string kView =
    "CREATE MATERIALIZED VIEW IF NOT EXISTS k.v AS SELECT * FROM k.t WHERE p IS NOT NULL AND c IS NOT NULL "
    "AND v "
    "IS NOT NULL PRIMARY KEY (v, p, c)";

/// Returns a file with a build that was killed.
void make_killed(const TemporaryFolder& folder, const std::string& definition) {
  fill(folder / "full");
  write_file(folder / "build.cql", definition + ";\n");
  constexpr int kMostTries = 20;
  for (int tries = 0; tries < kMostTries; ++tries) {
    std::filesystem::copy_file(folder / "full", folder / "db",
                               std::filesystem::copy_options::overwrite_existing);
    if (kill_build(folder / "db", folder / "build.cql")) return;
  }
  FAIL("no kill came in time");
}

}  // namespace

TEST_CASE("an index whose build was killed is built by the definition and by the read that need it") {
  const TemporaryFolder folder;
  make_killed(folder, kIndex);
  std::filesystem::copy_file(folder / "db", folder / "copy");
  {
    const Database database = Database::open(folder / "db");
    Session session(database);
    session.execute("INSERT INTO k.t (p, c, v) VALUES (1, -1, 7)");
    CHECK(state_of(database) == State::unbuilt);
    CHECK(count(session, "SELECT count(*) FROM k.t WHERE v = 7") == kRows / 1'000 + 1);
    CHECK(state_of(database) == State::built);
  }
  {
    const Database database = Database::open(folder / "copy");
    Session session(database);
    session.execute(kIndex);
    CHECK(state_of(database) == State::built);
    CHECK(count(session, "SELECT count(*) FROM k.t WHERE v = 7") == kRows / 1'000);
  }
}

TEST_CASE("a view whose build was killed is built by the read that needs it") {
  const TemporaryFolder folder;
  make_killed(folder, kView);
  {
    cellar::StoreOptions options;
    options.read_only = true;
    Session session(Database::open(folder / "db", options));
    CHECK_THROWS_WITH(session.execute("SELECT count(*) FROM k.v"),
                      Catch::Contains("does not hold all rows of table t yet"));
  }
  const Database database = Database::open(folder / "db");
  Session session(database);
  session.begin_group();
  session.execute("INSERT INTO k.t (p, c, v) VALUES (1, -1, 7)");
  CHECK(count(session, "SELECT count(*) FROM k.v WHERE v = 7") == kRows / 1'000 + 1);
  session.commit_group();
  CHECK(state_of(database) == State::built);
  CHECK(count(session, "SELECT count(*) FROM k.v") == kRows + 1);
}
