#include "server/answer/events.h"

namespace cellar {

namespace {

constexpr std::size_t kLongestName = 0xffff;  // that a [string] can hold

SchemaChange::Kind kind_of(SchemaEvent::Change change) {
  switch (change) {
    case SchemaEvent::Change::created:
      return SchemaChange::Kind::created;
    case SchemaEvent::Change::updated:
      return SchemaChange::Kind::updated;
    case SchemaEvent::Change::dropped:
      return SchemaChange::Kind::dropped;
  }
  return {};
}

SchemaChange::Target target_of(SchemaEvent::Target target) {
  switch (target) {
    case SchemaEvent::Target::keyspace:
      return SchemaChange::Target::keyspace;
    case SchemaEvent::Target::table:
      return SchemaChange::Target::table;
    case SchemaEvent::Target::type:
      return SchemaChange::Target::type;
  }
  return {};
}

}  // namespace

SchemaChange schema_change(const SchemaEvent& event) {
  if (event.name.size() > kLongestName)
    return {SchemaChange::Kind::updated, SchemaChange::Target::keyspace, event.keyspace, {}, {}};
  return {kind_of(event.change), target_of(event.target), event.keyspace, event.name, {}};
}

}  // namespace cellar
