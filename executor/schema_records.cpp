#include "executor/schema_records.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "parser/parser.h"
#include "planner/definitions.h"
#include "planner/names.h"
#include "schema/describe.h"

namespace cellar {

namespace {

constexpr int kRecordFormat = 1;

[[noreturn]] void refuse_record(const std::string& name) { refuse("damaged_schema", {}, {{"record", name}}); }

std::string to_hex(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return text;
}

std::string from_hex(const std::string& text) {
  std::string bytes;
  for (std::size_t index = 0; index + 1 < text.size(); index += 2) {
    bytes += static_cast<char>(std::stoi(text.substr(index, 2), nullptr, 16));
  }
  return bytes;
}

/// User types in a dropped column become tuples: the type may be dropped, too, while the column's
/// name still remembers what it held.
Type without_user_types(Type type) {
  for (Type& argument : type.arguments) argument = without_user_types(argument);
  if (type.kind != TypeKind::user) return type;
  return tuple_of(std::move(type.arguments));
}

std::string dropped_text(const Table& table, const DroppedColumn& column) {
  return fmt::format("ALTER TABLE {}.{} ADD {} {}{};", quote_name(table.keyspace), quote_name(table.name),
                     quote_name(column.name), to_cql(without_user_types(column.type)),
                     column.kind == ColumnKind::static_ ? " STATIC" : "");
}

/// The head of a table's record, and where its texts begin.
struct TableHead {
  TableId id = 0;
  std::string uuid;
  std::vector<std::pair<ColumnId, std::optional<std::int64_t>>> columns;
  struct Dropped {
    std::int64_t timestamp = 0;
    ColumnId id = 0;
    std::size_t text_size = 0;
  };
  std::vector<Dropped> dropped;
  std::size_t text_size = 0;
  std::size_t text_begin = 0;
};

std::pair<ColumnId, std::optional<std::int64_t>> parse_column_id(const std::string& word) {
  const std::size_t colon = word.find(':');
  std::pair<ColumnId, std::optional<std::int64_t>> column{static_cast<ColumnId>(std::stoul(word)),
                                                          std::nullopt};
  if (colon != word.npos) column.second = std::stoll(word.substr(colon + 1));
  return column;
}

TableHead parse_head(const std::string& name, const std::string& record) {
  TableHead head;
  head.text_begin = record.find("\n\n");
  if (head.text_begin == record.npos) refuse_record(name);
  head.text_begin += 2;
  std::istringstream lines(record.substr(0, head.text_begin));
  for (std::string line; std::getline(lines, line) && !line.empty();) {
    std::istringstream words(line);
    std::string key;
    words >> key;
    if (key == "table") {
      int format = 0;
      if (!(words >> format) || format != kRecordFormat) refuse_record(name);
    } else if (key == "id") {
      words >> head.id;
    } else if (key == "uuid") {
      std::string text;
      words >> text;
      head.uuid = from_hex(text);
    } else if (key == "columns") {
      for (std::string word; words >> word;) head.columns.push_back(parse_column_id(word));
    } else if (key == "dropped") {
      auto& dropped = head.dropped.emplace_back();
      words >> dropped.timestamp >> dropped.id >> dropped.text_size;
    } else if (key == "text") {
      words >> head.text_size;
    }
  }
  return head;
}

DroppedColumn parse_dropped(const std::string& name, const std::string& text, const TableHead::Dropped& head,
                            const std::string& keyspace, const PlanContext& context) {
  const Statement statement = parse(text);
  const auto* alter = std::get_if<AlterTableStatement>(&statement.node);
  if (!alter || alter->add.size() != 1) refuse_record(name);
  const ColumnDefinition& column = alter->add.front();
  return {column.name.text, resolve_type(column.type, keyspace, context),
          column.is_static ? ColumnKind::static_ : ColumnKind::regular, head.timestamp, head.id};
}

/// What a CREATE statement of the records makes.
template <typename Definition, typename Change>
Change made_by(const std::string& name, const Statement& statement, const PlanContext& context) {
  const auto* definition = std::get_if<Definition>(&statement.node);
  if (!definition) refuse_record(name);
  SchemaPlan plan = plan_definition(*definition, context);
  if (plan.changes.size() != 1 || !std::holds_alternative<Change>(plan.changes.front())) refuse_record(name);
  return std::get<Change>(std::move(plan.changes.front()));
}

void restore_ids(const std::string& name, const TableHead& head, const CreateTableStatement& statement,
                 Table& table) {
  if (head.columns.size() != table.columns.size() || statement.columns.size() != table.columns.size()) {
    refuse_record(name);
  }
  for (std::size_t index = 0; index < head.columns.size(); ++index) {
    const auto found = table.find(statement.columns[index].name.text);
    if (!found) refuse_record(name);
    table.columns[*found].id = head.columns[index].first;
    table.columns[*found].dropped_before = head.columns[index].second;
  }
}

Keyspace load_keyspace(const std::string& name, const SchemaRecords& records, const std::string& text,
                       const PlanContext& context) {
  if (std::optional<Keyspace> plain = read_plain_keyspace(records, "keyspace/" + name)) return *plain;
  Keyspace keyspace = made_by<CreateKeyspaceStatement, PutKeyspace>(name, parse(text), context).keyspace;
  keyspace.tables.clear();
  keyspace.user_types.clear();
  return keyspace;
}

TablePointer load_table(const std::string& name, const std::string& record, const PlanContext& context) {
  const TableHead head = parse_head(name, record);
  if (head.text_begin + head.text_size > record.size()) refuse_record(name);
  const Statement statement = parse(std::string_view(record).substr(head.text_begin, head.text_size));
  Table table = made_by<CreateTableStatement, PutTable>(name, statement, context).table;
  table.id = head.id;
  table.uuid = head.uuid;
  restore_ids(name, head, std::get<CreateTableStatement>(statement.node), table);
  std::size_t begin = head.text_begin + head.text_size;
  for (const TableHead::Dropped& dropped : head.dropped) {
    if (begin + dropped.text_size > record.size()) refuse_record(name);
    table.dropped_columns.push_back(
        parse_dropped(name, record.substr(begin, dropped.text_size), dropped, table.keyspace, context));
    begin += dropped.text_size;
  }
  return std::make_shared<const Table>(std::move(table));
}

/// The records of one kind and keyspace, by the last part of their names.
std::map<std::string, std::string> records_under(const SchemaRecords& records, const std::string& prefix) {
  std::map<std::string, std::string> found;
  for (auto record = records.lower_bound(prefix);
       record != records.end() && record->first.starts_with(prefix); ++record) {
    found.emplace(record->first.substr(prefix.size()), record->second);
  }
  return found;
}

void collect_names(const TypeName& type, std::set<std::string>& names) {
  if (type.quoted || !native_kind(type.name)) names.insert(type.name);
  for (const TypeName& argument : type.arguments) collect_names(argument, names);
}

/// In an order in which each stands behind those that it is made of.
std::vector<UserType> load_user_types(Keyspace& keyspace, const std::map<std::string, Statement>& statements,
                                      const PlanContext& context) {
  std::vector<UserType> loaded;
  std::map<std::string, std::set<std::string>> waiting;
  for (const auto& [name, statement] : statements) {
    const auto* definition = std::get_if<CreateTypeStatement>(&statement.node);
    if (!definition) refuse_record(name);
    waiting[name];
    for (const auto& field : definition->fields) collect_names(field.second, waiting[name]);
  }
  while (!waiting.empty()) {
    const auto ready = std::find_if(waiting.begin(), waiting.end(), [&](const auto& candidate) {
      return std::none_of(candidate.second.begin(), candidate.second.end(),
                          [&](const std::string& used) { return waiting.contains(used); });
    });
    if (ready == waiting.end()) refuse_record(waiting.begin()->first);
    const std::string name = ready->first;
    loaded.push_back(made_by<CreateTypeStatement, PutUserType>(name, statements.at(name), context).user_type);
    keyspace.user_types[name] = loaded.back();
    waiting.erase(ready);
  }
  return loaded;
}

/// ALTER TYPE can add a collection to a type that stands unfrozen in a table, where CREATE TABLE
/// would not take it. So tables are read with the fields frozen, and thawed afterwards.
void freeze_fields(Keyspace& keyspace) {
  for (auto& [name, user_type] : keyspace.user_types) {
    for (Type& field : user_type.field_types) field = freeze(field);
  }
}

void load_tables(Keyspace& keyspace, const SchemaRecords& records, bool types_stayed,
                 const LoadedSchema& before, const PlanContext& context) {
  for (const auto& [table_name, record] : records_under(records, "table/" + keyspace.name + "/")) {
    const std::string name = "table/" + keyspace.name + "/" + table_name;
    const auto known = before.records.find(name);
    const bool stayed = types_stayed && known != before.records.end() && known->second == record;
    TablePointer table = stayed ? before.schema->find_table(keyspace.name, table_name) : nullptr;
    if (!table) {
      std::optional<Table> plain = read_plain_table(records, name);
      table = plain ? std::make_shared<const Table>(std::move(*plain)) : load_table(name, record, context);
    }
    keyspace.tables[table_name] = std::move(table);
  }
}

/// Every part of a statement in a record names its keyspace, so none is in use.
PlanContext record_context(const Schema& schema) { return {.schema = schema, .keyspace = {}}; }

}  // namespace

std::string record_name(const Keyspace& keyspace) { return "keyspace/" + keyspace.name; }
std::string record_name(const UserType& user_type) {
  return "type/" + user_type.keyspace + "/" + user_type.name;
}
std::string record_name(const Table& table) { return "table/" + table.keyspace + "/" + table.name; }

std::string record_text(const Keyspace& keyspace) { return describe(keyspace); }
std::string record_text(const UserType& user_type) { return describe(user_type); }

std::string record_text(const Table& table) {
  const std::string text = describe(table);
  std::string record =
      fmt::format("table {}\nid {}\nuuid {}\ncolumns", kRecordFormat, table.id, to_hex(table.uuid));
  const Statement statement = parse(text);
  for (const ColumnDefinition& definition : std::get<CreateTableStatement>(statement.node).columns) {
    const Column& column = table.columns[*table.find(definition.name.text)];
    record += fmt::format(" {}", column.id);
    if (column.dropped_before) record += fmt::format(":{}", *column.dropped_before);
  }
  std::string texts = text;
  record += "\n";
  for (const DroppedColumn& column : table.dropped_columns) {
    const std::string dropped = dropped_text(table, column);
    record += fmt::format("dropped {} {} {}\n", column.timestamp, column.id, dropped.size());
    texts += dropped;
  }
  return record + fmt::format("text {}\n\n{}", text.size(), texts);
}

LoadedSchema load_schema(std::uint64_t version, SchemaRecords records, const LoadedSchema& before) {
  Schema schema;
  schema.version = version;
  const PlanContext context = record_context(schema);
  for (const auto& [keyspace_name, text] : records_under(records, "keyspace/")) {
    Keyspace& home = schema.keyspaces[keyspace_name] = load_keyspace(keyspace_name, records, text, context);
    const std::string types_prefix = "type/" + keyspace_name + "/";
    const auto types = records_under(records, types_prefix);
    const bool types_stayed = types == records_under(before.records, types_prefix);
    std::map<std::string, Statement> statements;
    for (const auto& [type_name, type_text] : types) statements.emplace(type_name, parse(type_text));
    const std::vector<UserType> user_types = load_user_types(home, statements, context);
    freeze_fields(home);
    load_tables(home, records, types_stayed, before, context);
    for (const UserType& user_type : user_types) replace_user_type(home, user_type);
  }
  return {std::make_shared<const Schema>(std::move(schema)), std::move(records)};
}

}  // namespace cellar
