#include "executor/definitions.h"

#include <algorithm>
#include <random>

#include "executor/schema_records.h"
#include "types/time.h"

namespace cellar {

namespace {

constexpr std::int64_t kTicksFrom1582To1970 = 0x01B21DD213814000;

std::string fresh_table_uuid(Timestamp now) {
  std::random_device random;
  const std::uint64_t node = (std::uint64_t{random()} << 32) | random();
  return make_timeuuid(now * 10 + kTicksFrom1582To1970, node);
}

void put_record(const std::string& name, const std::string& record, const std::optional<std::string>& plain,
                WriteTransaction& transaction) {
  transaction.put_schema_record(name, record);
  if (plain) {
    transaction.put_schema_record(plain_record_name(name), *plain);
  } else {
    transaction.erase_schema_record(plain_record_name(name));
  }
}

void put_table(const Table& table, WriteTransaction& transaction) {
  const std::string record = record_text(table);
  put_record(record_name(table), record, plain_record(table, record), transaction);
  transaction.note_grace(table.id, table.gc_grace_seconds());
}

void erase_record(const std::string& name, WriteTransaction& transaction) {
  transaction.erase_schema_record(name);
  transaction.erase_schema_record(plain_record_name(name));
}

/// Ids of columns are counted within their table: small ones make small entries. An id that was given once is
/// never given again, so those of dropped columns count, too. Key columns need no id in the file and come last.
void give_column_ids(Table& table) {
  ColumnId largest = 0;
  for (const Column& column : table.columns) largest = std::max(largest, column.id);
  for (const DroppedColumn& column : table.dropped_columns) largest = std::max(largest, column.id);
  for (const bool of_key : {false, true}) {
    for (Column& column : table.columns) {
      const bool is_key = column.kind == ColumnKind::partition_key || column.kind == ColumnKind::clustering;
      if (column.id == 0 && is_key == of_key) column.id = ++largest;
    }
  }
}

struct DefinitionRun {
  const Schema& schema;
  WriteTransaction& transaction;

  void erase(const Table& table) {
    erase_record(record_name(table), transaction);
    transaction.drop_data(table.id);
  }

  /// A column that comes back has the id that it had: what was written after its drop shows again.
  void keep_dropped_ids(Table& table) {
    const TablePointer before = schema.find_table(table.keyspace, table.name);
    for (DroppedColumn& dropped : table.dropped_columns) {
      if (dropped.id != 0 || !before) continue;
      if (const auto index = before->find(dropped.name)) dropped.id = before->columns[*index].id;
    }
    for (Column& column : table.columns) {
      if (column.id != 0 || !column.dropped_before) continue;
      const auto same =
          std::find_if(table.dropped_columns.begin(), table.dropped_columns.end(),
                       [&](const DroppedColumn& dropped) { return dropped.name == column.name; });
      if (same != table.dropped_columns.end()) column.id = same->id;
    }
  }

  void operator()(const PutKeyspace& change) {
    const std::string record = record_text(change.keyspace);
    put_record(record_name(change.keyspace), record, plain_record(change.keyspace, record), transaction);
  }

  void operator()(const DropKeyspace& change) {
    const Keyspace* keyspace = schema.find_keyspace(change.keyspace);
    if (!keyspace) return;
    for (const auto& [name, table] : keyspace->tables) erase(*table);
    for (const auto& [name, user_type] : keyspace->user_types) {
      transaction.erase_schema_record(record_name(user_type));
    }
    erase_record(record_name(*keyspace), transaction);
  }

  void operator()(const PutTable& change) {
    Table table = change.table;
    keep_dropped_ids(table);
    if (table.id == 0) table.id = transaction.fresh_id();
    if (table.uuid.empty()) table.uuid = fresh_table_uuid(transaction.next_timestamp());
    give_column_ids(table);
    put_table(table, transaction);
  }

  void operator()(const DropTable& change) {
    if (const TablePointer table = schema.find_table(change.keyspace, change.table)) erase(*table);
  }

  // Records name a user type and do not repeat it, so those that use it follow when they are read.
  void operator()(const PutUserType& change) {
    transaction.put_schema_record(record_name(change.user_type), record_text(change.user_type));
  }

  void operator()(const DropUserType& change) {
    transaction.erase_schema_record(record_name(UserType{change.keyspace, change.name, {}, {}}));
  }
};

}  // namespace

void run_definition(const SchemaPlan& plan, const Schema& schema, WriteTransaction& transaction) {
  for (const SchemaChange& change : plan.changes) std::visit(DefinitionRun{schema, transaction}, change);
}

/// The table goes on under a fresh id; the data of the old one are out of sight at once.
void run_truncate(const TruncatePlan& plan, WriteTransaction& transaction) {
  Table table = *plan.table;
  transaction.drop_data(table.id);
  table.id = transaction.fresh_id();
  put_table(table, transaction);
}

}  // namespace cellar
