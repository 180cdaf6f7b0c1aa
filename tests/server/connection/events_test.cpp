// Changes of the schema: the result of who makes them, and the events of who has registered.
#include <catch2/catch.hpp>

#include "memory_client.h"
#include "process.h"

namespace cellar::test {

namespace {

std::string next_event(TestClient& client) { return client.await(kEventStream).summary(); }

}  // namespace

TEST_CASE("a change of the schema is a result and an event") {
  for (const ProtocolVersion version : kVersions) {
    ServerFixture server;
    MemoryClient maker(server.state, version), other(server.state, version), deaf(server.state, version);
    maker.ask(RegisterRequest{{kSchemaEvents}});
    other.ask(RegisterRequest{{kStatusEvents, kSchemaEvents}});
    deaf.ask(RegisterRequest{{kStatusEvents}});
    const std::pair<std::string_view, std::string_view> changes[] = {
        {"CREATE KEYSPACE x WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}",
         "CREATED KEYSPACE x"},
        {"ALTER KEYSPACE x WITH durable_writes = false", "UPDATED KEYSPACE x"},
        {"CREATE TYPE x.u (a int)", "CREATED TYPE x.u"},
        {"CREATE TABLE x.t (k int PRIMARY KEY, v text, u frozen<u>)", "CREATED TABLE x.t"},
        {"ALTER TABLE x.t ADD w int", "UPDATED TABLE x.t"},
        {"CREATE INDEX by_v ON x.t (v)", "UPDATED TABLE x.t"},
        {"DROP INDEX x.by_v", "UPDATED TABLE x.t"},
        {"CREATE MATERIALIZED VIEW x.m AS SELECT * FROM x.t WHERE k IS NOT NULL AND w IS NOT NULL PRIMARY "
         "KEY (w, k)",
         "CREATED TABLE x.m"},
        {"DROP MATERIALIZED VIEW x.m", "DROPPED TABLE x.m"},
        {"DROP TABLE x.t", "DROPPED TABLE x.t"},
        {"ALTER TYPE x.u ADD b int", "UPDATED TYPE x.u"},
        {"DROP TYPE x.u", "DROPPED TYPE x.u"},
        {"DROP KEYSPACE x", "DROPPED KEYSPACE x"},
    };
    for (const auto& [statement, change] : changes) {
      CHECK(maker.query(statement).summary() == change);
      CHECK(next_event(maker) == "event " + std::string(change));
      CHECK(next_event(other) == "event " + std::string(change));
    }
    CHECK(maker.query("CREATE TABLE IF NOT EXISTS k.t (k int PRIMARY KEY)").summary() == "CREATED TABLE k.t");
    CHECK(maker.query("CREATE TABLE IF NOT EXISTS k.t (k int PRIMARY KEY)").summary() == "void");
    CHECK(maker.query("DROP TABLE IF EXISTS k.nothing").summary() == "void");
    CHECK(maker.query("TRUNCATE k.t").summary() == "void");
    CHECK(maker.query("DROP TABLE k.t").summary() == "DROPPED TABLE k.t");
    for (TestClient* const client : {&maker, &other}) {
      CHECK(next_event(*client) == "event CREATED TABLE k.t");
      CHECK(next_event(*client) == "event DROPPED TABLE k.t");
      CHECK_FALSE(client->poll(kEventStream));
    }
    CHECK_FALSE(deaf.poll(kEventStream));
  }
}

TEST_CASE("a changed type is told with all that uses it, and a dropped keyspace with all that it held") {
  ClientFixture server;
  server.client.run(
      {"CREATE TYPE k.point (x int)", "CREATE TYPE k.line (a frozen<point>)",
       "CREATE TABLE k.a (k int PRIMARY KEY, p list<frozen<line>>)",
       "CREATE TABLE k.b (k int PRIMARY KEY, v int)", "CREATE TABLE k.c (k int PRIMARY KEY, v int, p point)",
       "CREATE MATERIALIZED VIEW k.m AS SELECT * FROM k.c WHERE v IS NOT NULL AND k IS NOT NULL PRIMARY "
       "KEY (v, k)"});
  server.client.ask(RegisterRequest{{kSchemaEvents}});
  const auto events = [&](std::size_t count) {
    Rows all;
    while (all.size() < count) all.push_back(next_event(server.client));
    return all;
  };
  for (const char* const change : {"ADD y int", "RENAME x TO z"}) {
    CHECK(server.client.query(std::string("ALTER TYPE k.point ") + change).summary() ==
          "UPDATED TYPE k.point");
    CHECK(events(5) == Rows{"event UPDATED TYPE k.line", "event UPDATED TYPE k.point",
                            "event UPDATED TABLE k.a", "event UPDATED TABLE k.c", "event UPDATED TABLE k.m"});
  }
  CHECK(server.client.query("DROP KEYSPACE k").summary() == "DROPPED KEYSPACE k");
  CHECK(events(7) == Rows{"event DROPPED TABLE k.m", "event DROPPED TABLE k.a", "event DROPPED TABLE k.b",
                          "event DROPPED TABLE k.c", "event DROPPED TYPE k.line",
                          "event DROPPED TYPE k.point", "event DROPPED KEYSPACE k"});
  CHECK_FALSE(server.client.poll(kEventStream));
}

TEST_CASE("a change by another process is an event", "[program]") {
  const TemporaryFolder folder;
  ServerFixture server({}, Database::open(folder / "db"));
  MemoryClient client(server.state, ProtocolVersion::v4);
  client.ask(RegisterRequest{{kSchemaEvents}});
  CHECK(run_cellar({(folder / "db").string(), "-e", "CREATE TABLE k.far (k int PRIMARY KEY)"}).status == 0);
  CHECK(next_event(client) == "event CREATED TABLE k.far");
  CHECK(client.rows("SELECT * FROM k.far") == Rows{});
}

TEST_CASE("a client that has gone hears nothing, and its memory is given back") {
  ServerFixture server;
  MemoryClient maker(server.state, ProtocolVersion::v5);
  maker.ask(RegisterRequest{{kSchemaEvents}});
  {
    MemoryClient gone(server.state, ProtocolVersion::v5);
    gone.ask(RegisterRequest{{kSchemaEvents}});
    CHECK(server.state.clients->all().size() == 2);
  }
  maker.run({"CREATE TABLE k.t (k int PRIMARY KEY)"});
  CHECK(next_event(maker) == "event CREATED TABLE k.t");
  CHECK(server.state.clients->all().size() == 1);
}

}  // namespace cellar::test
