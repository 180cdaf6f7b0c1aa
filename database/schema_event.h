// A change of the schema, as a driver is told of it.
//
// In:      the schema before and after one or more definitions.
// Out:     what has been created, altered and dropped, in an order in which each name can be looked up.
// Refused: nothing. A table whose record is damaged has changed if its record has.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "schema/schema.h"

namespace cellar {

/// The words are those of SCHEMA_CHANGE in the native protocol, which has no target of its own for indexes and
/// views: an index that is created or dropped updates its table, and a view is a table.
struct SchemaEvent {
  enum class Change : std::uint8_t { created, updated, dropped };
  enum class Target : std::uint8_t { keyspace, table, type };
  Change change = Change::created;
  Target target = Target::keyspace;
  std::string keyspace;
  std::string name;  // of the table, view or type; empty for a keyspace

  bool operator==(const SchemaEvent&) const = default;
};

/// Returns nothing if the schemas differ only in what no driver sees: new ids after TRUNCATE, an index that is built.
/// A keyspace that was dropped follows what it held; one that was created is followed by what it holds. What has a
/// changed type has changed, too.
std::vector<SchemaEvent> schema_events(const Schema& before, const Schema& after);

}  // namespace cellar
