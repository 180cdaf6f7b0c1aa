// Writes that are watched for notices mean what they mean unwatched, in groups and alone.
#include "fixture.h"

namespace cellar {
namespace {

const std::vector<std::string> kDefinitions = {
    "CREATE TYPE place (street text, zip int)",
    "CREATE TABLE t (k int, c int, s text STATIC, v text, l list<int>, m map<int, int>, p place, PRIMARY KEY "
    "(k, c))",
    "CREATE TABLE hits (k int PRIMARY KEY, n counter)",
    "CREATE TABLE keys (k int, c text, PRIMARY KEY (k, c))",
    "CREATE INDEX ON t (v)",
};
const std::vector<std::string> kWrites = {
    "INSERT INTO t (k, c, s, v, l, m, p) VALUES (1, 1, 's', 'a', [1, 2], {1: 2}, {street: 'x', zip: 1})",
    "INSERT INTO t (k, c, v) VALUES (1, 1, 'b')",
    "INSERT INTO t (k, c, v) VALUES (1, 1, 'b')",
    "INSERT INTO t (k, c, v) VALUES (1, 2, null)",
    "INSERT INTO t JSON '{\"k\": 2, \"c\": 1, \"v\": \"j\"}'",
    "UPDATE t SET v = 'b', l = [3], m[1] = 5, p.zip = 2 WHERE k = 1 AND c = 1",
    "UPDATE t SET l[0] = 4 WHERE k = 1 AND c = 1",
    "UPDATE t SET l = l - [4], m = m - {9} WHERE k = 1 AND c = 1",
    "UPDATE t SET s = 's' WHERE k = 1",
    "UPDATE t SET v = 'x' WHERE k IN (1, 2) AND c IN (1, 2)",
    "UPDATE t USING TIMESTAMP 5 SET v = 'old' WHERE k = 1 AND c = 1",
    "DELETE FROM t USING TIMESTAMP 5 WHERE k = 1 AND c = 1",
    "DELETE v FROM t WHERE k = 1 AND c = 2",
    "DELETE FROM t WHERE k = 1 AND c > 1",
    "DELETE FROM t WHERE k = 9",
    "INSERT INTO t (k, c) VALUES (1, 1) IF NOT EXISTS",
    "BEGIN BATCH INSERT INTO t (k, c, v) VALUES (3, 1, 'n'); DELETE FROM t WHERE k = 2 AND c = 1; INSERT "
    "INTO keys (k, "
    "c) VALUES (1, '10'); APPLY BATCH",
    "UPDATE hits SET n = n + 2 WHERE k = 1",
    "UPDATE hits SET n = n - 1 WHERE k = 1",
    "INSERT INTO keys (k, c) VALUES (1, 'a:b')",
    "INSERT INTO keys (k, c) VALUES (1, 'a:b')",
};
const std::vector<std::string> kReads = {
    "SELECT k, c, s, v, l, m, p, writetime(v) FROM t",
    "SELECT k, c FROM t WHERE v = 'x'",
    "SELECT k, n FROM hits",
    "SELECT k, c FROM keys",
};

struct Outcome {
  Rows rows;
  std::size_t notices = 0;
};

Outcome outcome_of(Notices notices, bool in_group) {
  Timestamp clock = 1'700'000'000'000'000;
  const Database database = Database::open_temporary({.clock = [&clock] { return clock += 1'000; }});
  Session session(database, Policy::teach);
  session.set_notices(notices);
  create_keyspace(session);
  Outcome outcome;
  for (const std::string& text : kDefinitions) session.execute(text);
  if (in_group) session.begin_group();
  for (int round = 0; round < 2; ++round) {  // with unknown shapes and with known ones
    for (const std::string& text : kWrites) {
      Result result = session.execute(text);
      for (const std::string& row : rows_of(result)) outcome.rows.push_back(row);
      outcome.notices += result.notices().size();
    }
  }
  if (in_group) session.commit_group();
  for (const std::string& text : kReads) {
    Result result = session.execute(text + (text.find("WHERE") == text.npos ? " ALLOW FILTERING" : ""));
    for (const std::string& row : rows_of(result)) outcome.rows.push_back(row);
  }
  return outcome;
}

/// Times differ, since a write that is watched asks the clock no more often than another.
Rows without_times(Rows rows) {
  for (std::string& row : rows) row = row.substr(0, row.rfind("|17"));
  return rows;
}

}  // namespace

TEST_CASE("a write that is watched leaves what it leaves unwatched") {
  for (const bool in_group : {false, true}) {
    const Outcome off = outcome_of(Notices::off, in_group);
    const Outcome usual = outcome_of(Notices::usual, in_group);
    const Outcome all = outcome_of(Notices::all, in_group);
    CHECK(without_times(usual.rows) == without_times(off.rows));
    CHECK(without_times(all.rows) == without_times(off.rows));
    CHECK(off.notices == 0);
    CHECK(usual.notices > 5);
    CHECK(all.notices > usual.notices + 5);
  }
}

TEST_CASE("a refused write that is watched changes nothing") {
  Fixture f;
  f.run({"CREATE TABLE t (k int PRIMARY KEY, l list<int>)"});
  f.session.set_policy(Policy::teach);
  f.session.set_notices(Notices::all);
  CHECK_THROWS_AS(
      f.session.execute("BEGIN BATCH INSERT INTO t (k, l) VALUES (1, [1]); UPDATE t SET l[7] = 1 WHERE k = "
                        "1; APPLY BATCH"),
      Refusal);
  Result result = f.session.execute("SELECT k FROM t WHERE k = 1");
  CHECK(rows_of(result).empty());
}

TEST_CASE("writes of a batch that hide each other are not said to be old") {
  Fixture f;
  f.run({"CREATE TABLE t (k int, c int, v text, PRIMARY KEY (k, c))"});
  f.session.set_policy(Policy::teach);
  f.session.set_notices(Notices::all);
  const auto notice_of = [&f](std::string_view first, std::string_view second) {
    Result result = f.session.execute(fmt::format("BEGIN BATCH {}; {}; APPLY BATCH", first, second));
    REQUIRE(result.notices().size() == 1);
    return result.notices().front().id;
  };
  CHECK(notice_of("INSERT INTO t (k, c, v) VALUES (1, 1, 'x')",
                  "INSERT INTO t (k, c, v) VALUES (1, 1, 'y')") == "write_of_batch_hidden");
  CHECK(notice_of("INSERT INTO t (k, c, v) VALUES (1, 2, 'x')", "DELETE FROM t WHERE k = 1 AND c = 2") ==
        "write_of_batch_hidden");
  CHECK(notice_of("UPDATE t USING TIMESTAMP 5 SET v = 'z' WHERE k = 1 AND c = 1",
                  "UPDATE t SET v = 'z' WHERE k = 1 AND c = 3") == "write_too_old");
}

}  // namespace cellar
