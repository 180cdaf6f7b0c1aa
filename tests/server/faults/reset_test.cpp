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

TEST_CASE("a reset and faults can be prepared, and run each time they are executed") {
  for (const ProtocolVersion version : kVersions) {
    ClientFixture server(version);
    MemoryClient& client = server.client;
    client.run({"CREATE TABLE t (k int PRIMARY KEY)", "INSERT INTO t (k) VALUES (1)"});
    server.database.mark_baseline();
    const KnownStatement reset = client.prepare("CELLAR RESET"), off = client.prepare("cellar faults off;"),
                         fault = client.prepare("CELLAR FAULT 'unavailable on reads'");
    CHECK(reset.columns.empty());
    CHECK(reset.answer->result<PreparedResult>().markers.markers.empty());
    CHECK(client.rows("SELECT * FROM t") == Rows{"1"});
    for (int time = 0; time < 2; ++time) {
      client.run({"INSERT INTO t (k) VALUES (2)"});
      CHECK(client.execute(fault).summary() == "void");
      CHECK(kind_of(client.query("SELECT * FROM t")) == "error 1000");
      CHECK(client.execute(off).summary() == "void");
      CHECK(client.rows("SELECT * FROM t") == Rows{"1", "2"});
      CHECK(client.execute(reset).summary() == "void");
      CHECK(client.rows("SELECT * FROM t") == Rows{"1"});
    }
    // Another client, and another server, know it by its id.
    MemoryClient other(server.state, version);
    CHECK(other.execute(fault).summary() == "void");
    CHECK(client.execute(off).summary() == "void");
    BatchRequest batch;
    batch.entries.push_back({BatchPreparedId{reset.id}, {}});
    CHECK(kind_of(client.ask(batch)) == "error 2000");
  }
}

TEST_CASE("what is no statement for the server is refused when it is prepared") {
  ClientFixture server;
  const auto refused = [&](std::string_view text) {
    return std::string(server.client.ask(PrepareRequest{text, {}}).as<ErrorResponse>().text);
  };
  CHECK(refused("CELLAR REST").find("E535") == 0);
  CHECK(refused("CELLAR FAULT 'sometimes'").find("E534") == 0);
  CHECK(refused("CELLAR RESET --" + std::string(70'000, 'x')).find("too long") != std::string::npos);
  CHECK(server.client.rows("SELECT key FROM system.local") == Rows{"'local'"});
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
