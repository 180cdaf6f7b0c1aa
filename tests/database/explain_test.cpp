// EXPLAIN through sessions: prepared, submitted, in groups, with expired cells.

#include <algorithm>
#include <future>

#include "fixture.h"

namespace cellar {

namespace {

struct ExplainedTable : Fixture {
  ExplainedTable() {
    run({"CREATE TABLE t (k int, c int, v int, PRIMARY KEY (k, c))",
         "INSERT INTO t (k, c, v) VALUES (1, 1, 1)", "INSERT INTO t (k, c, v) VALUES (1, 2, 2)"});
  }
};

bool holds(const Rows& rows, const std::string& row) { return std::ranges::find(rows, row) != rows.end(); }

}  // namespace

TEST_CASE("EXPLAIN writes nothing, and EXPLAIN ANALYZE makes the write") {
  ExplainedTable table;
  table.rows("EXPLAIN DELETE FROM t WHERE k = 1");
  CHECK(table.rows("SELECT c FROM t WHERE k = 1").size() == 2);
  const Rows rows = table.rows("EXPLAIN ANALYZE DELETE FROM t WHERE k = 1 AND c = 1");
  CHECK(holds(rows, "'measured'|'0 cells, 1 tombstone'"));
  CHECK(table.rows("SELECT c FROM t WHERE k = 1") == Rows{"2"});
}

TEST_CASE("a prepared EXPLAIN takes the values of its statement") {
  ExplainedTable table;
  const Prepared plain = table.session.prepare("EXPLAIN SELECT v FROM t WHERE k = ? AND c = ?");
  REQUIRE(plain.markers().size() == 2);
  REQUIRE(plain.columns().size() == 2);
  CHECK(plain.columns()[0].name == "step");
  Result result = table.session.execute(plain, 1, 2);
  CHECK(holds(rows_of(result), "'partition'|'k = ?'"));

  const Prepared analyzed = table.session.prepare("EXPLAIN ANALYZE SELECT v FROM t WHERE k = ? AND c = ?");
  for (const int c : {1, 2, 3}) {
    Result measured = table.session.execute(analyzed, 1, c);
    const std::string read = c == 3 ? "'0 rows read, 0 returned" : "'1 row read, 1 returned";
    CHECK(holds(rows_of(measured), "'measured'|" + read + " (expected at most 1)'"));
  }
  const Prepared insert = table.session.prepare("EXPLAIN ANALYZE INSERT INTO t (k, c, v) VALUES (?, 7, 7)");
  table.session.execute(insert, 5);
  table.session.execute(insert, 6);
  CHECK(table.rows("SELECT v FROM t WHERE k = 6") == Rows{"7"});
  // The statement may be planned again after a change of the schema.
  table.run({"ALTER TABLE t ADD w int"});
  table.session.execute(insert, 8);
  CHECK(table.rows("SELECT v FROM t WHERE k = 8") == Rows{"7"});
}

TEST_CASE("EXPLAIN ANALYZE in a group is part of the group") {
  ExplainedTable table;
  table.session.begin_group();
  table.rows("EXPLAIN ANALYZE INSERT INTO t (k, c, v) VALUES (2, 1, 1)");
  CHECK(table.session.pending() == 1);
  CHECK(holds(table.rows("EXPLAIN ANALYZE SELECT v FROM t WHERE k = 2"),
              "'measured'|'1 row read, 1 returned'"));
  table.session.drop_group();
  CHECK(table.rows("SELECT v FROM t WHERE k = 2").empty());
}

TEST_CASE("EXPLAIN ANALYZE reads to the end, whatever the page, and says what it has met") {
  ExplainedTable table;
  Request request;
  request.statement = "EXPLAIN ANALYZE SELECT v FROM t WHERE k = 1";
  request.page_size = 1;
  Result result = table.session.execute(request);
  CHECK(holds(rows_of(result), "'measured'|'2 rows read, 2 returned'"));
  CHECK(result.read_position().empty());
}

TEST_CASE("a submitted EXPLAIN ANALYZE answers after its write is durable") {
  ExplainedTable table;
  for (const std::string statement : {"EXPLAIN ANALYZE INSERT INTO t (k, c, v) VALUES (3, 1, 1)",
                                      "EXPLAIN ANALYZE SELECT v FROM t WHERE k = 3"}) {
    std::promise<Rows> answered;
    Request request;
    request.statement = statement;
    table.session.submit(std::move(request), [&](Reply reply) {
      Rows rows;
      if (auto* result = std::get_if<Result>(&reply)) rows = rows_of(*result);
      answered.set_value(std::move(rows));
    });
    const Rows rows = answered.get_future().get();
    REQUIRE_FALSE(rows.empty());
    CHECK(rows.back() == "'verdict'|'OK'");
  }
  CHECK(table.rows("SELECT v FROM t WHERE k = 3") == Rows{"1"});
}

// The thread that submits must not touch the session once the write waits in the queue: another thread may have
// committed and answered by then, and the caller may have closed the session. The thread sanitizer sees it.
TEST_CASE("a session may be closed as soon as its submitted EXPLAIN ANALYZE is answered") {
  ExplainedTable table;
  for (int i = 0; i < 200; ++i) {
    std::promise<bool> answered;
    {
      Session session(table.database);
      Request request;
      request.statement =
          "EXPLAIN ANALYZE INSERT INTO k.t (k, c, v) VALUES (4, " + std::to_string(i) + ", 1)";
      session.submit(std::move(request),
                     [&](const Reply& reply) { answered.set_value(std::holds_alternative<Result>(reply)); });
      REQUIRE(answered.get_future().get());
    }
  }
  CHECK(table.rows("SELECT c FROM t WHERE k = 4").size() == 200);
}

TEST_CASE("expired cells that a read meets are counted") {
  std::int64_t now = 1'700'000'000'000'000;
  StoreOptions options;
  options.clock = [&now] { return now; };
  Database database = Database::open_temporary(options);
  Session session(database);
  create_keyspace(session);
  session.execute("CREATE TABLE t (k int, c int, v int, w int, PRIMARY KEY (k, c))");
  session.execute("INSERT INTO t (k, c, v) VALUES (1, 1, 1)");
  session.execute("UPDATE t USING TTL 10 SET w = 1 WHERE k = 1 AND c = 1");
  session.execute("UPDATE t USING TTL 10 SET w = 1 WHERE k = 1 AND c = 2");
  now += 60'000'000;
  Result result = session.execute("EXPLAIN ANALYZE SELECT * FROM t WHERE k = 1");
  CHECK(holds(rows_of(result), "'skipped'|'2 expired cells'"));
}

TEST_CASE("the answer of a refused statement carries its refusal, prepared and not") {
  ExplainedTable table;
  table.session.set_notices(Notices::off);
  Result result = table.session.execute("EXPLAIN SELECT * FROM t WHERE v = 1");
  CHECK(rows_of(result).back() == "'verdict'|'REFUSED E301'");
  REQUIRE(result.notices().size() == 1);
  CHECK(result.notices().front().code() == "E301");
  const Prepared prepared = table.session.prepare("EXPLAIN ANALYZE SELECT * FROM t WHERE v = ?");
  Result again = table.session.execute(prepared, BoundValue{Value(std::string("\0\0\0\1", 4))});
  CHECK(rows_of(again).back() == "'verdict'|'REFUSED E301'");
}

TEST_CASE("a known shape is not explained in place of another statement") {
  ExplainedTable table;
  for (const int k : {1, 2, 1}) {
    const std::string key = std::to_string(k);
    CHECK(holds(table.rows("EXPLAIN SELECT v FROM t WHERE k = " + key), "'partition'|'k = " + key + "'"));
    table.rows("SELECT v FROM t WHERE k = " + key);
  }
}

}  // namespace cellar
