#include "server/answer/events.h"

namespace cellar {

namespace {

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
  return {kind_of(event.change), target_of(event.target), event.keyspace, event.name, {}};
}

}  // namespace cellar
