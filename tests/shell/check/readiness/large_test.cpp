// The time and the memory of a pass over 300 MB of rows: `shell_test "[.large]"`, which no other run includes.
#include <catch2/catch.hpp>
#include <chrono>
#include <fstream>
#include <sstream>

#include "judged.h"

using namespace cellar;

namespace {

constexpr int kLargeRows = 1'600'000;

/// Anonymous memory of this process in kB. The pages of the file are not among it.
std::uint64_t anonymous_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("RssAnon:")) return std::stoull(line.substr(line.find_first_of("0123456789")));
  }
  return 0;
}

Database large_database(const std::filesystem::path& path) {
  Database database = Database::open(path, {.sync = false});
  Session session(database);
  session.execute(
      "CREATE KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': 3}");
  session.execute(
      "CREATE TABLE shop.events (user int, at int, kind text, body text, PRIMARY KEY (user, at))");
  const Prepared insert =
      session.prepare("INSERT INTO shop.events (user, at, kind, body) VALUES (?, ?, ?, ?)");
  const std::string body(150, 'x');
  session.begin_group(GroupKind::bulk);
  for (int row = 0; row < kLargeRows; ++row) {
    // One row of five belongs to one partition.
    const int user = row % 5 == 0 ? 0 : row % 100'003;
    session.execute(insert, user, row, std::string(1, static_cast<char>('a' + row % 3)), body);
    if (!session.group_is_large()) continue;
    session.commit_group();
    session.begin_group(GroupKind::bulk);
  }
  session.commit_group();
  return database;
}

template <typename Work>
double seconds_of(const Work& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

TEST_CASE("a pass over 300 MB takes memory that does not grow", "[.large]") {
  const ScratchFolder folder;
  const Database database = large_database(folder.path / "large.cellar");
  const double counted = seconds_of([&] {
    Session session(database);
    Result result = session.execute("SELECT count(*) FROM shop.events");
    REQUIRE(result.next()->get<std::int64_t>(0) == kLargeRows);
  });
  ReadinessTask task{
      .name = "large.cellar", .judged = database, .tried = Database::open_temporary(), .scripts = {}};
  const std::uint64_t before = anonymous_memory();
  std::uint64_t rows = 0, most = before;
  task.progress = [&](std::uint64_t) {
    if (++rows % 100'000 == 0) most = std::max(most, anonymous_memory());
  };
  ReadinessReport report;
  const double judged = seconds_of([&] { report = judge_readiness(task); });
  REQUIRE(report.tables.size() == 1);
  CHECK(report.tables.front().rows == kLargeRows);
  CHECK(report.tables.front().bytes > 250'000'000);
  CHECK(report.count(LintLevel::error) == 0);
  constexpr std::uint64_t kMostMemory = 16 * 1024;
  CHECK(most - before < kMostMemory);
  const double millions = kLargeRows / 1e6;
  WARN(report.tables.front().bytes / 1'000'000 << " MB: " << judged / millions
                                               << " s a million rows, count(*) " << counted / millions
                                               << " s, memory " << most - before << " kB");
}
