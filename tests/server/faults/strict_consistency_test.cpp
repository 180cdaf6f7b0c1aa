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

/// The replicas that a level needs, of a table with these in datacenter1 and in another one; 0: the level is met.
int needed(Consistency level, std::string_view replication, std::string_view statement) {
  ServerFixture server;
  Session session(server.database);
  session.execute("CREATE KEYSPACE r WITH replication = " + std::string(replication));
  session.execute("CREATE TABLE r.t (k int PRIMARY KEY, n int)");
  const auto missing = missing_replicas(statement, "r", level, *server.database.schema(), "datacenter1");
  if (!missing) return 0;
  CHECK(missing->alive == 1);
  return missing->required;
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
}

}  // namespace cellar::test
