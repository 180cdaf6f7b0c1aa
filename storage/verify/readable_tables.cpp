#include "storage/verify/readable_tables.h"

#include <algorithm>
#include <memory>
#include <set>

#include "refusal/refusal.h"
#include "schema/record.h"
#include "storage/verify/entry_fault.h"

namespace cellar {

namespace {

using Records = std::map<std::string, std::string>;

class TableReader {
 public:
  TableReader(const Records& records, std::vector<DamagedRecord>& damaged)
      : records_(records), damaged_(damaged) {}

  std::vector<TablePointer> read() {
    for (const auto& [name, record] : records_) {
      if (fault_thrown_by([&] { read_record(name, record); })) note_unreadable(name);
    }
    leave_out_tables_of_one_id();
    compare_names();
    return std::move(tables_);
  }

 private:
  void note_unreadable(const std::string& name) {
    damaged_.push_back({name, "it cannot be read, and so the values of its tables are not checked"});
  }

  /// Every record has that of its keyspace. A view is in the record of its table, and has one of its own that names
  /// the table.
  void compare_names() {
    for (const auto& [name, record] : records_) {
      const RecordName parts = parse_record_name(name);
      if (parts.kind == RecordKind::unknown) continue;
      if (!records_.contains(std::string(kKeyspaceRecords) + std::string(parts.keyspace)))
        damaged_.push_back({name, "its keyspace is missing"});
    }
    std::map<std::string, std::string> tables = view_records();
    for (const TablePointer& table : tables_) {
      if (!table->is_view()) continue;
      const std::string name = view_record_name(table->keyspace, table->name);
      const auto found = tables.find(name);
      if (found == tables.end() || found->second != table_record_name(table->keyspace, table->view_of->base))
        damaged_.push_back({name, "it does not name the table that has the view"});
      if (found != tables.end()) tables.erase(found);
    }
    for (const auto& [name, table] : tables) {
      const bool is_told =
          std::ranges::any_of(damaged_, [&](const auto& each) { return each.name == table; });
      if (!is_told) damaged_.push_back({name, "its table does not have it"});
    }
  }

  /// Returns the records of tables that the records of views name, by the names of the latter.
  std::map<std::string, std::string> view_records() const {
    std::map<std::string, std::string> tables;
    for (const auto& [name, record] : records_) {
      const RecordName parts = parse_record_name(name);
      if (parts.kind != RecordKind::view) continue;
      const std::string keyspace(parts.keyspace);
      try {
        const ViewName view = decode_view_name(keyspace, std::string(parts.name), record);
        tables.emplace(name, table_record_name(keyspace, view.base));
      } catch (const Refusal&) {
        // It is among the damaged records already.
      }
    }
    return tables;
  }

  /// A table or view, or the table of an index.
  struct OwnerOfId {
    TablePointer table;
    std::string name;  // of the table, view or index
  };

  void leave_out_tables_of_one_id() {
    std::map<TableId, std::vector<OwnerOfId>> by_id;
    for (const TablePointer& table : tables_) {
      const std::string keyspace = quote_name(table->keyspace) + ".";
      by_id[table->id].push_back({table, keyspace + quote_name(table->name)});
      for (const Index& index : table->indexes)
        by_id[index.id].push_back({table, "index " + keyspace + quote_name(index.name)});
    }
    std::set<const Table*> left_out;
    for (const auto& [id, same] : by_id) {
      if (same.size() == 1) continue;
      for (const OwnerOfId& owner : same) {
        const OwnerOfId& other = &owner == &same.front() ? same[1] : same.front();
        left_out.insert(owner.table.get());
        const bool is_index = owner.name.starts_with("index ");
        damaged_.push_back({record_name(*owner.table), (is_index ? owner.name + " has" : "it has") +
                                                           " the id of " + other.name +
                                                           ", and so neither can be read"});
      }
    }
    std::erase_if(tables_, [&](const TablePointer& table) { return left_out.contains(table.get()); });
    std::ranges::sort(tables_, {}, [](const TablePointer& table) { return table->id; });
  }

  void read_record(const std::string& name, const std::string& record) {
    const RecordName parts = parse_record_name(name);
    const std::string keyspace(parts.keyspace);
    switch (parts.kind) {
      case RecordKind::keyspace:
        decode_keyspace(keyspace, record);
        break;
      case RecordKind::user_type:
        types_of(keyspace);
        break;
      case RecordKind::table:
        tables_.push_back(std::make_shared<const Table>(
            decode_table(keyspace, std::string(parts.name), record, types_of(keyspace))));
        for (const View& view : TablePointer(tables_.back())->views) tables_.push_back(view.table);
        break;
      case RecordKind::view:
        decode_view_name(keyspace, std::string(parts.name), record);
        break;
      case RecordKind::unknown:
        note_unreadable(name);
    }
  }

  /// Returns no types at all if a record of one of them is damaged.
  const UserTypes& types_of(const std::string& keyspace) {
    const auto known = types_.find(keyspace);
    if (known != types_.end()) return known->second;
    const std::string prefix = std::string(kUserTypeRecords) + keyspace + "/";
    Records types;
    for (auto record = records_.lower_bound(prefix);
         record != records_.end() && record->first.starts_with(prefix); ++record) {
      types.emplace(record->first.substr(prefix.size()), record->second);
    }
    UserTypes& found = types_[keyspace];
    if (fault_thrown_by([&] { found = decode_user_types(keyspace, types); })) note_unreadable(prefix);
    return found;
  }

  const Records& records_;
  std::vector<DamagedRecord>& damaged_;
  std::vector<TablePointer> tables_;
  std::map<std::string, UserTypes> types_;  // by keyspace
};

}  // namespace

std::vector<TablePointer> readable_tables(const Records& records, std::vector<DamagedRecord>& damaged) {
  return TableReader(records, damaged).read();
}

}  // namespace cellar
