// ERROR: the class of each refusal, and its fields.
#include <catch2/catch.hpp>

#include "memory_client.h"

namespace cellar::test {

TEST_CASE("a refusal has the class and the fields by which drivers act") {
  for (const ProtocolVersion version : kVersions) {
    ClientFixture server(version);
    MemoryClient& client = server.client;
    client.run({"CREATE TABLE t (k int PRIMARY KEY, v text, n int)", "INSERT INTO t (k, n) VALUES (1, 0)"});
    CHECK(kind_of(client.query("SELEC * FROM t")) == "error 2000");
    CHECK(kind_of(client.query("")) == "error 2000");
    CHECK(kind_of(client.query("SELECT * FROM nothing")) == "error 2200");
    CHECK(kind_of(client.query("SELECT * FROM nowhere.t")) == "error 2200");
    CHECK(kind_of(client.query("SELECT * FROM t WHERE v = 'a'")) == "error 2200");
    CHECK(kind_of(client.query("USE nowhere")) == "error 2200");
    CHECK(kind_of(client.query("CREATE KEYSPACE x WITH replication = {'class': 'Nothing'}")) == "error 2300");
    const Answer keyspace = client.query(
        "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    CHECK(keyspace.error<AlreadyExistsError>().keyspace == "k");
    CHECK(keyspace.error<AlreadyExistsError>().table.empty());
    const Answer table = client.query("CREATE TABLE k.t (k int PRIMARY KEY)");
    CHECK(table.error<AlreadyExistsError>().keyspace == "k");
    CHECK(table.error<AlreadyExistsError>().table == "t");
    CHECK(kind_of(client.query("DROP TABLE nothing")) == "error 2200");
    const Answer failed = client.query("SELECT 1 / n FROM t WHERE k = 1");
    CHECK(kind_of(failed) == (version == ProtocolVersion::v3 ? "error 2200" : "error 1400"));
    // Nothing that a user has done is an error of the server: drivers would send it to another node.
    CHECK(kind_of(client.query("SELECT * FROM t", {int_value(1)})) == "error 2200");
    CHECK(client.rows("SELECT k FROM t") == Rows{"1"});
  }
}

TEST_CASE("the message of a refusal is one line: code, place, what is wrong") {
  ClientFixture server;
  const Answer answer = server.client.query("SELECT *\nFROM nothing");
  const std::string text(answer.as<ErrorResponse>().text);
  CHECK(text.find('\n') == std::string::npos);
  CHECK(text.find("E2") == 0);
  CHECK(text.find(" at 2:6: ") != std::string::npos);
  CHECK(text.find("nothing") != std::string::npos);
  const std::string unterminated(
      server.client.query("SELECT * FROM t WHERE v = 'a\n\n").as<ErrorResponse>().text);
  CHECK(unterminated.find('\n') == std::string::npos);
}

TEST_CASE("no message tells a client to do what only the shell can") {
  ServerOptions teach;
  teach.policy = Policy::teach;
  ClientFixture server(kNewestProtocol, teach);
  MemoryClient& client = server.client;
  client.run({"CREATE TABLE t (k int PRIMARY KEY, v text)"});
  const auto text_of = [&](std::string_view statement, std::vector<BoundValue> values = {}) {
    return std::string(client.query(statement, std::move(values)).as<ErrorResponse>().text);
  };
  CHECK(text_of("SELECT v FROM t WHERE k = ?") ==
        "E405 at 1:27: the statement has 1 marker and was given 0 values. Send as many values as the "
        "statement has "
        "markers.");
  CHECK(text_of("SELECT * FROM t").find("add ALLOW FILTERING.") != std::string::npos);
  CHECK(text_of("FOO t") == "E100 at 1:1: FOO begins no statement");
  CHECK(text_of("SELECT foo(k) FROM t WHERE k = 1").ends_with(". Do it in the application."));
  CHECK(text_of("CELLAR FAULT 'sometimes'").find("read timeout") != std::string::npos);
}

TEST_CASE("a write that waits for too long is told as a timeout of its kind") {
  ClientFixture server;
  server.client.run({"CREATE TABLE t (k int PRIMARY KEY, n int)"});
  Session blocker(server.database);
  blocker.begin_group();
  blocker.execute("INSERT INTO k.t (k, n) VALUES (9, 9)");
  const std::int16_t single = server.client.send(QueryRequest{"INSERT INTO t (k) VALUES (1)", {}});
  BatchRequest batch{BatchType::unlogged, {}, {}};
  batch.parameters.consistency = Consistency::quorum;
  batch.entries.push_back({BatchTextEntry{"INSERT INTO t (k) VALUES (2)"}, {}});
  const std::int16_t batched = server.client.send(batch);
  // Neither waits any more once its time is over; the blocker never ends before.
  const Answer first = server.client.await(single);
  CHECK(first.error<WriteTimeoutError>().write_type == "SIMPLE");
  CHECK(first.error<WriteTimeoutError>().answers == ReplicaAnswers{Consistency::one, 0, 1});
  const Answer second = server.client.await(batched);
  CHECK(second.error<WriteTimeoutError>().write_type == "UNLOGGED_BATCH");
  CHECK(second.error<WriteTimeoutError>().answers == ReplicaAnswers{Consistency::quorum, 0, 1});
  const std::int16_t conditional =
      server.client.send(QueryRequest{"INSERT INTO t (k) VALUES (1) IF NOT EXISTS", {}});
  CHECK(server.client.await(conditional).error<WriteTimeoutError>().write_type == "CAS");
  blocker.drop_group();
  CHECK(server.client.query("INSERT INTO t (k) VALUES (3)").summary() == "void");
}

}  // namespace cellar::test
