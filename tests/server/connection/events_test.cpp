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
        {"ALTER TYPE x.u ADD b int", "UPDATED TYPE x.u"},
        {"DROP TABLE x.t", "DROPPED TABLE x.t"},
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
