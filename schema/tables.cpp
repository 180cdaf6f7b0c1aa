#include "schema/tables.h"

#include <stdexcept>

#include "refusal/refusal.h"
#include "schema/record.h"

namespace cellar {

StoredTable::StoredTable(TablePointer table)
    : name(table->name),
      record(encode(*table)),
      uses_user_types(record_uses_user_types(record)),
      table_(std::move(table)),
      decoded_(true) {}

StoredTable::StoredTable(std::string table_name, std::string bytes, RecordScopePointer scope)
    : name(std::move(table_name)),
      record(std::move(bytes)),
      uses_user_types(record_uses_user_types(record)),
      scope_(std::move(scope)),
      decoded_(false) {}

namespace {

/// The refusal of a table names the way out, which other records do not have.
Table decode(const RecordScope& scope, const std::string& name, std::string_view record) {
  try {
    return decode_table(scope.keyspace, name, record, scope.user_types);
  } catch (const Refusal&) {
    const std::string table = quote_name(scope.keyspace) + "." + quote_name(name);
    refuse("damaged_table", {}, {{"record", table_record_name(scope.keyspace, name)}, {"table", table}});
  }
}

}  // namespace

const TablePointer& StoredTable::table() const {
  if (is_decoded()) return table_;
  const std::lock_guard lock(scope_->decoding);
  if (!is_decoded()) {
    table_ = std::make_shared<const Table>(decode(*scope_, name, record));
    decoded_.store(true, std::memory_order_release);
  }
  return table_;
}

bool StoredTable::is_readable() const {
  try {
    table();
    return true;
  } catch (const Refusal&) {
    return false;
  }
}

std::shared_ptr<const StoredTable> StoredTable::in(RecordScopePointer scope) const {
  return std::make_shared<const StoredTable>(name, record, std::move(scope));
}

TablePointer Tables::get(std::string_view name) const {
  const auto stored = stored_.get(name);
  return stored ? stored->table() : nullptr;
}

TablePointer Tables::at(std::string_view name) const {
  TablePointer table = get(name);
  if (!table) throw std::out_of_range("no table of that name");
  return table;
}

std::vector<std::string> Tables::names() const {
  std::vector<std::string> names;
  for (const auto& [name, stored] : stored_) names.push_back(name);
  return names;
}

std::vector<TablePointer> Tables::with_user_types() const {
  std::vector<TablePointer> tables;
  for (const auto& [name, stored] : stored_) {
    if (stored.uses_user_types) tables.push_back(stored.table());
  }
  return tables;
}

const std::string& Tables::put(TablePointer table) {
  auto stored = std::make_shared<const StoredTable>(std::move(table));
  const std::string& record = stored->record;
  stored_.put(std::move(stored));
  return record;
}

void Tables::follow(const RecordScopePointer& scope) {
  std::vector<std::shared_ptr<const StoredTable>> tables;
  tables.reserve(stored_.size());
  for (auto place = stored_.begin(); place != stored_.end(); ++place) {
    const auto& stored = place.thing();
    tables.push_back(stored->uses_user_types ? stored->in(scope) : stored);
  }
  stored_ = NameMap(tables);
}

}  // namespace cellar
