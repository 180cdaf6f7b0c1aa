#include "protocol/message/events.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace cellar {

namespace {

constexpr std::array<std::string_view, 3> kTopologyKinds = {"NEW_NODE", "REMOVED_NODE", "MOVED_NODE"};
constexpr std::array<std::string_view, 2> kStatusKinds = {"UP", "DOWN"};
constexpr std::array<std::string_view, 3> kSchemaKinds = {"CREATED", "UPDATED", "DROPPED"};
constexpr std::array<std::string_view, 5> kSchemaTargets = {"KEYSPACE", "TABLE", "TYPE", "FUNCTION",
                                                            "AGGREGATE"};

template <typename Kind, std::size_t size>
std::string_view word_of(const std::array<std::string_view, size>& words, Kind kind) {
  return words[static_cast<std::size_t>(kind)];
}

template <typename Kind, std::size_t size>
Kind read_word(MessageReader& reader, const std::array<std::string_view, size>& words,
               std::string_view what) {
  const std::string_view word = reader.read_string(what);
  const auto* found = std::ranges::find(words, word);
  if (found == words.end()) reader.refuse(fmt::format("'{}' is unknown as {}", word, what));
  return static_cast<Kind>(found - words.begin());
}

bool has_arguments(SchemaChange::Target target) {
  return target == SchemaChange::Target::function || target == SchemaChange::Target::aggregate;
}

void append_event_fields(MessageWriter& writer, const TopologyChange& event) {
  writer.string(kTopologyEvents);
  writer.string(word_of(kTopologyKinds, event.kind));
  writer.inet(event.node);
}

void append_event_fields(MessageWriter& writer, const StatusChange& event) {
  writer.string(kStatusEvents);
  writer.string(word_of(kStatusKinds, event.kind));
  writer.inet(event.node);
}

void append_event_fields(MessageWriter& writer, const SchemaChange& event) {
  writer.string(kSchemaEvents);
  append_schema_change(writer, event);
}

}  // namespace

void append_schema_change(MessageWriter& writer, const SchemaChange& change) {
  if (has_arguments(change.target) && writer.version() < ProtocolVersion::v4) {
    append_schema_change(writer, SchemaChange{.kind = SchemaChange::Kind::updated,
                                              .target = SchemaChange::Target::keyspace,
                                              .keyspace = change.keyspace,
                                              .name = {},
                                              .argument_types = {}});
    return;
  }
  writer.string(word_of(kSchemaKinds, change.kind));
  writer.string(word_of(kSchemaTargets, change.target));
  writer.string(change.keyspace);
  if (change.target != SchemaChange::Target::keyspace) writer.string(change.name);
  if (has_arguments(change.target)) writer.string_list(change.argument_types);
}

SchemaChange read_schema_change(MessageReader& reader) {
  SchemaChange change;
  change.kind = read_word<SchemaChange::Kind>(reader, kSchemaKinds, "the kind of the change");
  change.target = read_word<SchemaChange::Target>(reader, kSchemaTargets, "the target of the change");
  change.keyspace = reader.read_string("the keyspace");
  if (change.target != SchemaChange::Target::keyspace) change.name = reader.read_string("the name");
  if (has_arguments(change.target))
    change.argument_types = reader.read_string_list("the types of the arguments");
  return change;
}

void append_event(MessageWriter& writer, const EventResponse& event) {
  std::visit([&](const auto& alternative) { append_event_fields(writer, alternative); }, event);
}

EventResponse read_event(MessageReader& reader) {
  const std::string_view type = reader.read_string("the type of the event");
  if (type == kTopologyEvents) {
    const auto kind = read_word<TopologyChange::Kind>(reader, kTopologyKinds, "the kind of the change");
    return TopologyChange{kind, reader.read_inet("the address of the node")};
  }
  if (type == kStatusEvents) {
    const auto kind = read_word<StatusChange::Kind>(reader, kStatusKinds, "the kind of the change");
    return StatusChange{kind, reader.read_inet("the address of the node")};
  }
  if (type == kSchemaEvents) return read_schema_change(reader);
  reader.refuse(fmt::format("'{}' is no type of an event", type));
}

}  // namespace cellar
