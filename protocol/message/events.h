// EVENT, and the change of the schema that a RESULT tells, too.
//
// In:      an event as data, or the bytes of a body.
// Out:     bytes, or the event.
// Refused: unknown kinds of events, changes and targets (ProtocolFault).
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>

#include "protocol/bytes/reader.h"
#include "protocol/bytes/writer.h"

namespace cellar {

/// Names of event types, as REGISTER lists them.
inline constexpr std::string_view kTopologyEvents = "TOPOLOGY_CHANGE";
inline constexpr std::string_view kStatusEvents = "STATUS_CHANGE";
inline constexpr std::string_view kSchemaEvents = "SCHEMA_CHANGE";

struct TopologyChange {
  enum class Kind : std::uint8_t { new_node, removed_node, moved_node };
  Kind kind = Kind::new_node;
  InetEndpoint node;
};

struct StatusChange {
  enum class Kind : std::uint8_t { up, down };
  Kind kind = Kind::up;
  InetEndpoint node;
};

struct SchemaChange {
  enum class Kind : std::uint8_t { created, updated, dropped };
  enum class Target : std::uint8_t { keyspace, table, type, function, aggregate };
  Kind kind = Kind::created;
  Target target = Target::keyspace;
  std::string_view keyspace;
  std::string_view name;      // empty for a keyspace
  StringList argument_types;  // of a function or an aggregate
};

using EventResponse = std::variant<TopologyChange, StatusChange, SchemaChange>;

void append_event(MessageWriter& writer, const EventResponse& event);
EventResponse read_event(MessageReader& reader);

/// Before version 4 a change of a function is one of its keyspace.
void append_schema_change(MessageWriter& writer, const SchemaChange& change);
SchemaChange read_schema_change(MessageReader& reader);

}  // namespace cellar
