// What was acknowledged survives a kill; what is there is a prefix of the script.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "database/database.h"
#include "process.h"

namespace {

constexpr int kDefinitions = 2;  // statements of the script before its first write
constexpr int kWrites = 45'000;  // of a page: several groups
constexpr std::chrono::microseconds kLongestRun{10'000'000};

std::string make_script(int writes) {
  std::string script =
      "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
      "CREATE TABLE k.t (p int, c int, v text, PRIMARY KEY (p, c));\n";
  for (int i = 0; i < writes; ++i) {
    script += "INSERT INTO k.t (p, c, v) VALUES (" + std::to_string(i % 7) + ", " + std::to_string(i) +
              ", '" + std::string(2100, 'v') + "');\n";
  }
  return script;
}

int last_committed(const std::string& errors) {
  const std::string mark = "-- committed ";
  const std::size_t place = errors.rfind(mark);
  return place == errors.npos ? 0 : std::atoi(errors.c_str() + place + mark.size());
}

pid_t start_load(const std::filesystem::path& database, const std::filesystem::path& script,
                 const std::filesystem::path& errors, const char* mode) {
  // A child that is killed at once has not emptied the file, and what an earlier one wrote would be read.
  write_file(errors, "");
  std::fflush(nullptr);  // or the child writes it, too
  const pid_t child = fork();
  if (child != 0) return child;
  if (freopen("/dev/null", "w", stdout) == nullptr || freopen(errors.c_str(), "w", stderr) == nullptr)
    _exit(126);
  execl(CELLAR_PROGRAM, CELLAR_PROGRAM, database.c_str(), "-f", script.c_str(), "--report-commits", "--sync",
        mode, nullptr);
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
  while (const cellar::ResultRow* row = result.next()) {
    const std::string_view bytes = (*row)[0].value();
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

struct Kills {
  const char* mode;
  int rounds;
};

#ifdef __SANITIZE_ADDRESS__
constexpr int kRounds = 8;  // a load is slow with the sanitizer; the kills that matter are those without it
#else
constexpr int kRounds = 30;
#endif

std::vector<Kills> kills() {
  const char* wanted = std::getenv("CELLAR_KILLS");
  if (wanted == nullptr) return {{"group", 3 * kRounds}, {"each", kRounds}, {"off", kRounds}};
  return {{"group", std::atoi(wanted)}, {"each", std::atoi(wanted)}, {"off", std::atoi(wanted)}};
}

/// How long a load takes, but no longer than a test may wait: the kills are to fall into it.
std::chrono::microseconds time_of_load(const std::filesystem::path& database,
                                       const std::filesystem::path& script, const char* mode) {
  constexpr std::chrono::seconds kLongest{1};
  const auto begin = std::chrono::steady_clock::now();
  const pid_t child = start_load(database, script, "/dev/null", mode);
  while (waitpid(child, nullptr, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() - begin > kLongest) {
      kill(child, SIGKILL);
      waitpid(child, nullptr, 0);
      break;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begin);
}

/// What a load said with the reporter loaded, in order: s for each sync, c for each commit it reported.
std::string syncs_and_commits(const std::string& errors) {
  std::string marks;
  for (std::size_t mark = errors.find("-- "); mark != errors.npos; mark = errors.find("-- ", mark + 1)) {
    if (errors.compare(mark, 9, "-- synced") == 0) marks += 's';
    if (errors.compare(mark, 12, "-- committed") == 0) marks += 'c';
  }
  return marks;
}

std::string reported_load(const std::string& mode, int writes) {
  TemporaryFolder folder;
  write_file(folder / "load.cql", make_script(writes));
  const Outcome outcome = run_cellar(
      {(folder / "db").string(), "-f", (folder / "load.cql").string(), "--report-commits", "--sync", mode},
      {}, {"LD_PRELOAD=" CELLAR_SYNC_REPORTER, "ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=0"});
  REQUIRE(outcome.status == 0);
  CHECK(last_committed(outcome.errors) == writes + kDefinitions);
  return syncs_and_commits(outcome.errors);
}

}  // namespace

TEST_CASE("a load that is killed leaves a prefix of the script, with all that was acknowledged") {
  TemporaryFolder folder;
  write_file(folder / "load.cql", make_script(kWrites));
  std::mt19937 random(20'26);
  for (const auto& [mode, rounds] : kills()) {
    auto longest = time_of_load(folder / mode, folder / "load.cql", mode);
    int with_rows = 0;
    int cut_short = 0;
    const auto fell_into_the_load = [&] { return with_rows > 0 && cut_short > 0; };
    for (int round = 0; round < rounds || (!fell_into_the_load() && round < 10 * rounds); ++round) {
      // The machine may be busier than it was when the load was timed, or less busy.
      if (round > 0 && round % 10 == 0 && with_rows == 0) longest = std::min(2 * longest, kLongestRun);
      if (round > 0 && round % 10 == 0 && cut_short == 0) longest /= 2;
      const auto database = folder / (mode + std::to_string(round));
      const pid_t child = start_load(database, folder / "load.cql", folder / "errors", mode);
      std::this_thread::sleep_for(std::chrono::microseconds(random() % longest.count()));
      kill(child, SIGKILL);
      waitpid(child, nullptr, 0);
      const int acknowledged = last_committed(read_file(folder / "errors"));
      if (!std::filesystem::exists(database)) {
        CHECK(acknowledged == 0);
        continue;
      }
      const int there = writes_in(database);
      INFO(mode << ", round " << round << ": acknowledged " << acknowledged << ", there " << there);
      CHECK(there >= 0);
      CHECK(there >= acknowledged - kDefinitions);
      with_rows += there > 0 ? 1 : 0;
      cut_short += there < kWrites ? 1 : 0;
      std::filesystem::remove(database);
    }
    // The kills fell into the load, not all before or after it.
    INFO(mode);
    CHECK(with_rows > 0);
    CHECK(cut_short > 0);
  }
}

// A kill leaves the system's cache alive, so these look at what was asked of the disk, and when.

TEST_CASE("each group was synced to the disk before it was reported") {
  const std::string marks = reported_load("group", kWrites);
  CHECK(marks.front() == 's');
  CHECK(marks.find("cc") == marks.npos);
  CHECK(std::count(marks.begin(), marks.end(), 'c') > 1);
}

TEST_CASE("with --sync each every statement was synced before it was reported, and reported by itself") {
  constexpr int kFew = 300;
  const std::string marks = reported_load("each", kFew);
  CHECK(marks.front() == 's');
  CHECK(marks.find("cc") == marks.npos);
  CHECK(std::count(marks.begin(), marks.end(), 'c') == kFew + kDefinitions);
}

TEST_CASE("with --sync off the disk is asked for nothing before the end") {
  const std::string marks = reported_load("off", kWrites);
  CHECK(std::count(marks.begin(), marks.end(), 'c') > 1);
  CHECK(marks.find('s') == marks.rfind('c') + 1);
}
