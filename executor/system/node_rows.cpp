// The rows of `system` about this node, and those of system_virtual_schema.
#include "executor/system/system_rows.h"
#include "schema/cql_text.h"
#include "schema/system_keyspaces.h"
#include "types/number/byte_order.h"

namespace cellar {

namespace {

/// Returns a uuid that changes with every definition: a driver that knows another one reads the schema again.
std::string version_uuid(std::uint64_t version) {
  std::string bytes("\0\0\0\0\0\0\x30\0\x80\0\0\0\0\0\0\0", 16);
  std::string number;
  append_big_endian(number, version);
  return bytes.replace(8, 8, number).replace(8, 1, "\x80");
}

std::vector<std::string> local_key(const Schema&) { return {"local"}; }

void local_row(const SystemFacts& facts, const std::string& key, SystemRows& rows) {
  const NodeFacts& node = facts.node;
  rows.begin_row();
  rows.set("key", key);
  rows.set("bootstrapped", "COMPLETED");
  rows.set("broadcast_address", kStorageAddress);
  rows.set("broadcast_port", kStoragePort);
  rows.set("cluster_name", node.names.cluster);
  rows.set("cql_version", "3.4.7");
  rows.set("data_center", node.names.datacenter);
  rows.set_bytes("host_id", node.host_id);
  rows.set("listen_address", kStorageAddress);
  rows.set("listen_port", kStoragePort);
  rows.set("native_protocol_version", "5");
  rows.set("partitioner", "org.apache.cassandra.dht.Murmur3Partitioner");
  rows.set("rack", node.names.rack);
  rows.set("release_version", "5.0.9");
  rows.set_bytes("rpc_address", node.rpc_address.address);
  rows.set("rpc_port", static_cast<int>(node.rpc_address.port));
  rows.set_bytes("schema_version", version_uuid(facts.schema->version));
  rows.set("tokens", std::vector<std::string>{"0"});
}

void built_index_rows(const SystemFacts& facts, const std::string& keyspace, SystemRows& rows) {
  for (const auto& [name, table] : keyspace_named(*facts.schema, keyspace).tables) {
    for (const Index& index : table->indexes) {
      if (!index.is_built) continue;
      rows.begin_row();
      rows.set("table_name", keyspace);
      rows.set("index_name", index.name);
    }
  }
}

void built_view_rows(const SystemFacts& facts, const std::string& keyspace, SystemRows& rows) {
  for (const auto& [name, table] : keyspace_named(*facts.schema, keyspace).tables) {
    for (const View& view : table->views) {
      if (!view.is_built) continue;
      rows.begin_row();
      rows.set("keyspace_name", keyspace);
      rows.set("view_name", view.table->name);
      rows.set("status_replicated", true);
    }
  }
}

void virtual_keyspace_row(const SystemFacts&, const std::string& keyspace, SystemRows& rows) {
  rows.begin_row();
  rows.set("keyspace_name", keyspace);
}

void virtual_table_rows(const SystemFacts&, const std::string& keyspace, SystemRows& rows) {
  for (const auto& [name, table] : find_system_keyspace(keyspace)->tables) {
    rows.begin_row();
    rows.set("keyspace_name", keyspace);
    rows.set("table_name", name);
    rows.set("comment", std::get<std::string>(table->options.at("comment")));
  }
}

constexpr SystemContent kNodeContents[] = {
    {"system", "local", local_key, local_row},
    {"system", "IndexInfo", described_keyspaces, built_index_rows},
    {"system", "built_views", described_keyspaces, built_view_rows},
    {"system_virtual_schema", "keyspaces", virtual_keyspaces, virtual_keyspace_row},
    {"system_virtual_schema", "tables", virtual_keyspaces, virtual_table_rows},
};

}  // namespace

std::vector<std::string> virtual_keyspaces(const Schema&) {
  std::vector<std::string> names;
  for (const std::string_view name : system_keyspace_names()) {
    if (is_virtual_keyspace(name)) names.emplace_back(name);
  }
  return names;
}

std::span<const SystemContent> node_contents() { return kNodeContents; }

}  // namespace cellar
