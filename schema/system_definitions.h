// The tables of the system keyspaces as data, as Cassandra 5.0 has them.
//
// In:      nothing.
// Out:     for each table its columns in one line: partition key, clustering and other columns, separated by
//          `|`. A column is a name, a type as system_schema.columns writes it, and `desc` if it descends.
// Refused: nothing.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace cellar {

struct SystemDefinition {
  std::string_view keyspace, table, comment, columns;
  std::int32_t default_time_to_live = 0;
};

/// The tables of the keyspaces that are kept like others, by keyspace and name.
std::span<const SystemDefinition> system_definitions();
/// The tables of the virtual keyspaces, likewise.
std::span<const SystemDefinition> virtual_definitions();

}  // namespace cellar
