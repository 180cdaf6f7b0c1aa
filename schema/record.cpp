#include "schema/record.h"

#include <algorithm>
#include <set>

#include "refusal/refusal.h"
#include "schema/derived_record.h"
#include "schema/option_set.h"
#include "schema/record_fields.h"
#include "schema/table_record.h"
#include "schema/type_record.h"

namespace cellar {

namespace {

// Tags. Those within a field of fields are its own.
constexpr unsigned kName = 2, kText = 4;  // of entries and options
constexpr unsigned kKeyspaceName = 2, kReplication = 4, kNotDurable = 6;
constexpr unsigned kUsesUserTypes = 2, kTableKeyspace = 4, kTableName = 6, kTableId = 8, kUuid = 10,
                   kColumn = 12, kDropped = 14, kOption = 16, kOptionSet = 18, kIndex = 20, kView = 22,
                   kViewOf = 24, kCompact = 40;
constexpr unsigned kColumnId = 2, kColumnName = 4, kColumnType = 6, kColumnKind = 8, kDescending = 10,
                   kDroppedBefore = 12, kDroppedAt = 10;
constexpr unsigned kOptionText = 4, kOptionEntry = 6, kOptionIsMap = 8;

constexpr std::size_t kUuidSize = 16;

}  // namespace

void put_entries(FieldWriter& out, unsigned tag, const std::map<std::string, std::string>& entries) {
  for (const auto& [key, value] : entries) {
    FieldWriter entry;
    entry.put(kName, key);
    entry.put(kText, value);
    out.put(tag, entry.bytes());
  }
}

void read_entry(FieldReader fields, std::map<std::string, std::string>& entries) {
  std::string key, value;
  while (fields.next()) {
    if (fields.tag() == kName)
      key = fields.text();
    else if (fields.tag() == kText)
      value = fields.text();
    else
      fields.refuse_if_needed();
  }
  if (!entries.emplace(std::move(key), std::move(value)).second) fields.refuse_record();
}

namespace {

std::uint64_t kind_number(ColumnKind kind) { return static_cast<std::uint64_t>(kind) + 1; }

ColumnKind read_kind(const FieldReader& field) {
  const std::uint64_t number = field.number();
  if (number < 1 || number > kind_number(ColumnKind::regular)) field.refuse_record();
  return static_cast<ColumnKind>(number - 1);
}

void put_column(FieldWriter& out, const Column& column) {
  FieldWriter fields;
  fields.put_number(kColumnId, column.id);
  fields.put(kColumnName, column.name);
  fields.put(kColumnType, encode_type(column.type));
  fields.put_number(kColumnKind, kind_number(column.kind));
  if (column.descending) fields.put_flag(kDescending);
  if (column.dropped_before) fields.put_time(kDroppedBefore, *column.dropped_before);
  out.put(kColumn, fields.bytes());
}

Column read_column(FieldReader fields, const TypeScope& scope) {
  Column column;
  bool has_type = false, has_kind = false;
  while (fields.next()) {
    switch (fields.tag()) {
      case kColumnId:
        column.id = fields.number32();
        break;
      case kColumnName:
        column.name = fields.text();
        break;
      case kColumnType:
        column.type = decode_type(fields.fields(), scope);
        has_type = true;
        break;
      case kColumnKind:
        column.kind = read_kind(fields);
        has_kind = true;
        break;
      case kDescending:
        column.descending = true;
        break;
      case kDroppedBefore:
        column.dropped_before = fields.time();
        break;
      default:
        fields.refuse_if_needed();
    }
  }
  if (!has_type || !has_kind) fields.refuse_record();
  return column;
}

void put_dropped(FieldWriter& out, const DroppedColumn& column) {
  FieldWriter fields;
  fields.put_number(kColumnId, column.id);
  fields.put(kColumnName, column.name);
  fields.put(kColumnType, encode_type(without_user_types(column.type)));
  fields.put_number(kColumnKind, kind_number(column.kind));
  fields.put_time(kDroppedAt, column.timestamp);
  out.put(kDropped, fields.bytes());
}

DroppedColumn read_dropped(FieldReader fields, const TypeScope& scope) {
  DroppedColumn column;
  bool has_type = false, has_time = false;
  while (fields.next()) {
    switch (fields.tag()) {
      case kColumnId:
        column.id = fields.number32();
        break;
      case kColumnName:
        column.name = fields.text();
        break;
      case kColumnType:
        column.type = decode_type(fields.fields(), scope);
        has_type = true;
        break;
      case kColumnKind:
        column.kind = read_kind(fields);
        break;
      case kDroppedAt:
        column.timestamp = fields.time();
        has_time = true;
        break;
      default:
        fields.refuse_if_needed();
    }
  }
  if (!has_type || !has_time) fields.refuse_record();
  return column;
}

void put_option(FieldWriter& out, const std::string& name, const OptionValue& value) {
  FieldWriter fields;
  fields.put(kName, name);
  if (const auto* text = std::get_if<std::string>(&value)) {
    fields.put(kOptionText, *text);
  } else {
    put_entries(fields, kOptionEntry, std::get<std::map<std::string, std::string>>(value));
    fields.put_flag(kOptionIsMap);
  }
  out.put(kOption, fields.bytes());
}

void put_options(FieldWriter& out, const TableOptions& options) {
  const TableOptions& set = *find_option_set(kSetOfNewTables);
  const bool has_all =
      std::all_of(set.begin(), set.end(), [&](const auto& option) { return options.contains(option.first); });
  for (const auto& [name, value] : options) {
    const auto usual = set.find(name);
    if (!has_all || usual == set.end() || usual->second != value) put_option(out, name, value);
  }
  if (has_all) out.put_number(kOptionSet, kSetOfNewTables);
}

void read_option(FieldReader fields, TableOptions& options) {
  std::string name, text;
  std::map<std::string, std::string> entries;
  bool is_map = false, is_text = false;
  while (fields.next()) {
    if (fields.tag() == kName) {
      name = fields.text();
    } else if (fields.tag() == kOptionText) {
      text = fields.text();
      is_text = true;
    } else if (fields.tag() == kOptionEntry) {
      read_entry(fields.fields(), entries);
    } else if (fields.tag() == kOptionIsMap) {
      is_map = true;
    } else {
      fields.refuse_if_needed();
    }
  }
  if (is_map == is_text || (is_text && !entries.empty())) fields.refuse_record();
  OptionValue value = is_map ? OptionValue(std::move(entries)) : OptionValue(std::move(text));
  if (!options.emplace(std::move(name), std::move(value)).second) fields.refuse_record();
}

/// Listed options come before the set, and hold.
void add_option_set(const FieldReader& field, TableOptions& options) {
  const TableOptions* set = find_option_set(field.number());
  if (set == nullptr) field.refuse_record();
  options.insert(set->begin(), set->end());
}

void read_table_field(const FieldReader& field, const TypeScope& scope, TableOf of, Table& table) {
  switch (field.tag()) {
    case kUsesUserTypes:
      break;
    case kTableKeyspace:
      table.keyspace = field.text();
      break;
    case kTableName:
      table.name = field.text();
      break;
    case kTableId:
      table.id = field.number32();
      break;
    case kUuid:
      table.uuid = std::string(field.bytes());
      break;
    case kColumn:
      table.columns.push_back(read_column(field.fields(), scope));
      if (table.columns.back().kind == ColumnKind::partition_key) ++table.partition_key_size;
      if (table.columns.back().kind == ColumnKind::clustering) ++table.clustering_size;
      break;
    case kDropped:
      table.dropped_columns.push_back(read_dropped(field.fields(), scope));
      break;
    case kOption:
      read_option(field.fields(), table.options);
      break;
    case kOptionSet:
      add_option_set(field, table.options);
      break;
    case kIndex:
      table.indexes.push_back(decode_index(field.fields()));
      break;
    case kView:
      if (of == TableOf::view) field.refuse_record();  // views have none
      table.views.push_back(decode_view(field.fields(), scope));
      break;
    case kViewOf:
      table.view_of = decode_view_source(field.fields());
      break;
    case kCompact:
      table.is_compact = true;
      break;
    default:
      field.refuse_if_needed();
  }
}

/// Checks what the rest of the program takes for granted of a table.
void check_table(const Table& table, const std::string& record) {
  std::set<ColumnId> ids;
  std::set<std::string_view> names;
  const auto refuse_unless = [&record](bool holds) {
    if (!holds) refuse_damaged_record(record);
  };
  refuse_unless(table.id != 0 && table.uuid.size() == kUuidSize && table.partition_key_size > 0);
  ColumnKind before = ColumnKind::partition_key;
  for (const Column& column : table.columns) {
    refuse_unless(column.kind >= before);
    before = column.kind;
    refuse_unless(column.id != 0 && ids.insert(column.id).second && names.insert(column.name).second);
    refuse_unless(!column.is_key() || (!is_multicell(column.type) && column.type.kind != TypeKind::counter));
  }
  for (const DroppedColumn& column : table.dropped_columns) refuse_unless(column.id != 0);
  for (const auto& [name, value] : *find_option_set(kSetOfNewTables)) {
    const auto option = table.options.find(name);
    refuse_unless(option == table.options.end() || option->second.index() == value.index());
  }
  check_derived(table, record);
}

}  // namespace

std::string record_name(const Keyspace& keyspace) { return std::string(kKeyspaceRecords) + keyspace.name; }
std::string record_name(const UserType& user_type) {
  return std::string(kUserTypeRecords) + user_type.keyspace + "/" + user_type.name;
}
std::string record_name(const Table& table) { return table_record_name(table.keyspace, table.name); }

std::string table_record_name(std::string_view keyspace, std::string_view table) {
  return std::string(kTableRecords).append(keyspace).append("/").append(table);
}

std::string view_record_name(std::string_view keyspace, std::string_view view) {
  return std::string(kViewRecords).append(keyspace).append("/").append(view);
}

RecordName parse_record_name(std::string_view record_name) {
  constexpr std::pair<std::string_view, RecordKind> kKinds[] = {{kKeyspaceRecords, RecordKind::keyspace},
                                                                {kUserTypeRecords, RecordKind::user_type},
                                                                {kTableRecords, RecordKind::table},
                                                                {kViewRecords, RecordKind::view}};
  for (const auto& [prefix, kind] : kKinds) {
    if (!record_name.starts_with(prefix)) continue;
    const std::string_view rest = record_name.substr(prefix.size());
    // The name of a keyspace has no slash.
    const std::size_t slash =
        kind == RecordKind::keyspace ? rest.size() : std::min(rest.find('/'), rest.size());
    return {kind, rest.substr(0, slash), rest.substr(std::min(slash + 1, rest.size()))};
  }
  return {};
}

std::string encode(const Keyspace& keyspace) {
  FieldWriter fields;
  fields.put(kKeyspaceName, keyspace.name);
  put_entries(fields, kReplication, keyspace.replication);
  if (!keyspace.durable_writes) fields.put_flag(kNotDurable);
  return record_of(fields);
}

FieldWriter table_fields(const Table& table) {
  FieldWriter fields;
  const bool uses_user_types =
      std::any_of(table.columns.begin(), table.columns.end(),
                  [](const auto& column) { return contains_kind(column.type, TypeKind::user); });
  if (uses_user_types) fields.put_flag(kUsesUserTypes);
  fields.put(kTableKeyspace, table.keyspace);
  fields.put(kTableName, table.name);
  fields.put_number(kTableId, table.id);
  fields.put(kUuid, table.uuid);
  for (const Column& column : table.columns) put_column(fields, column);
  for (const DroppedColumn& column : table.dropped_columns) put_dropped(fields, column);
  put_options(fields, table.options);
  for (const Index& index : table.indexes) fields.put(kIndex, encode_index(index));
  for (const View& view : table.views) fields.put(kView, encode_view(view));
  if (table.view_of) fields.put(kViewOf, encode_view_source(*table.view_of));
  if (table.is_compact) fields.put_flag(kCompact);
  return fields;
}

std::string encode(const Table& table) { return record_of(table_fields(table)); }

bool record_uses_user_types(std::string_view table_record) {
  return table_record.size() > 1 && table_record[1] == static_cast<char>(kUsesUserTypes);
}

TableId id_in_table_fields(FieldReader fields) {
  while (fields.next()) {
    if (fields.tag() == kTableId) return fields.number32();
  }
  return 0;
}

std::vector<TableId> ids_in_record(std::string_view table_record) {
  static const std::string place(kTableRecords);
  std::vector<TableId> ids;
  try {
    FieldReader fields = open_record(place, table_record);
    while (fields.next()) {
      if (fields.tag() == kTableId) ids.push_back(fields.number32());
      if (fields.tag() == kIndex) collect_index_id(fields.fields(), ids);
      if (fields.tag() == kView) collect_view_id(fields.fields(), ids);
    }
  } catch (const Refusal&) {
    // Whoever decodes the record says so.
  }
  return ids;
}

Keyspace decode_keyspace(const std::string& name, std::string_view record) {
  Keyspace keyspace;
  const std::string place = std::string(kKeyspaceRecords) + name;
  FieldReader fields = open_record(place, record);
  while (fields.next()) {
    if (fields.tag() == kKeyspaceName)
      keyspace.name = fields.text();
    else if (fields.tag() == kReplication)
      read_entry(fields.fields(), keyspace.replication);
    else if (fields.tag() == kNotDurable)
      keyspace.durable_writes = false;
    else
      fields.refuse_if_needed();
  }
  if (keyspace.name != name) fields.refuse_record();
  return keyspace;
}

Table decode_table_fields(FieldReader fields, const TypeScope& scope, TableOf of) {
  Table table;
  while (fields.next()) read_table_field(fields, scope, of, table);
  if (table.is_view() != (of == TableOf::view)) fields.refuse_record();
  check_table(table, fields.record());
  return table;
}

Table decode_table(const std::string& keyspace, const std::string& name, std::string_view record,
                   const UserTypes& user_types) {
  const TypeScope scope{keyspace, [&](const std::string& type) { return user_types.get(type); }};
  const std::string place = table_record_name(keyspace, name);
  FieldReader fields = open_record(place, record);
  Table table = decode_table_fields(fields, scope, TableOf::record);
  if (table.keyspace != keyspace || table.name != name) fields.refuse_record();
  return table;
}

Type without_user_types(Type type) {
  for (Type& argument : type.arguments) argument = without_user_types(argument);
  if (type.kind != TypeKind::user) return type;
  return tuple_of(std::move(type.arguments));
}

}  // namespace cellar
