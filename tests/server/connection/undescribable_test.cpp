// Columns and names that are too long for the protocol: who asks for them is told so, and the server goes on.
#include <catch2/catch.hpp>

#include "memory_client.h"

namespace cellar::test {

namespace {

/// Creates k.wide, whose column `v` has a type that takes more than 65,535 bytes to name.
void create_undescribable(TestClient& client) {
  std::string fields;
  for (int field = 0; field < 700; ++field)
    fields += (field == 0 ? "" : ", ") + std::string("a_rather_long_name_of_a_field_") +
              std::to_string(field) + " int";
  client.run({"CREATE TYPE k.big (" + fields + ")",
              "CREATE TABLE k.wide (k int PRIMARY KEY, n int, v vector<frozen<big>, 2>)"});
}

BatchRequest batch_of(const KnownStatement& statement, std::vector<BoundValue> values) {
  BatchRequest batch{BatchType::logged, {}, {}};
  batch.entries.push_back({BatchPreparedId{statement.id}, std::move(values)});
  return batch;
}

}  // namespace

TEST_CASE("a column that the protocol cannot describe is refused in every request that shows it") {
  for (const ProtocolVersion version : kVersions) {
    ClientFixture server(version);
    MemoryClient& client = server.client;
    create_undescribable(client);
    CHECK(kind_of(client.query("SELECT * FROM wide")) == "error 000a");
    CHECK(kind_of(client.ask(PrepareRequest{"SELECT * FROM wide", {}})) == "error 000a");
    QueryParameters named = with_values({int_value(1)});
    named.names = {"key"};
    CHECK(kind_of(client.ask(QueryRequest{"SELECT * FROM wide WHERE k = :key", named})) == "error 000a");
    CHECK(client.rows("SELECT n FROM wide") == Rows{});
  }
}

TEST_CASE("a prepared statement whose columns can no longer be described is forgotten") {
  for (const ProtocolVersion version : kVersions) {
    ClientFixture server(version);
    MemoryClient& client = server.client;
    client.run({"CREATE TABLE k.t (k int PRIMARY KEY)"});
    create_undescribable(client);
    const KnownStatement select = client.prepare("SELECT * FROM k.t");
    const KnownStatement insert = client.prepare("INSERT INTO k.t (k) VALUES (?)");
    client.run({"ALTER TABLE k.t ADD v vector<frozen<big>, 2>"});
    CHECK(client.execute(select).error<UnpreparedError>().id == select.id);
    CHECK(kind_of(client.ask(PrepareRequest{"SELECT * FROM k.t", {}})) == "error 000a");
    CHECK(client.ask(batch_of(insert, {int_value(1)})).summary() == "void");
    CHECK(client.rows("SELECT k FROM t") == Rows{"1"});
  }
}

TEST_CASE("a new type whose name the protocol cannot tell is told as a change of its keyspace") {
  for (const ProtocolVersion version : kVersions) {
    ClientFixture server(version);
    MemoryClient other(server.state, version);
    other.ask(RegisterRequest{{kSchemaEvents}});
    const std::string name = "k.\"" + std::string(70'000, 'n') + "\"";
    CHECK(server.client.query("CREATE TYPE " + name + " (a int)").summary() == "UPDATED KEYSPACE k");
    CHECK(other.await(kEventStream).summary() == "event UPDATED KEYSPACE k");
    CHECK(server.client.query("DROP TYPE " + name).summary() == "UPDATED KEYSPACE k");
    CHECK(other.await(kEventStream).summary() == "event UPDATED KEYSPACE k");
  }
}

}  // namespace cellar::test
