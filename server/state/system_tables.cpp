#include "server/state/system_tables.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "executor/system/system_rows.h"
#include "types/inet.h"

namespace cellar {

namespace {

void add_prepared(const PreparedStatements& prepared, SystemRows& rows) {
  for (const PreparedStatementPointer& statement : prepared.all()) {
    rows.begin_row();
    rows.set_bytes("prepared_id", statement->id());
    if (!statement->keyspace().empty()) rows.set("logged_keyspace", statement->keyspace());
    rows.set("query_string", statement->text());
  }
}

void add_clients(const Clients& clients, SystemRows& rows) {
  for (const std::shared_ptr<Client>& client : clients.all()) {
    const ClientFacts facts = client->facts();
    const std::map<std::string, std::string> options(facts.options.begin(), facts.options.end());
    const auto option = [&options](const char* name) {
      const auto found = options.find(name);
      return found == options.end() ? std::string() : found->second;
    };
    rows.begin_row();
    rows.set("address", inet_text(facts.address.address));
    rows.set("port", static_cast<std::int32_t>(facts.address.port));
    rows.set("client_options", options);
    rows.set("connection_stage", facts.is_started ? "ready" : "established");
    rows.set("driver_name", option("DRIVER_NAME"));
    rows.set("driver_version", option("DRIVER_VERSION"));
    rows.set("hostname", inet_text(facts.address.address));
    if (!facts.keyspace.empty()) rows.set("keyspace_name", facts.keyspace);
    rows.set("protocol_version", static_cast<std::int32_t>(facts.protocol_version));
    rows.set("request_count", static_cast<std::int64_t>(facts.requests));
    rows.set("ssl_enabled", false);
    rows.set("username", "anonymous");
  }
}

using Settings = std::vector<std::pair<std::string, std::string>>;

/// Returns the settings of cassandra.yaml that have a meaning on one machine.
Settings settings_of(const Database& database, const ServerOptions& options) {
  const NodeFacts node = database.node();
  const auto mebibytes = [](std::size_t bytes) { return std::to_string(bytes >> 20) + "MiB"; };
  return {
      {"authenticator", "AllowAllAuthenticator"},
      {"authorizer", "AllowAllAuthorizer"},
      {"cluster_name", node.names.cluster},
      {"materialized_views_enabled", "true"},
      {"native_transport_max_frame_size", mebibytes(options.limits.body)},
      {"native_transport_port",
       std::to_string(options.addresses.empty() ? ListenAddress().port : options.addresses.front().port)},
      {"num_tokens", "1"},
      {"partitioner", "org.apache.cassandra.dht.Murmur3Partitioner"},
      {"prepared_statements_cache_size", mebibytes(options.limits.prepared_bytes)},
      {"start_native_transport", "true"},
  };
}

constexpr std::pair<const char*, const char*> kSupplied[] = {
    {"system", "prepared_statements"}, {"system_views", "clients"}, {"system_views", "settings"},
    {"system_traces", "sessions"},     {"system_traces", "events"},
};

}  // namespace

void supply_system_tables(const Database& database, const ServerOptions& options,
                          const SystemTableSources& sources) {
  database.supply_rows("system", "prepared_statements",
                       [prepared = sources.prepared](SystemRows& rows) { add_prepared(*prepared, rows); });
  database.supply_rows("system_views", "clients",
                       [clients = sources.clients](SystemRows& rows) { add_clients(*clients, rows); });
  database.supply_rows("system_views", "settings",
                       [settings = settings_of(database, options)](SystemRows& rows) {
                         for (const auto& [name, value] : settings) {
                           rows.begin_row();
                           rows.set("name", name);
                           rows.set("value", value);
                         }
                       });
  database.supply_rows("system_traces", "sessions",
                       [traces = sources.traces](SystemRows& rows) { traces->supply_sessions(rows); });
  database.supply_rows("system_traces", "events",
                       [traces = sources.traces](SystemRows& rows) { traces->supply_events(rows); });
}

void withdraw_system_tables(const Database& database) {
  for (const auto& [keyspace, table] : kSupplied) database.supply_rows(keyspace, table, nullptr);
}

}  // namespace cellar
