#include "database/trace.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "database/database.h"

using namespace cellar;

namespace {

struct TracedSession {
  Database database = Database::open_temporary();
  Session session{database};

  TracedSession() {
    session.execute(
        "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    session.execute("USE k");
    session.execute("CREATE TABLE t (p int, c int, v text, w int, PRIMARY KEY (p, c))");
    session.set_tracing(true);
  }

  /// Runs the statement, reads its rows, and returns the trace.
  TracePointer trace(std::string_view statement) {
    try {
      Result result = session.execute(statement);
      while (result.next() != nullptr) {
      }
      return session.end_trace(&result);
    } catch (const Refusal&) {
      return session.end_trace();
    }
  }
  std::vector<std::string> steps(std::string_view statement) {
    const TracePointer ended = trace(statement);
    REQUIRE(ended != nullptr);
    std::vector<std::string> activities;
    for (const TraceStep& step : ended->steps) activities.push_back(step.activity);
    return activities;
  }
};

using Steps = std::vector<std::string>;

}  // namespace

TEST_CASE("the trace of a write tells how it was planned, what it wrote, and its commit") {
  TracedSession traced;
  CHECK(traced.steps("INSERT INTO t (p, c, v, w) VALUES (1, 2, 'x', null)") ==
        Steps{"Parsed the statement: its shape was not known", "Planned: upsert of k.t: 1 partition",
              "Acquired the write lock", "Gathered 1 row of 1 partition: 1 cell, 1 tombstone",
              "Merged with the stored rows", "Committed"});
  CHECK(traced.steps("INSERT INTO t (p, c, v, w) VALUES (1, 3, 'y', null)").front() ==
        "Found the plan of this shape: upsert of k.t: 1 partition");
}

TEST_CASE("a trace begins by the clock of the database, as its id does") {
  constexpr Timestamp kNow = 1'577'836'800'000'000;  // 2020-01-01
  const Database database =
      Database::open_temporary({.clock = [] { return kNow; }, .clock_is_set = [] { return true; }});
  Session session(database);
  session.set_tracing(true);
  Result result = session.execute("SELECT key FROM system.local");
  const TracePointer trace = session.end_trace(&result);
  CHECK(trace->began.time_since_epoch() == std::chrono::microseconds(kNow));
  CHECK(trace->id.substr(14, 4) == "11ea");  // the high bits of a time in 2020, behind the version
}

TEST_CASE("the trace of a read counts what was read and passed over") {
  TracedSession traced;
  for (const char* row : {"1", "2", "3"})
    traced.session.execute("INSERT INTO t (p, c, v) VALUES (1, " + std::string(row) + ", 'x')");
  traced.session.execute("DELETE FROM t WHERE p = 1 AND c = 2");
  const std::string read = "SELECT v FROM t WHERE p = 1";
  const Steps first = traced.steps(read);
  REQUIRE(first.size() == 4);
  CHECK(first[0] == "Parsed the statement: its shape was not known");
  CHECK(first[1] == "Planned: partition of k.t: 1 partition");
  CHECK_THAT(first[2], Catch::StartsWith("Read 1 partition, 2 rows, "));
  CHECK(first[3] == "Passed over 1 row tombstone");
  CHECK(traced.steps(read).front() == "Found the plan of this shape: partition of k.t: 1 partition");
}

TEST_CASE("a trace names the index that is read, and what follows a write") {
  TracedSession traced;
  traced.session.execute("CREATE INDEX by_v ON t (v)");
  CHECK_THAT(traced.steps("SELECT p FROM t WHERE v = 'x'")[1], Catch::Contains("through the index by_v"));
  CHECK_THAT(traced.steps("UPDATE t SET v = 'y' WHERE p = 1 AND c = 1")[1],
             Catch::Contains("followed by") && Catch::Contains("by_v"));
}

TEST_CASE("a refused statement is traced up to its refusal") {
  TracedSession traced;
  CHECK(traced.steps("SELECT nothing FROM t") == Steps{"Parsed the statement: its shape was not known",
                                                       "Refused: E203, table t has no column nothing"});
  CHECK_THAT(traced.steps("SELECT FROM WHERE").back(), Catch::StartsWith("Refused: E1"));
}

TEST_CASE("a write of a group is committed after its trace") {
  TracedSession traced;
  traced.session.begin_group();
  CHECK(traced.steps("INSERT INTO t (p, c, v) VALUES (1, 1, 'x')").back() ==
        "Left it in the open group, which is committed later");
  traced.session.commit_group();
}

TEST_CASE("definitions, batches, conditions and prepared statements are traced") {
  TracedSession traced;
  CHECK(traced.steps("CREATE TABLE u (p int PRIMARY KEY)") ==
        Steps{"Parsed the statement: its shape was not known", "Acquired the write lock", "Planned",
              "Made the change", "Committed"});
  const std::string batch =
      "BEGIN BATCH INSERT INTO t (p, c, v) VALUES (1, 1, 'x'); INSERT INTO t (p, c, v) VALUES (1, 2, 'x'); "
      "APPLY BATCH";
  const Steps in_batch = traced.steps(batch);
  CHECK(std::ranges::find(in_batch, "Gathered 2 rows of 1 partition: 2 cells, 0 tombstones") !=
        in_batch.end());
  const Steps conditional = traced.steps("INSERT INTO t (p, c, v) VALUES (1, 1, 'z') IF NOT EXISTS");
  CHECK(std::ranges::any_of(conditional,
                            [](const std::string& step) { return step.ends_with(" before the write"); }));
  CHECK(traced.steps("INSERT INTO t (p, c, v) VALUES (1, 1, 'z') IF NOT EXISTS")[4] == "Committed");
  const Prepared prepared = traced.session.prepare("SELECT v FROM t WHERE p = ?");
  Result result = traced.session.execute(prepared, 1);
  while (result.next() != nullptr) {
  }
  const TracePointer trace = traced.session.end_trace(&result);
  REQUIRE(trace->steps.size() == 2);
  CHECK(trace->steps[0].activity == "Used the plan of a prepared statement");
}

TEST_CASE("a statement that is prepared is traced, and one that cannot be up to its refusal") {
  TracedSession traced;
  const Prepared prepared = traced.session.prepare("SELECT v FROM t WHERE p = ?");
  const TracePointer planned = traced.session.end_trace();
  REQUIRE(planned != nullptr);
  CHECK(planned->statement == "SELECT v FROM t WHERE p = ?");
  REQUIRE(planned->steps.size() == 1);
  CHECK(planned->steps[0].activity == "Planned: partition of k.t: 1 partition");
  CHECK_THROWS_AS(traced.session.prepare("SELECT nothing FROM t WHERE p = ?"), Refusal);
  const TracePointer refused = traced.session.end_trace();
  REQUIRE(refused != nullptr);
  CHECK_THAT(refused->steps.back().activity, Catch::StartsWith("Refused: E203"));
  traced.session.set_tracing(false);
  traced.session.prepare("SELECT w FROM t WHERE p = ?");
  CHECK(traced.session.end_trace() == nullptr);
}

TEST_CASE("the times of a trace grow, its id is a timeuuid, and without tracing there is none") {
  TracedSession traced;
  const TracePointer trace = traced.trace("INSERT INTO t (p, c, v) VALUES (1, 1, 'x')");
  CHECK(std::ranges::is_sorted(trace->steps, {}, &TraceStep::elapsed));
  CHECK(trace->steps.back().elapsed <= trace->duration);
  REQUIRE(trace->id.size() == 36);
  CHECK(trace->id[14] == '1');
  CHECK(traced.session.end_trace() == nullptr);
  traced.session.set_tracing(false);
  CHECK(traced.trace("SELECT v FROM t WHERE p = 1") == nullptr);
}

TEST_CASE("the trace of a request tells the table of its own keyspace") {
  TracedSession traced;
  traced.session.set_tracing(false);
  traced.session.execute(
      "CREATE KEYSPACE other WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  traced.session.execute("CREATE TABLE other.t (p int PRIMARY KEY)");
  traced.session.set_tracing(true);
  Request request;
  request.statement = std::string("SELECT * FROM t WHERE p = 1");
  request.keyspace = "other";
  Result result = traced.session.execute(request);
  const TracePointer trace = traced.session.end_trace(&result);
  REQUIRE(trace != nullptr);
  std::string activities;
  for (const TraceStep& step : trace->steps) activities += step.activity + '\n';
  CHECK_THAT(activities, Catch::Contains("point of other.t: 1 partition"));
}
