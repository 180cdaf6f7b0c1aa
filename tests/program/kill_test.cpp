// What was acknowledged survives a kill; what is there is a prefix of the script.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <cstdlib>
#include <random>
#include <string>
#include <thread>

#include "executor/database.h"
#include "process.h"

namespace {

constexpr int kDefinitions = 3;  // statements of the script before its first write
constexpr int kWrites = 60'000;

std::string make_script() {
  std::string script =
      "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
      "USE k;\n"
      "CREATE TABLE t (p int, c int, v text, PRIMARY KEY (p, c));\n";
  for (int i = 0; i < kWrites; ++i) {
    script += "INSERT INTO t (p, c, v) VALUES (" + std::to_string(i % 7) + ", " + std::to_string(i) +
              ", 'value " + std::to_string(i) + "');\n";
  }
  return script;
}

int last_committed(const std::string& errors) {
  const std::string mark = "-- committed ";
  const std::size_t place = errors.rfind(mark);
  return place == errors.npos ? 0 : std::atoi(errors.c_str() + place + mark.size());
}

pid_t start_load(const std::filesystem::path& database, const std::filesystem::path& script,
                 const std::filesystem::path& errors) {
  const pid_t child = fork();
  if (child != 0) return child;
  if (freopen("/dev/null", "w", stdout) == nullptr || freopen(errors.c_str(), "w", stderr) == nullptr)
    _exit(126);
  execl(CELLAR_PROGRAM, CELLAR_PROGRAM, database.c_str(), "-f", script.c_str(), "--report-commits", nullptr);
  _exit(127);
}

/// How many writes are there; -1 where they are no prefix of the script.
int writes_in(const std::filesystem::path& path) {
  const cellar::Database database = cellar::Database::open(path);
  const cellar::SchemaPointer schema = database.schema();
  if (schema->find_table("k", "t") == nullptr) return 0;
  cellar::Session session(database);
  std::vector<bool> there(kWrites, false);
  int count = 0;
  cellar::Result result = session.execute("SELECT c FROM k.t");
  while (const auto* row = result.next()) {
    const std::string& bytes = row->at(0).value();
    std::uint32_t number = 0;
    for (const char byte : bytes) number = number << 8 | static_cast<unsigned char>(byte);
    there.at(number) = true;
    ++count;
  }
  for (int i = 0; i < count; ++i) {
    if (!there[i]) return -1;
  }
  return count;
}

int kills() {
  const char* wanted = std::getenv("CELLAR_KILLS");
  return wanted == nullptr ? 100 : std::atoi(wanted);
}

}  // namespace

TEST_CASE("a load that is killed leaves a prefix of the script, with all that was acknowledged") {
  TemporaryFolder folder;
  write_file(folder / "load.cql", make_script());
  std::mt19937 random(20'26);
  int with_rows = 0;
  int cut_short = 0;
  for (int round = 0; round < kills(); ++round) {
    const auto database = folder / ("db" + std::to_string(round));
    const pid_t child = start_load(database, folder / "load.cql", folder / "errors");
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 1'500'000));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    const int acknowledged = last_committed(read_file(folder / "errors"));
    if (!std::filesystem::exists(database)) {
      CHECK(acknowledged == 0);
      continue;
    }
    const int there = writes_in(database);
    INFO("round " << round << ": acknowledged " << acknowledged << ", there " << there);
    CHECK(there >= 0);
    CHECK(there >= acknowledged - kDefinitions);
    with_rows += there > 0 ? 1 : 0;
    cut_short += there < kWrites ? 1 : 0;
    std::filesystem::remove(database);
  }
  // The kills fell into the load, not all before or after it.
  CHECK(with_rows > 0);
  CHECK(cut_short > 0);
}

TEST_CASE("each acknowledged group was synced to the disk before it was reported") {
  TemporaryFolder folder;
  write_file(folder / "load.cql", make_script());
  const Outcome outcome = run_cellar(
      {(folder / "db").string(), "-f", (folder / "load.cql").string(), "--report-commits"}, {},
      {"LD_PRELOAD=" CELLAR_SYNC_REPORTER, "ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=0"});
  REQUIRE(outcome.status == 0);
  int commits = 0;
  std::size_t from = 0;
  for (std::size_t mark; (mark = outcome.errors.find("-- committed ", from)) != outcome.errors.npos;
       from = mark + 1) {
    ++commits;
    const std::size_t synced = outcome.errors.rfind("-- synced", mark);
    CHECK(synced != outcome.errors.npos);
    CHECK(synced >= (from == 0 ? 0 : from - 1));
  }
  CHECK(commits > 1);
  CHECK(last_committed(outcome.errors) == kWrites + kDefinitions);
}
