#include "database/schema_event.h"

#include <algorithm>
#include <utility>

#include "planner/definition/definition_checks.h"

namespace cellar {

namespace {

using Change = SchemaEvent::Change;
using Target = SchemaEvent::Target;

/// The table without what no driver sees. Its views are compared one by one.
Table as_seen(Table table) {
  table.id = 0;
  table.views.clear();
  for (Index& index : table.indexes) {
    index.id = 0;
    index.is_built = true;
  }
  return table;
}

bool is_same_view(const View& left, const View& right) {
  return left.where_clause == right.where_clause && left.filters == right.filters &&
         left.includes_all_columns == right.includes_all_columns &&
         as_seen(*left.table) == as_seen(*right.table);
}

/// The events of one keyspace, by change and kind of thing: what others are made of is created first and dropped last.
class KeyspaceEvents {
 public:
  explicit KeyspaceEvents(const std::string& keyspace) : keyspace_(keyspace) {}

  void compare(const Keyspace& before, const Keyspace& after) {
    for (const auto& [name, type] : before.user_types) {
      if (!after.user_types.contains(name)) types_.dropped.push_back(name);
    }
    for (const auto& [name, type] : after.user_types) {
      const auto old = before.user_types.get(name);
      if (!old) types_.created.push_back(name);
      if (old && old.get() != &type && *old != type) types_.updated.push_back(name);
    }
    for (const auto& [name, stored] : before.tables.stored()) {
      if (!after.tables.contains(name)) drop(stored);
    }
    for (const auto& [name, stored] : after.tables.stored()) {
      const auto old = before.tables.stored().get(name);
      if (!old) create(stored);
      if (old && old.get() != &stored && old->record != stored.record)
        compare(*old, stored);
      else if (old && !types_.updated.empty())
        note_changed_types(stored, after);
    }
  }

  void add_to(std::vector<SchemaEvent>& events) const {
    add(views_.dropped, Change::dropped, Target::table, events);
    add(tables_.dropped, Change::dropped, Target::table, events);
    add(types_.dropped, Change::dropped, Target::type, events);
    add(types_.created, Change::created, Target::type, events);
    add(tables_.created, Change::created, Target::table, events);
    add(views_.created, Change::created, Target::table, events);
    add(types_.updated, Change::updated, Target::type, events);
    add(tables_.updated, Change::updated, Target::table, events);
    add(views_.updated, Change::updated, Target::table, events);
  }

 private:
  struct Names {
    std::vector<std::string> dropped, created, updated;
  };

  void drop(const StoredTable& stored) {
    tables_.dropped.push_back(stored.name);
    if (!stored.is_readable()) return;
    for (const View& view : stored.table()->views) views_.dropped.push_back(view.table->name);
  }
  void create(const StoredTable& stored) {
    tables_.created.push_back(stored.name);
    if (!stored.is_readable()) return;
    for (const View& view : stored.table()->views) views_.created.push_back(view.table->name);
  }

  /// A table that was dropped and created again has another uuid.
  void compare(const StoredTable& before, const StoredTable& after) {
    if (!before.is_readable() || !after.is_readable()) return tables_.updated.push_back(after.name);
    const Table& old = *before.table();
    const Table& now = *after.table();
    if (old.uuid != now.uuid) {
      drop(before);
      return create(after);
    }
    if (as_seen(old) != as_seen(now)) tables_.updated.push_back(after.name);
    compare_views(old, now);
  }
  void compare_views(const Table& before, const Table& after) {
    for (const View& view : before.views) {
      if (after.find_view(view.table->name) == nullptr) views_.dropped.push_back(view.table->name);
    }
    for (const View& view : after.views) {
      const View* const old = before.find_view(view.table->name);
      if (old == nullptr) views_.created.push_back(view.table->name);
      if (old != nullptr && !is_same_view(*old, view)) views_.updated.push_back(view.table->name);
    }
  }

  /// A table whose record is as before has changed if it has a column of a type that has.
  void note_changed_types(const StoredTable& stored, const Keyspace& after) {
    if (!stored.uses_user_types || !stored.is_readable()) return;
    const auto has_changed = [&](const Table& table) {
      return std::ranges::any_of(types_.updated, [&](const std::string& name) {
        return std::ranges::any_of(table.columns, [&](const Column& column) {
          return uses_type(column.type, *after.user_types.get(name));
        });
      });
    };
    if (has_changed(*stored.table())) tables_.updated.push_back(stored.name);
    for (const View& view : stored.table()->views) {
      if (has_changed(*view.table)) views_.updated.push_back(view.table->name);
    }
  }

  void add(const std::vector<std::string>& names, Change change, Target target,
           std::vector<SchemaEvent>& events) const {
    for (const std::string& name : names) events.push_back({change, target, keyspace_, name});
  }

  const std::string& keyspace_;
  Names types_, tables_, views_;
};

}  // namespace

std::vector<SchemaEvent> schema_events(const Schema& before, const Schema& after) {
  std::vector<SchemaEvent> events;
  for (const auto& [name, keyspace] : before.keyspaces) {
    if (after.keyspaces.contains(name)) continue;
    KeyspaceEvents of_keyspace(name);
    of_keyspace.compare(keyspace, Keyspace());
    of_keyspace.add_to(events);
    events.push_back({Change::dropped, Target::keyspace, name, ""});
  }
  for (const auto& [name, keyspace] : after.keyspaces) {
    const auto old = before.keyspaces.get(name);
    if (old.get() == &keyspace) continue;
    if (!old) events.push_back({Change::created, Target::keyspace, name, ""});
    if (old && (old->replication != keyspace.replication || old->durable_writes != keyspace.durable_writes))
      events.push_back({Change::updated, Target::keyspace, name, ""});
    KeyspaceEvents of_keyspace(name);
    of_keyspace.compare(old ? *old : Keyspace(), keyspace);
    of_keyspace.add_to(events);
  }
  return events;
}

}  // namespace cellar
