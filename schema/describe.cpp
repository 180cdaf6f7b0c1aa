#include "schema/describe.h"

#include <algorithm>
#include <array>

#include "schema/index_type.h"

namespace cellar {

namespace {

enum class Form { bare, quoted, map };

struct DescribedOption {
  const char* name;
  Form form;
};

/// In the order of DESCRIBE.
constexpr auto kOptions = std::to_array<DescribedOption>({
    {"additional_write_policy", Form::quoted},
    {"allow_auto_snapshot", Form::bare},
    {"bloom_filter_fp_chance", Form::bare},
    {"caching", Form::map},
    {"cdc", Form::bare},
    {"comment", Form::quoted},
    {"compaction", Form::map},
    {"compression", Form::map},
    {"memtable", Form::quoted},
    {"crc_check_chance", Form::bare},
    {"default_time_to_live", Form::bare},
    {"extensions", Form::map},
    {"gc_grace_seconds", Form::bare},
    {"incremental_backups", Form::bare},
    {"max_index_interval", Form::bare},
    {"memtable_flush_period_in_ms", Form::bare},
    {"min_index_interval", Form::bare},
    {"read_repair", Form::quoted},
    {"speculative_retry", Form::quoted},
});

std::string describe_map(const std::map<std::string, std::string>& entries) {
  std::string text = "{";
  for (const auto& [key, value] : entries) {
    if (text.size() > 1) text += ", ";
    text += quote_string(key) + ": " + quote_string(value);
  }
  return text + "}";
}

std::string describe_value(const OptionValue& value, Form form) {
  if (form == Form::map) return describe_map(std::get<std::map<std::string, std::string>>(value));
  const std::string& text = std::get<std::string>(value);
  return form == Form::quoted ? quote_string(text) : text;
}

std::string describe_replication(std::map<std::string, std::string> replication) {
  constexpr std::string_view kPackage = "org.apache.cassandra.locator.";
  std::string& strategy = replication["class"];
  if (strategy.starts_with(kPackage)) strategy.erase(0, kPackage.size());
  return describe_map(replication);
}

std::string word_of(TypeKind kind) {
  return kind == TypeKind::list  ? "list"
         : kind == TypeKind::set ? "set"
         : kind == TypeKind::map ? "map"
                                 : "tuple";
}

std::string qualified(const std::string& keyspace, const std::string& name) {
  return quote_name(keyspace) + "." + quote_name(name);
}

/// Returns the columns in the order of DESCRIBE: those of several cells after the plain ones of their kind.
std::vector<Column> columns_in_order(const Table& table) {
  std::vector<Column> columns = table.columns;
  const auto before = [](const Column& left, const Column& right) {
    if (left.kind != right.kind) return left.kind < right.kind;
    return is_multicell(left.type) < is_multicell(right.type);
  };
  std::stable_sort(columns.begin(), columns.end(), before);
  return columns;
}

std::string names_of(const Table& table, std::size_t first, std::size_t count) {
  std::string text;
  for (std::size_t index = first; index < first + count; ++index) {
    if (index > first) text += ", ";
    text += quote_name(table.columns[index].name);
  }
  return text;
}

std::string describe_primary_key(const Table& table) {
  const std::string partition = names_of(table, 0, table.partition_key_size);
  std::string text = "PRIMARY KEY (";
  text += table.partition_key_size > 1 ? "(" + partition + ")" : partition;
  if (table.clustering_size > 0)
    text += ", " + names_of(table, table.partition_key_size, table.clustering_size);
  return text + ")";
}

std::string describe_clustering_order(const Table& table) {
  std::string text;
  for (std::size_t index = 0; index < table.clustering_size; ++index) {
    const Column& column = table.columns[table.partition_key_size + index];
    if (index > 0) text += ", ";
    text += quote_name(column.name) + (column.descending ? " DESC" : " ASC");
  }
  return "CLUSTERING ORDER BY (" + text + ")";
}

/// Appends the options of a table after `options`, which may be empty. Those in `without` are left out.
std::string describe_options(const Table& table, std::string options, std::string_view without = {}) {
  for (const DescribedOption& option : kOptions) {
    const auto found = table.options.find(option.name);
    if (found == table.options.end() || option.name == without) continue;
    if (!options.empty()) options += "\n    AND ";
    options += found->first + " = " + describe_value(found->second, option.form);
  }
  return options;
}

/// A type comes after those it uses.
void describe_with_parts(const Keyspace& keyspace, const UserType& user_type, std::vector<std::string>& done,
                         std::string& text);

void describe_parts(const Keyspace& keyspace, const Type& type, std::vector<std::string>& done,
                    std::string& text) {
  for (const Type& argument : type.arguments) describe_parts(keyspace, argument, done, text);
  if (type.kind != TypeKind::user) return;
  const auto found = keyspace.user_types.find(type.name);
  if (found != keyspace.user_types.end()) describe_with_parts(keyspace, found->second, done, text);
}

void describe_with_parts(const Keyspace& keyspace, const UserType& user_type, std::vector<std::string>& done,
                         std::string& text) {
  if (std::find(done.begin(), done.end(), user_type.name) != done.end()) return;
  done.push_back(user_type.name);
  for (const Type& field : user_type.field_types) describe_parts(keyspace, field, done, text);
  text += "\n\n" + describe(user_type);
}

}  // namespace

std::string quote_string(std::string_view text) {
  std::string quoted = "'";
  for (const char letter : text) {
    quoted += letter;
    if (letter == '\'') quoted += letter;
  }
  return quoted + "'";
}

// The two blanks before AND are Cassandra's.
std::string describe(const Keyspace& keyspace) {
  return "CREATE KEYSPACE " + quote_name(keyspace.name) +
         " WITH replication = " + describe_replication(keyspace.replication) +
         "  AND durable_writes = " + (keyspace.durable_writes ? "true" : "false") + ";";
}

std::string describe(const Table& table) {
  const bool single_key = table.partition_key_size == 1 && table.clustering_size == 0;
  std::string text = "CREATE TABLE " + qualified(table.keyspace, table.name) + " (\n";
  const std::vector<Column> columns = columns_in_order(table);
  for (std::size_t index = 0; index < columns.size(); ++index) {
    const Column& column = columns[index];
    if (index > 0) text += ",\n";
    text += "    " + quote_name(column.name) + " " + describe_type(column.type);
    if (column.kind == ColumnKind::static_) text += " static";
    if (single_key && index == 0) text += " PRIMARY KEY";
  }
  if (!single_key) text += ",\n    " + describe_primary_key(table);
  std::string options = table.is_compact ? "COMPACT STORAGE" : "";
  if (table.clustering_size > 0)
    options += (options.empty() ? "" : "\n    AND ") + describe_clustering_order(table);
  options = describe_options(table, std::move(options));
  return text + "\n)" + (options.empty() ? "" : " WITH " + options) + ";";
}

// default_time_to_live is no option of a view. The blank before WITH is Cassandra's.
std::string describe(const View& view) {
  const Table& table = *view.table;
  std::string selected;
  for (const Column& column : columns_in_order(table))
    selected += (selected.empty() ? "" : ", ") + quote_name(column.name);
  std::string text = "CREATE MATERIALIZED VIEW " + qualified(table.keyspace, table.name) +
                     " AS\n    SELECT " + (view.includes_all_columns ? "*" : selected) + "\n    FROM " +
                     qualified(table.keyspace, table.view_of->base) + "\n    WHERE " + view.where_clause +
                     "\n    " + describe_primary_key(table);
  const std::string order = table.clustering_size > 0 ? describe_clustering_order(table) : "";
  return text + "\n WITH " + describe_options(table, order, "default_time_to_live") + ";";
}

std::string describe(const Index& index, const Table& table) {
  const bool is_custom = index.kind != IndexKind::legacy;
  std::string text = std::string("CREATE ") + (is_custom ? "CUSTOM " : "") + "INDEX " +
                     quote_name(index.name) + " ON " + qualified(table.keyspace, table.name) + " (" +
                     target_text(index, table) + ")";
  if (!is_custom) return text + ";";
  std::string options;
  for (const auto& [option, value] : index.options) {
    if (option == "class_name") {
      text += " USING " + quote_string(value);
    } else {
      options += (options.empty() ? "" : ", ") + quote_string(option) + ": " + quote_string(value);
    }
  }
  return text + (options.empty() ? "" : " WITH OPTIONS = {" + options + "}") + ";";
}

std::string describe_type(const Type& type) {
  if (type.arguments.empty()) return to_cql(type);
  // The parts of a vector are written as they would be alone: it freezes them without saying so.
  if (type.kind == TypeKind::vector) {
    Type element = type.arguments.front();
    if (element.kind != TypeKind::tuple && element.kind != TypeKind::vector) element.frozen = false;
    return "vector<" + describe_type(element) + ", " + std::to_string(type.dimension) + ">";
  }
  std::string text;
  if (type.kind == TypeKind::user) {
    text = quote_type_name(type.name);
  } else {
    for (const Type& argument : type.arguments) text += (text.empty() ? "" : ", ") + describe_type(argument);
    text = word_of(type.kind) + "<" + text + ">";
  }
  return type.frozen ? "frozen<" + text + ">" : text;
}

std::string describe(const UserType& user_type) {
  std::string text =
      "CREATE TYPE " + quote_name(user_type.keyspace) + "." + quote_type_name(user_type.name) + " (\n";
  for (std::size_t index = 0; index < user_type.field_names.size(); ++index) {
    if (index > 0) text += ",\n";
    text +=
        "    " + quote_name(user_type.field_names[index]) + " " + describe_type(user_type.field_types[index]);
  }
  return text + "\n);";
}

std::string describe_all(const Keyspace& keyspace) {
  std::string text = describe(keyspace);
  std::vector<std::string> done;
  for (const auto& [name, user_type] : keyspace.user_types)
    describe_with_parts(keyspace, user_type, done, text);
  for (const auto& [name, table] : keyspace.tables) {
    text += "\n\n" + describe(*table);
    for (const Index& index : table->indexes) text += "\n\n" + describe(index, *table);
  }
  for (const auto& [name, table] : keyspace.tables) {
    for (const View& view : table->views) text += "\n\n" + describe(view);
  }
  return text;
}

}  // namespace cellar
