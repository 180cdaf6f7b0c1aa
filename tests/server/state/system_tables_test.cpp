// What drivers read of the node, its clients and its schema.
#include <algorithm>
#include <catch2/catch.hpp>

#include "memory_client.h"

namespace cellar::test {

namespace {

/// The rows of a statement as a text, and prepared.
Rows both_ways(MemoryClient& client, std::string_view text) {
  const Rows rows = client.rows(text);
  CHECK(client.execute(client.prepare(text)).rows() == rows);
  return rows;
}

}  // namespace

TEST_CASE("drivers find what they read when they connect, prepared or not") {
  for (const ProtocolVersion version : kVersions) {
    ClientFixture server(version);
    MemoryClient& client = server.client;
    client.run({"CREATE TABLE t (k int PRIMARY KEY, v duration)"});
    CHECK(both_ways(client, "SELECT * FROM system.local WHERE key='local'").size() == 1);
    CHECK(both_ways(client, "SELECT rpc_address, rpc_port, partitioner, bootstrapped FROM system.local") ==
          Rows{"'127.0.0.1'|9042|'org.apache.cassandra.dht.Murmur3Partitioner'|'COMPLETED'"});
    CHECK(both_ways(client, "SELECT * FROM system.peers").empty());
    CHECK(both_ways(client, "SELECT * FROM system.peers_v2").empty());
    for (const std::string table : {"keyspaces", "tables", "columns", "types", "functions", "aggregates",
                                    "triggers", "indexes", "views"}) {
      const Rows all = both_ways(client, "SELECT * FROM system_schema." + table);
      CHECK((all.empty() || all[0].find("error") == std::string::npos));
      both_ways(client, "SELECT * FROM system_schema." + table + " WHERE keyspace_name = 'k'");
    }
    CHECK(both_ways(client, "SELECT table_name, flags FROM system_schema.tables WHERE keyspace_name = 'k'") ==
          Rows{"'t'|{'compound'}"});
    for (const std::string table : {"keyspaces", "tables", "columns"})
      CHECK_FALSE(both_ways(client, "SELECT * FROM system_virtual_schema." + table).empty());
    const KnownStatement select =
        client.prepare("\n\tSELECT durable_writes FROM system_schema.keyspaces WHERE keyspace_name = ?");
    CHECK(client.execute(select, {text_value("k")}).rows() == Rows{"true"});
    CHECK(client.execute(select, {text_value("nowhere")}).rows() == Rows{});
  }
}

TEST_CASE("prepared statements, clients and settings are seen as rows") {
  ServerFixture server;
  MemoryClient client(server.state, ProtocolVersion::v4, std::nullopt);
  client.start_with({{"CQL_VERSION", "3.0.0"}, {"DRIVER_NAME", "a driver"}, {"DRIVER_VERSION", "1.2"}},
                    Compression::none);
  MemoryClient stranger(server.state, ProtocolVersion::v5, std::nullopt);
  client.run({"CREATE TABLE k.t (k int PRIMARY KEY)", "USE k"});
  const KnownStatement known = client.prepare("SELECT k FROM t");
  client.prepare("SELECT k FROM k.t");
  CHECK(
      client
          .query("SELECT query_string, logged_keyspace FROM system.prepared_statements WHERE prepared_id = ?",
                 {text_value(known.id)})
          .rows() == Rows{"'SELECT k FROM t'|'k'"});
  CHECK(client.rows("SELECT count(*) FROM system.prepared_statements") == Rows{"2"});
  const Rows clients = client.rows(
      "SELECT address, port, connection_stage, driver_name, driver_version, keyspace_name, protocol_version, "
      "ssl_enabled FROM system_views.clients WHERE address = '127.0.0.1'");
  CAPTURE(clients);
  CHECK(clients.size() == 2);
  CHECK(std::ranges::count(clients, "'127.0.0.1'|50000|'ready'|'a driver'|'1.2'|'k'|4|false") == 1);
  CHECK(both_ways(client, "SELECT value FROM system_views.settings WHERE name = 'num_tokens'") ==
        Rows{"'1'"});
  CHECK(both_ways(client, "SELECT value FROM system_views.settings WHERE name = 'nothing'").empty());
  CHECK_FALSE(both_ways(client, "SELECT * FROM system_views.settings").empty());
}

TEST_CASE("the rows of a server end with it") {
  const Database database = Database::open_temporary();
  Session session(database);
  const auto count = [&] {
    Result result = session.execute("SELECT * FROM system_views.settings");
    int rows = 0;
    while (result.next() != nullptr) ++rows;
    return rows;
  };
  {
    const ServerFixture server({}, database);
    CHECK(count() > 0);
  }
  CHECK(count() == 0);
}

}  // namespace cellar::test
