#include "database/schema_store/schema_records.h"

#include <algorithm>

#include "refusal/refusal.h"
#include "schema/record.h"
#include "schema/record_fields.h"

namespace cellar {

namespace {

bool are_equal(const UserTypes& left, const UserTypes& right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](const auto& one, const auto& other) { return one.second == other.second; });
}

struct KeyspaceRecords {
  Keyspace keyspace;
  std::shared_ptr<RecordScope> scope;
  const Keyspace* before = nullptr;
  bool types_stayed = false;
  std::vector<std::shared_ptr<const StoredTable>> tables;
  std::vector<NameMap<ViewName>::Pointer> views;
};

class SchemaReader {
 public:
  SchemaReader(Transaction& transaction, const Schema& before) : transaction_(transaction), before_(before) {}

  Schema read() {
    // Types come first, though their names come last: tables depend on them.
    transaction_.schema_records(kUserTypeRecords, [this](std::string_view name, std::string_view record) {
      const RecordName parts = parse_record_name(name);
      types_[std::string(parts.keyspace)].emplace(parts.name, record);
    });
    transaction_.schema_records(
        "", [this](std::string_view name, std::string_view record) { read_record(name, record); });
    for (const auto& [keyspace, records] : types_)
      home_of(keyspace, std::string(kUserTypeRecords) + keyspace);
    hide_tables_of_one_id();
    std::vector<std::shared_ptr<const Keyspace>> keyspaces;
    for (auto& [name, home] : homes_) {
      home.keyspace.tables = Tables(NameMap(home.tables));
      home.keyspace.views = NameMap(home.views);
      keyspaces.push_back(std::make_shared<const Keyspace>(std::move(home.keyspace)));
    }
    Schema schema;
    schema.version = transaction_.schema_version();
    schema.keyspaces = NameMap(keyspaces);
    return schema;
  }

 private:
  void read_record(std::string_view record_name, std::string_view record) {
    const RecordName parts = parse_record_name(record_name);
    switch (parts.kind) {
      case RecordKind::keyspace:
        return read_keyspace(std::string(parts.keyspace), record);
      case RecordKind::table:
        return read_table(record_name, parts, record);
      case RecordKind::view:
        return read_view_name(record_name, parts, record);
      case RecordKind::user_type:
        return;
      case RecordKind::unknown:
        refuse("schema_record_unknown", {}, {{"record", std::string(record_name)}});
    }
  }

  void read_keyspace(const std::string& name, std::string_view record) {
    KeyspaceRecords& home = homes_[name];
    home.keyspace = decode_keyspace(name, record);
    home.before = before_.find_keyspace(name);
    home.keyspace.user_types = decode_user_types(name, types_[name]);
    home.types_stayed =
        home.before != nullptr && are_equal(home.keyspace.user_types, home.before->user_types);
    home.scope = std::make_shared<RecordScope>();
    home.scope->keyspace = name;
    home.scope->user_types = home.keyspace.user_types;
  }

  void read_table(std::string_view record_name, const RecordName& parts, std::string_view record) {
    const auto& [kind, keyspace, name] = parts;
    if (name.empty()) refuse_damaged_record(std::string(record_name));
    if (last_ == nullptr || last_->keyspace.name != keyspace) last_ = &home_of(keyspace, record_name);
    std::shared_ptr<const StoredTable> table;
    if (last_->before != nullptr) table = last_->before->tables.stored().get(name);
    const bool stayed = table && table->record == record && (last_->types_stayed || !table->uses_user_types);
    if (!stayed)
      table = std::make_shared<const StoredTable>(std::string(name), std::string(record), last_->scope);
    last_->tables.push_back(std::move(table));
  }

  void read_view_name(std::string_view record_name, const RecordName& parts, std::string_view record) {
    const ViewName name = decode_view_name(std::string(parts.keyspace), std::string(parts.name), record);
    home_of(parts.keyspace, record_name).views.push_back(std::make_shared<const ViewName>(name));
  }

  /// Two tables, indexes or views never have one id: one of the records is damaged, nobody knows which. Each
  /// gets a record that cannot be read, so that neither shows rows of the other or, when it is dropped, takes
  /// them along.
  void hide_tables_of_one_id() {
    struct Place {
      TableId id;
      std::shared_ptr<const StoredTable>* table;
      const KeyspaceRecords* home;
    };
    std::vector<Place> places;
    for (auto& [name, home] : homes_) {
      for (auto& table : home.tables) {
        for (const TableId id : ids_in_record(table->record)) places.push_back({id, &table, &home});
      }
    }
    std::ranges::sort(places, {}, &Place::id);
    for (auto first = places.begin(); first != places.end();) {
      auto end = std::ranges::upper_bound(first, places.end(), first->id, {}, &Place::id);
      const std::ranges::subrange same(first, end);
      const auto is_readable = [](const Place& place) { return (*place.table)->is_readable(); };
      if (same.size() > 1 && std::ranges::count_if(same, is_readable) > 1) {
        for (const Place& place : same) {
          *place.table = std::make_shared<const StoredTable>((*place.table)->name, "", place.home->scope);
        }
      }
      first = end;
    }
  }

  KeyspaceRecords& home_of(std::string_view keyspace, std::string_view record_name) {
    const auto found = homes_.find(keyspace);
    if (found == homes_.end()) refuse_damaged_record(std::string(record_name));
    return found->second;
  }

  Transaction& transaction_;
  const Schema& before_;
  std::map<std::string, std::map<std::string, std::string>> types_;
  std::map<std::string, KeyspaceRecords, std::less<>> homes_;
  KeyspaceRecords* last_ = nullptr;  // of the table that was read last
};

}  // namespace

SchemaPointer load_schema(Transaction& transaction, const Schema& before) {
  return std::make_shared<const Schema>(SchemaReader(transaction, before).read());
}

}  // namespace cellar
