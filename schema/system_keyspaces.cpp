#include "schema/system_keyspaces.h"

#include <algorithm>
#include <vector>

namespace cellar {

namespace {

std::vector<Keyspace> system_keyspaces() {
  struct Described {
    const char* name;
    const char* replicas;  // empty: each node has its own
  };
  constexpr Described kKeyspaces[] = {
      {"system", ""},         {"system_auth", "1"}, {"system_distributed", "3"},   {"system_schema", ""},
      {"system_traces", "2"}, {"system_views", ""}, {"system_virtual_schema", ""},
  };
  std::vector<Keyspace> keyspaces;
  for (const Described& described : kKeyspaces) {
    Keyspace& keyspace = keyspaces.emplace_back();
    keyspace.name = described.name;
    const std::string replicas = described.replicas;
    keyspace.replication["class"] =
        replicas.empty() ? "LocalStrategy" : "org.apache.cassandra.locator.SimpleStrategy";
    if (!replicas.empty()) keyspace.replication["replication_factor"] = replicas;
  }
  return keyspaces;
}

}  // namespace

const Keyspace* find_system_keyspace(std::string_view name) {
  static const std::vector<Keyspace> kKeyspaces = system_keyspaces();
  const auto found = std::ranges::find(kKeyspaces, name, &Keyspace::name);
  return found == kKeyspaces.end() ? nullptr : &*found;
}

bool is_replicated_system_keyspace(std::string_view name) {
  const Keyspace* keyspace = find_system_keyspace(name);
  return keyspace != nullptr && keyspace->replication.contains("replication_factor");
}

}  // namespace cellar
