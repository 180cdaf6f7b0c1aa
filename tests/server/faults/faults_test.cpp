// Faults: their words, which requests they strike, and what a client is answered.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "memory_client.h"
#include "refusal/refusal.h"
#include "server/faults/fault.h"
#include "server/faults/faults.h"

namespace cellar::test {

namespace {

using std::chrono::milliseconds;

/// One character for each of these requests: x where it is struck.
std::string struck(Faults& faults, const std::vector<std::pair<bool, std::string_view>>& requests) {
  std::string all;
  for (const auto& [is_read, statement] : requests)
    all += faults.strike({is_read, false, statement}) ? 'x' : '.';
  return all;
}

std::string struck(Faults& faults, std::size_t requests, std::string_view statement = "SELECT * FROM t") {
  return struck(faults, std::vector<std::pair<bool, std::string_view>>(requests, {true, statement}));
}

void add(Faults& faults, std::string_view words) { faults.add(parse_fault(words)); }

}  // namespace

TEST_CASE("the words of a fault say its kind, its scope and how many requests it strikes") {
  const Fault plain = parse_fault("unavailable");
  CHECK(plain.kind == Fault::Kind::unavailable);
  CHECK(plain.scope == Fault::Scope::all);
  CHECK((plain.struck == 1 && plain.of == 1 && !plain.is_for_next));
  const Fault some = parse_fault("Read  Timeout on READS:3 in 100");
  CHECK(some.kind == Fault::Kind::read_timeout);
  CHECK(some.scope == Fault::Scope::reads);
  CHECK((some.struck == 3 && some.of == 100 && !some.is_for_next));
  const Fault next = parse_fault("write timeout on Orders : next 2");
  CHECK(next.kind == Fault::Kind::write_timeout);
  CHECK(next.name == "orders");
  CHECK((next.struck == 2 && next.is_for_next));
  CHECK(parse_fault("delay 200ms").delay == milliseconds(200));
  CHECK(parse_fault("delay 3s on writes: 1 in 2").delay == milliseconds(3000));
  CHECK(parse_fault("read failure").scope == Fault::Scope::reads);
  CHECK(parse_fault("write timeout on t").scope == Fault::Scope::writes);
  CHECK(parse_fault("write timeout on reads").scope == Fault::Scope::reads);
}

TEST_CASE("other words than those of a fault are refused") {
  for (const std::string_view words : {"",
                                       "timeout",
                                       "read",
                                       "unavailable 1 in 2",
                                       "unavailable: 0 in 2",
                                       "unavailable: 3 in 2",
                                       "unavailable: 1 of 2",
                                       "unavailable: next",
                                       "unavailable: next x",
                                       "unavailable: 1 in 2 more",
                                       "delay",
                                       "delay 5",
                                       "delay ms",
                                       "delay -1s",
                                       "delay 2h",
                                       "delay 99999999s",
                                       "unavailable on",
                                       "drop : : next 1",
                                       "unavailable: next 99999999999999999999",
                                       "unavailable: next 0",
                                       "delay 18446744073709552s",
                                       "delay 3601s"}) {
    INFO(words);
    CHECK_THROWS_AS(parse_fault(words), Refusal);
  }
}

TEST_CASE("no more faults are kept than a request can be compared with") {
  Faults faults;
  for (int count = 0; count < 1'000; ++count) add(faults, "unavailable on t");
  CHECK_THROWS_AS(add(faults, "unavailable"), Refusal);
  faults.clear();
  CHECK_NOTHROW(add(faults, "unavailable"));
}

TEST_CASE("a fault strikes the same requests in each run") {
  Faults faults;
  CHECK(struck(faults, 3) == "...");
  add(faults, "unavailable: 1 in 3");
  CHECK(struck(faults, 7) == "..x..x.");
  faults.clear();
  CHECK(faults.is_empty());
  add(faults, "overloaded: next 2");
  CHECK(struck(faults, 4) == "xx..");
  CHECK(faults.is_empty());
}

TEST_CASE("a fault strikes within its scope, and statements on system keyspaces never") {
  Faults faults;
  add(faults, "read timeout on reads");
  CHECK(struck(faults, {{true, "SELECT * FROM t"}, {false, "UPDATE t SET v = 1 WHERE k = 1"}}) == "x.");
  faults.clear();
  add(faults, "write timeout on Orders");
  CHECK(struck(faults, {{false, "INSERT INTO shop.ORDERS (k) VALUES (1)"},
                        {false, "INSERT INTO t (k) VALUES (1)"}}) == "x.");
  faults.clear();
  add(faults, "unavailable");
  CHECK(struck(faults, {{true, "SELECT * FROM system.local"},
                        {true, "SELECT * FROM system_schema.tables"},
                        {true, "SELECT * FROM \"system\".\"peers\""},
                        {true, "SELECT * FROM ecosystem.t"},
                        {true, "SELECT * FROM k.my_system_log"}}) == "...xx");
}

TEST_CASE("of several faults the first that strikes is answered, and each counts its own requests") {
  Faults faults;
  add(faults, "unavailable: 1 in 2");
  add(faults, "overloaded: next 2");
  CHECK(faults.strike({true, false, "SELECT"})->kind == Fault::Kind::overloaded);
  CHECK(faults.strike({true, false, "SELECT"})->kind == Fault::Kind::unavailable);
  CHECK_FALSE(faults.strike({true, false, "SELECT"}));
  CHECK(faults.strike({true, false, "SELECT"})->kind == Fault::Kind::unavailable);
}

TEST_CASE("each kind of fault is the error that drivers know, and what it strikes has not run") {
  const std::pair<std::string_view, std::string_view> kinds[] = {
      {"unavailable", "error 1000"},    {"overloaded", "error 1001"},    {"bootstrapping", "error 1002"},
      {"truncate error", "error 1003"}, {"write timeout", "error 1100"}, {"read timeout", "error 1200"},
      {"read failure", "error 1300"},   {"write failure", "error 1500"}, {"server error", "error 0000"},
  };
  for (const ProtocolVersion version : kVersions) {
    ClientFixture server(version);
    MemoryClient& client = server.client;
    client.run({"CREATE TABLE t (k int PRIMARY KEY)"});
    for (const auto& [words, kind] : kinds) {
      client.run({"CELLAR FAULT '" + std::string(words) + ": next 1'"});
      const bool is_of_read = words.starts_with("read");
      const Answer answer = client.query(is_of_read ? "SELECT k FROM t" : "INSERT INTO t (k) VALUES (1)");
      // Version 3 has no failures: they are timeouts there.
      const bool is_failure = version == ProtocolVersion::v3 && words.ends_with("failure");
      CHECK(kind_of(answer) == (is_failure ? (is_of_read ? "error 1200" : "error 1100") : kind));
      CHECK(client.rows("SELECT * FROM t") == Rows{});
    }
  }
}

TEST_CASE("a fault has the consistency level and the type of the write") {
  ClientFixture server;
  server.client.run({"CREATE TABLE t (k int PRIMARY KEY, n int)", "CELLAR FAULT 'write timeout: next 2'"});
  BatchRequest batch{BatchType::logged, {}, {}};
  batch.parameters.consistency = Consistency::quorum;
  batch.entries.push_back({BatchTextEntry{"INSERT INTO t (k) VALUES (2)"}, {}});
  const Answer batched = server.client.ask(batch);
  CHECK(batched.error<WriteTimeoutError>().write_type == "BATCH");
  CHECK(batched.error<WriteTimeoutError>().answers == ReplicaAnswers{Consistency::quorum, 0, 1});
  const Answer conditional = server.client.query("INSERT INTO t (k) VALUES (1) IF NOT EXISTS");
  CHECK(conditional.error<WriteTimeoutError>().write_type == "CAS");
}

TEST_CASE(
    "a prepared statement that is struck as unprepared is told by its id, and runs once it is prepared "
    "again") {
  ClientFixture server;
  server.client.run({"CREATE TABLE t (k int PRIMARY KEY)"});
  const KnownStatement insert = server.client.prepare("INSERT INTO t (k) VALUES (?)");
  server.client.run({"CELLAR FAULT 'unprepared on t: next 1'"});
  CHECK(server.client.execute(insert, {int_value(1)}).error<UnpreparedError>().id == insert.id);
  CHECK(server.client.prepare("INSERT INTO t (k) VALUES (?)").id == insert.id);
  CHECK(server.client.execute(insert, {int_value(1)}).summary() == "void");
}

TEST_CASE("what has no id is not struck as unprepared, nor counted") {
  ClientFixture server;
  MemoryClient& client = server.client;
  client.run({"CREATE TABLE t (k int PRIMARY KEY)"});
  const KnownStatement insert = client.prepare("INSERT INTO t (k) VALUES (?)");
  client.run({"CELLAR FAULT 'unprepared: next 1'"});
  CHECK(client.query("INSERT INTO t (k) VALUES (1)").summary() == "void");
  BatchRequest texts;
  texts.entries.push_back({BatchTextEntry{"INSERT INTO t (k) VALUES (2)"}, {}});
  CHECK(client.ask(texts).summary() == "void");
  BatchRequest batch = texts;
  batch.entries.push_back({BatchPreparedId{insert.id}, {int_value(3)}});
  CHECK(client.ask(batch).error<UnpreparedError>().id == insert.id);
  CHECK(client.rows("SELECT * FROM t") == Rows{"1", "2"});
  CHECK(client.ask(batch).summary() == "void");
}

TEST_CASE("a failure names the replica that has failed") {
  for (const ProtocolVersion version : {ProtocolVersion::v4, ProtocolVersion::v5}) {
    ClientFixture server(version);
    MemoryClient& client = server.client;
    client.run({"CREATE TABLE t (k int PRIMARY KEY)", "CELLAR FAULT 'read failure: next 1'",
                "CELLAR FAULT 'write failure: next 1'"});
    const Answer read = client.query("SELECT * FROM t");
    const Answer write = client.query("INSERT INTO t (k) VALUES (1)");
    for (const ReplicaFailures& failures :
         {read.error<ReadFailureError>().failures, write.error<WriteFailureError>().failures}) {
      CHECK(failures.count == 1);
      if (version == ProtocolVersion::v5)
        CHECK(failures.replicas == std::vector<ReplicaFailure>{{std::string_view("\x7f\0\0\1", 4), 0}});
    }
  }
}

TEST_CASE("a delayed request holds up no other, and is answered at last") {
  ClientFixture server;
  server.client.run({"CREATE TABLE t (k int PRIMARY KEY)", "CREATE TABLE slow (k int PRIMARY KEY)",
                     "INSERT INTO slow (k) VALUES (7)", "CELLAR FAULT 'delay 3600s on slow'"});
  const std::int16_t late = server.client.send(QueryRequest{"SELECT * FROM slow", {}});
  CHECK(server.client.query("INSERT INTO t (k) VALUES (1)").summary() == "void");
  CHECK(server.client.rows("SELECT * FROM t") == Rows{"1"});
  CHECK_FALSE(server.client.poll(late));
  server.state.delayed.hurry();  // as at the end of the server
  CHECK(server.client.await(late).rows() == Rows{"7"});
}

TEST_CASE("a dropped connection ends without an answer, and others go on") {
  ClientFixture server;
  server.client.run({"CREATE TABLE t (k int PRIMARY KEY)", "CELLAR FAULT 'drop: next 1'"});
  MemoryClient other(server.state, ProtocolVersion::v4);
  const std::int16_t stream = server.client.send(QueryRequest{"INSERT INTO t (k) VALUES (1)", {}});
  CHECK(server.client.await_end());
  CHECK_FALSE(server.client.poll(stream));
  CHECK(other.rows("SELECT * FROM k.t") == Rows{});
}

TEST_CASE("FAULTS OFF ends all faults") {
  ClientFixture server;
  server.client.run({"CREATE TABLE t (k int PRIMARY KEY)", "CELLAR FAULT 'unavailable'"});
  CHECK(kind_of(server.client.query("SELECT * FROM t")) == "error 1000");
  server.client.run({"cellar faults off;"});
  CHECK(server.client.rows("SELECT * FROM t") == Rows{});
}

TEST_CASE("words that the server does not know after CELLAR, and after FAULT, are refused") {
  ClientFixture server;
  CHECK(server.client.query("CELLAR REST").as<ErrorResponse>().text.find("E535") == 0);
  CHECK(server.client.query("CELLAR").as<ErrorResponse>().text.find("E535") == 0);
  CHECK(server.client.query("CELLAR FAULT unavailable").as<ErrorResponse>().text.find("E535") == 0);
  CHECK(server.client.query("CELLAR FAULT 'sometimes'").as<ErrorResponse>().text.find("E534") == 0);
  CHECK(kind_of(server.client.query("CELLAR FAULT 'sometimes'")) == "error 2200");
}

}  // namespace cellar::test
