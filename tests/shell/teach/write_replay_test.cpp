// RING WRITES: slices of time, also at the ends of what a timestamp can say.
#include "shell/teach/ring/write_replay.h"

#include <catch2/catch.hpp>
#include <limits>

#include "shell/connection/database_connection.h"

using namespace cellar;

namespace {

WriteReplay replay_of(const std::vector<std::int64_t>& times) {
  DatabaseConnection connection(Database::open_temporary({.sync = false}), Policy::cassandra);
  connection.execute(
      "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  connection.use("k");
  connection.execute("CREATE TABLE t (a int PRIMARY KEY, b int)");
  WriteReplayer replayer(connection, Ring::of_equal_parts(3), std::nullopt);
  for (const std::int64_t time : times)
    replayer.add("UPDATE t USING TIMESTAMP " + std::to_string(time) + " SET b = 1 WHERE a = 1");
  return replayer.replay();
}

constexpr std::int64_t kLast = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kFirst = std::numeric_limits<std::int64_t>::min() + 1;  // the first that CQL takes

}  // namespace

TEST_CASE("writes at the ends of time lie in few slices") {
  for (const std::vector<std::int64_t>& times :
       {std::vector{kLast}, {kFirst}, {kFirst, kLast}, {kFirst, 0, kLast}, {kLast - 60'000'000, kLast}}) {
    const WriteReplay replay = replay_of(times);
    INFO(times.front());
    REQUIRE_FALSE(replay.slices.empty());
    CHECK(replay.slices.size() <= kMostSlices);
    CHECK(replay.slices.front().begin <= times.front());
    CHECK(replay.slices.front().writes > 0);
    CHECK(replay.slices.back().writes > 0);
    std::uint64_t writes = 0;
    for (const ReplaySlice& slice : replay.slices) writes += slice.writes;
    CHECK(writes == times.size());
  }
}

TEST_CASE("slices begin at multiples of their width, before 1970, too") {
  const WriteReplay replay = replay_of({-1'500'000, 500'000});
  CHECK(replay.width == 1'000'000);
  REQUIRE(replay.slices.size() == 3);
  CHECK(replay.slices[0].begin == -2'000'000);
  CHECK(replay.slices[1].writes == 0);
  CHECK(replay.slices[2].begin == 0);
}
