// --strict-consistency: which requests one replica of several cannot answer.
#include "server/faults/strict_consistency.h"

#include <catch2/catch.hpp>

#include "memory_client.h"

namespace cellar::test {

namespace {

ServerOptions strict() {
  ServerOptions options;
  options.is_strict_about_consistency = true;
  return options;
}

/// What is answered for a table with these replicas in datacenter1 and in another one: "QUORUM needs 2", "invalid"; empty:
/// the level is met.
std::string unmet(Consistency level, std::string_view replication, std::string_view statement) {
  ServerFixture server;
  Session session(server.database);
  session.execute("CREATE KEYSPACE r WITH replication = " + std::string(replication));
  session.execute("CREATE TABLE r.t (k int PRIMARY KEY, n int)");
  session.execute("CREATE TABLE r.c (k int PRIMARY KEY, n counter)");
  const auto error = unmet_consistency(statement, "r", level, *server.database.schema(), "datacenter1");
  if (!error) return {};
  if (error->code() == ErrorCode::invalid) return "invalid";
  const auto& missing = std::get<UnavailableError>(error->detail);
  CHECK(missing.alive == 1);
  return std::string(consistency_name(missing.consistency)) + " needs " + std::to_string(missing.required);
}

/// The replicas that a level needs; 0: the level is met.
int needed(Consistency level, std::string_view replication, std::string_view statement) {
  const std::string answer = unmet(level, replication, statement);
  return answer.empty() ? 0 : answer.back() - '0';
}

constexpr std::string_view kThree = "{'class': 'SimpleStrategy', 'replication_factor': 3}";
constexpr std::string_view kOnePlace = "{'class': 'NetworkTopologyStrategy', 'datacenter1': 3}";

}  // namespace

TEST_CASE("a level needs as many replicas as Cassandra counts") {
  const std::string_view read = "SELECT * FROM t WHERE k = 1";
  CHECK(needed(Consistency::one, kThree, read) == 0);
  CHECK(needed(Consistency::local_one, kThree, read) == 0);
  CHECK(needed(Consistency::two, kThree, read) == 2);
  CHECK(needed(Consistency::three, kThree, read) == 3);
  CHECK(needed(Consistency::quorum, kThree, read) == 2);
  CHECK(needed(Consistency::all, kThree, read) == 3);
  CHECK(needed(Consistency::local_quorum, kThree, read) == 2);
  CHECK(needed(Consistency::quorum, kOnePlace, read) == 2);
  CHECK(needed(Consistency::local_quorum, kOnePlace, read) == 2);
  CHECK(needed(Consistency::each_quorum, kOnePlace, read) == 2);
  CHECK(needed(Consistency::quorum, "{'class': 'SimpleStrategy', 'replication_factor': 1}", read) == 0);
}

TEST_CASE("a condition needs replicas that agree, whatever the level says") {
  CHECK(needed(Consistency::one, kThree, "INSERT INTO t (k) VALUES (1) IF NOT EXISTS") == 2);
  CHECK(needed(Consistency::one, kThree, "INSERT INTO t (k) VALUES (1)") == 0);
  CHECK(
      needed(
          Consistency::one, kThree,
          "BEGIN BATCH INSERT INTO t (k) VALUES (1); UPDATE t SET n = 1 WHERE k = 1 IF n = 0; APPLY BATCH") ==
      2);
}

// As Cassandra 5.0.9 has answered, one node of the three that the keyspace asks for.
TEST_CASE("a level that a statement cannot have is invalid") {
  using enum Consistency;
  const std::string_view read = "SELECT * FROM t WHERE k = 1", insert = "INSERT INTO t (k) VALUES (1)",
                         conditional = "UPDATE t SET n = 1 WHERE k = 1 IF n = 0",
                         counter = "UPDATE c SET n = n + 1 WHERE k = 1",
                         batch = "BEGIN BATCH INSERT INTO t (k) VALUES (1); APPLY BATCH",
                         conditional_batch =
                             "BEGIN BATCH INSERT INTO t (k) VALUES (1) IF NOT EXISTS; APPLY BATCH";
  struct Case {
    Consistency level;
    std::string_view statement, answer;
  };
  const Case cases[] = {
      {any, read, "invalid"},
      {any, "SELECT key FROM system.local", "invalid"},
      {any, insert, ""},
      {any, batch, ""},
      {any, counter, "invalid"},
      {any, conditional, "QUORUM needs 2"},
      {serial, insert, "invalid"},
      {local_serial, insert, "invalid"},
      {serial, counter, "invalid"},
      {serial, conditional, "invalid"},
      {local_serial, conditional, "invalid"},
      {serial, conditional_batch, "invalid"},
      {serial, batch, "SERIAL needs 2"},
      {serial, read, "QUORUM needs 2"},
      {local_serial, read, "LOCAL_QUORUM needs 2"},
      {each_quorum, conditional, "invalid"},
      {each_quorum, insert, "EACH_QUORUM needs 2"},
      {all, conditional, "QUORUM needs 2"},
      {all, insert, "ALL needs 3"},
      {quorum, "SELECT * FROM absent", ""},
  };
  for (const Case& each : cases) {
    INFO(consistency_name(each.level) << ": " << each.statement);
    CHECK(unmet(each.level, kThree, each.statement) == each.answer);
  }
  CHECK(unmet(each_quorum, kOnePlace, conditional) == "QUORUM needs 2");
}

TEST_CASE("definitions, system tables and what is no CQL need none") {
  for (const std::string_view statement :
       {"CREATE TABLE r.u (k int PRIMARY KEY)", "SELECT * FROM system.local", "SELEC", "USE r",
        "SELECT * FROM nowhere.t"})
    CHECK(needed(Consistency::all, kThree, statement) == 0);
}

TEST_CASE("a strict server answers UNAVAILABLE, and does nothing") {
  ClientFixture server(kNewestProtocol, strict());
  MemoryClient& client = server.client;
  client.run({"CREATE KEYSPACE r WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 3}",
              "USE r", "CREATE TABLE t (k int PRIMARY KEY)"});
  const KnownStatement insert = client.prepare("INSERT INTO t (k) VALUES (?)");
  QueryParameters parameters = with_values({int_value(1)});
  parameters.consistency = Consistency::quorum;
  const Answer refused = client.ask(ExecuteRequest{insert.id, insert.metadata_id, parameters});
  CHECK(refused.error<UnavailableError>().consistency == Consistency::quorum);
  CHECK(refused.error<UnavailableError>().required == 2);
  CHECK(refused.error<UnavailableError>().alive == 1);
  CHECK(client.rows("SELECT * FROM t") == Rows{});
  CHECK(client.execute(insert, {int_value(1)}).summary() == "void");
  CHECK(client.rows("SELECT * FROM t") == Rows{"1"});
  QueryRequest read{"SELECT * FROM t", {}};
  read.parameters.consistency = Consistency::any;
  CHECK(kind_of(client.ask(read)) == "error 2200");
}

}  // namespace cellar::test
