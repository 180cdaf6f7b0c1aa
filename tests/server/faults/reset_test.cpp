// CELLAR RESET: the data and definitions of a server are again what they were when it began to listen.
#include <catch2/catch.hpp>

#include "memory_client.h"
#include "process.h"

namespace cellar::test {

TEST_CASE("a reset puts rows and definitions back, and tells of those") {
  for (const ProtocolVersion version : kVersions) {
    ClientFixture server(version);
    MemoryClient& client = server.client;
    client.run({"CREATE TABLE t (k int PRIMARY KEY, v text)", "INSERT INTO t (k, v) VALUES (1, 'a')"});
    server.database.mark_baseline();
    MemoryClient listener(server.state, version);
    listener.ask(RegisterRequest{{kSchemaEvents}});
    const KnownStatement select = client.prepare("SELECT v FROM t WHERE k = ?");
    client.run(
        {"INSERT INTO t (k, v) VALUES (1, 'b')", "INSERT INTO t (k, v) VALUES (2, 'c')", "CELLAR RESET"});
    CHECK(client.rows("SELECT k, v FROM t") == Rows{"1|'a'"});
    CHECK(client.execute(select, {int_value(1)}).rows(select.columns) == Rows{"'a'"});
    CHECK_FALSE(listener.poll(kEventStream));
    client.run({"CREATE TABLE u (k int PRIMARY KEY)"});
    CHECK(listener.await(kEventStream).summary() == "event CREATED TABLE k.u");
    client.run({"cellar reset;"});
    CHECK(listener.await(kEventStream).summary() == "event DROPPED TABLE k.u");
    CHECK(kind_of(client.query("SELECT * FROM u")) == "error 2200");
    // What a reset has put back is reset again.
    client.run({"INSERT INTO t (k, v) VALUES (1, 'd')", "CELLAR RESET"});
    CHECK(client.execute(select, {int_value(1)}).rows(select.columns) == Rows{"'a'"});
  }
}

TEST_CASE(
    "a table that is dropped and defined otherwise is what it was after a reset, for statements prepared "
    "before, too") {
  ClientFixture server;
  MemoryClient& client = server.client;
  client.run({"CREATE TABLE t (k int PRIMARY KEY, v text)", "INSERT INTO t (k, v) VALUES (1, 'a')"});
  server.database.mark_baseline();
  const KnownStatement before = client.prepare("SELECT * FROM t");
  client.run({"DROP TABLE t", "CREATE TABLE t (k int PRIMARY KEY, w int, x int)",
              "INSERT INTO t (k, w) VALUES (1, 5)"});
  const KnownStatement between = client.prepare("INSERT INTO t (k, w) VALUES (?, ?)");
  client.run({"CELLAR RESET"});
  CHECK(client.rows("SELECT * FROM t") == Rows{"1|'a'"});
  const Answer again = client.execute(before);
  if (again.is_error()) {
    CHECK(again.error<UnpreparedError>().id == before.id);
  } else {
    CHECK(again.rows(before.columns) == Rows{"1|'a'"});
  }
  CHECK(client.execute(between, {int_value(1), int_value(2)}).is_error());
}

TEST_CASE("a server with a file refuses a reset, and loses nothing") {
  const TemporaryFolder folder;
  ServerFixture server({}, Database::open(folder / "db"));
  MemoryClient client(server.state, ProtocolVersion::v5);
  client.run({"CREATE TABLE k.t (k int PRIMARY KEY)", "INSERT INTO k.t (k) VALUES (1)"});
  CHECK(client.query("CELLAR RESET").as<ErrorResponse>().text.find("E533") == 0);
  CHECK(client.rows("SELECT * FROM k.t") == Rows{"1"});
}

}  // namespace cellar::test
