// Addresses that nodes tell of themselves, and where the nodes are reached from here.
#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include "client/cluster_connection.h"
#include "client/topology/cluster_topology.h"
#include "protocol/message/rows_writer.h"
#include "scripted_server.h"
#include "serve_process.h"

namespace cellar::test {

namespace {

struct ToldColumn {
  std::string name;
  TypeKind type;
};

/// A page of a table of the system.
std::string told_rows(const std::vector<ToldColumn>& told,
                      const std::vector<std::vector<std::string>>& rows) {
  std::vector<ColumnSpec> columns;
  for (const ToldColumn& column : told) {
    columns.push_back(
        {.keyspace = "system", .table = "peers", .name = column.name, .type = native_type(column.type)});
  }
  RowsWriter writer(encode_columns(columns, ProtocolVersion::v4), ProtocolVersion::v4, false);
  for (const std::vector<std::string>& row : rows)
    writer.append_row(std::vector<ValueView>(row.begin(), row.end()));
  const ResponseHead head{
      .version = ProtocolVersion::v4, .stream = 0, .trace_id = {}, .warnings = {}, .payload = {}};
  return std::string(writer.finish(head, ValueView()));
}

const std::vector<ToldColumn> kOwn = {{"data_center", TypeKind::text}};
const std::vector<ToldColumn> kPeers = {{"rpc_address", TypeKind::inet}, {"data_center", TypeKind::text}};
const std::vector<ToldColumn> kPeersWithPorts = {
    {"native_address", TypeKind::inet}, {"native_port", TypeKind::int_}, {"data_center", TypeKind::text}};

const std::string kFirst("\x0a\x00\x00\x02", 4), kSecond("\x0a\x00\x00\x03", 4),
    kThird("\x0a\x00\x00\x04", 4);
const std::string kPort("\x00\x00\x23\x53", 4);  // 9043

ConnectionSettings settings_of(const std::string& translation) {
  ConnectionSettings settings{.version = ProtocolVersion::v4, .compresses = false};
  settings.translation = read_translation(translation);
  return settings;
}

std::string fault_of(const std::string& translation) {
  try {
    read_translation(translation);
  } catch (const Refusal& refusal) {
    return refusal.what();
  }
  return "";
}

}  // namespace

TEST_CASE("nodes are reached where the translation says, and the others where they say") {
  const ScriptedServer server(Conversation{
      supported(), frame_of(ReadyResponse{}), told_rows(kOwn, {{"vienna"}}),
      told_rows(kPeersWithPorts,
                {{kFirst, kPort, "vienna"}, {kSecond, kPort, "vienna"}, {kThird, kPort, "vienna"}})});
  ServerConnection node(server.address(),
                        settings_of("10.0.0.2=db2.example.org:9142,10.0.0.3=[::1],192.168.0.1=elsewhere"));
  std::vector<std::string> reached;
  for (const ClusterNode& each : read_topology(node)) reached.push_back(each.address.text());
  CHECK(reached == std::vector<std::string>{server.address().text(), "db2.example.org:9142", "[::1]:9043",
                                            "10.0.0.4:9043"});
}

TEST_CASE("the nodes of a datacenter are looked up and reached by the translation") {
  const ServeProcess wanted({"--datacenter", "graz"});
  const ScriptedServer asked(Conversation{
      supported(), frame_of(ReadyResponse{}), told_rows(kOwn, {{"vienna"}}), told_rows(kOwn, {{"vienna"}}),
      frame_of(ErrorResponse{"no such table", PlainError{ErrorCode::invalid}}),
      told_rows(kPeers, {{kFirst, "graz"}, {kSecond, "linz"}})});
  ClusterSettings settings{.nodes = {asked.address()}, .datacenter = "graz"};
  settings.connection = settings_of("10.0.0.2=" + wanted.address() + ",10.0.0.3=127.0.0.1:1");
  const ClusterConnection connection(std::move(settings), Policy::cassandra);
  CHECK(connection.cluster()->node == wanted.address());
}

TEST_CASE("words that translate no address are refused") {
  CHECK(fault_of("10.0.0.2=db2.example.org:9042,::1=db3.example.org").empty());
  CHECK(fault_of("10.0.0.2") == "E687: \"10.0.0.2\" translates no address");
  CHECK(fault_of("db2=10.0.0.2") == "E687: \"db2=10.0.0.2\" translates no address");
  CHECK(fault_of("10.0.0.2=db2,") == "E687: \"\" translates no address");
  CHECK(fault_of("10.0.0.2:9042=db2") == "E687: \"10.0.0.2:9042=db2\" translates no address");
  CHECK_THAT(fault_of("10.0.0.2=db2:port"), Catch::Contains("is no address of a node"));
}

}  // namespace cellar::test
