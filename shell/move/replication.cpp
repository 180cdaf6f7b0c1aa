#include "shell/move/replication.h"

#include <fmt/format.h>

#include <algorithm>

#include "shell/connection/asked_columns.h"
#include "types/value/value.h"

namespace cellar {

std::map<std::string, std::size_t> nodes_by_datacenter(Connection& connection) {
  std::map<std::string, std::size_t> nodes;
  for (const char* const table : {"local", "peers"}) {
    Result rows = connection.execute(fmt::format("SELECT data_center FROM system.{}", table));
    require_columns(connection, rows, {native_type(TypeKind::text)});
    while (const ResultRow* const row = rows.next())
      if (const ValueView datacenter = (*row)[0]) ++nodes[std::string(*datacenter)];
  }
  return nodes;
}

std::string suggested_replication(const std::map<std::string, std::size_t>& nodes) {
  constexpr std::size_t kUsualCopies = 3;
  std::string text = "{'class': 'NetworkTopologyStrategy'";
  for (const auto& [datacenter, count] : nodes)
    text += fmt::format(", {}: {}", to_literal(native_type(TypeKind::text), datacenter),
                        std::min(count, kUsualCopies));
  return text + '}';
}

}  // namespace cellar
