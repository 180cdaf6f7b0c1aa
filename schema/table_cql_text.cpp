// Tables, indexes and views as CQL text.
#include <algorithm>
#include <array>

#include "schema/cql_text.h"
#include "schema/index_type.h"
#include "types/uuid.h"

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

std::string describe_value(const OptionValue& value, Form form) {
  if (form == Form::map) return describe_map(std::get<std::map<std::string, std::string>>(value));
  const std::string& text = std::get<std::string>(value);
  return form == Form::quoted ? quote_string(text) : text;
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

/// Returns the definition of a column, or of a dropped one, as text.
template <typename AnyColumn>
std::string column_text(const AnyColumn& column) {
  const char* const suffix = column.kind == ColumnKind::static_ ? " static" : "";
  return quote_name(column.name) + " " + describe_type(column.type) + suffix;
}

bool has_single_key(const Table& table) {
  return table.partition_key_size == 1 && table.clustering_size == 0;
}

/// The columns and the key. `dropped` are written, too; those columns that have come back since are left out.
std::string describe_columns(const Table& table, const std::vector<DroppedColumn>& dropped) {
  const bool single_key = has_single_key(table);
  std::string text;
  const auto add = [&](const std::string& column) { text += (text.empty() ? "    " : ",\n    ") + column; };
  for (const Column& column : columns_in_order(table)) {
    const bool has_come_back = std::ranges::find(dropped, column.name, &DroppedColumn::name) != dropped.end();
    if (has_come_back) continue;
    const bool is_key = single_key && column.kind == ColumnKind::partition_key;
    add(column_text(column) + (is_key ? " PRIMARY KEY" : ""));
  }
  for (const DroppedColumn& column : dropped) add(column_text(column));
  if (!single_key) add(describe_primary_key(table));
  return text;
}

std::string describe_id(const Table& table) { return "ID = " + uuid_text(table.uuid); }

std::string storage_of(const Table& table) { return table.is_compact ? "COMPACT STORAGE" : ""; }

/// What follows WITH: `first`, the clustering order and the options, without those named in `left_out`.
std::string describe_options(const Table& table, std::string first, std::string_view left_out) {
  std::string options = std::move(first);
  const auto add = [&](const std::string& option) {
    options += (options.empty() ? "" : "\n    AND ") + option;
  };
  if (table.clustering_size > 0) add(describe_clustering_order(table));
  for (const DescribedOption& option : kOptions) {
    const auto found = table.options.find(option.name);
    if (found == table.options.end() || found->first == left_out) continue;
    add(found->first + " = " + describe_value(found->second, option.form));
  }
  return options.empty() ? "" : " WITH " + options;
}

std::string describe_drops(const Table& table) {
  const std::string alter = "\nALTER TABLE " + qualified(table.keyspace, table.name);
  std::string text;
  for (const DroppedColumn& dropped : table.dropped_columns) {
    text += alter + " DROP " + quote_name(dropped.name) + " USING TIMESTAMP " +
            std::to_string(dropped.timestamp) + ";";
    if (const auto column = table.find(dropped.name))
      text += alter + " ADD " + column_text(table.columns[*column]) + ";";
  }
  return text;
}

Span span_at(std::size_t begin, std::size_t length) {
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(begin + length)};
}

std::string description_before_target(const Index& index, const Table& table) {
  return (index.kind == IndexKind::legacy ? "CREATE INDEX " : "CREATE CUSTOM INDEX ") +
         quote_name(index.name) + " ON " + qualified(table.keyspace, table.name) + " (";
}

}  // namespace

std::string describe(const Table& table) {
  return "CREATE TABLE " + qualified(table.keyspace, table.name) + " (\n" + describe_columns(table, {}) +
         "\n)" + describe_options(table, storage_of(table), "") + ";";
}

TablePlaces places_in_description(const Table& table) {
  TablePlaces places;
  std::size_t at = std::string_view("CREATE TABLE ").size() + quote_name(table.keyspace).size() + 1;
  const auto take = [&at](const std::string& name) {
    const std::string written = quote_name(name);
    const Span span = span_at(at, written.size());
    at = span.end;
    return span;
  };
  places.name = take(table.name);
  places.definitions.resize(table.columns.size());
  at += std::string_view(" (\n    ").size();
  for (const Column& column : columns_in_order(table)) {
    const std::size_t begin = at;
    places.definitions[*table.find(column.name)] = take(column.name);
    const bool has_key = has_single_key(table) && column.kind == ColumnKind::partition_key;
    at = begin + column_text(column).size() +
         std::string_view(has_key ? " PRIMARY KEY,\n    " : ",\n    ").size();
  }
  places.keys = places.definitions;
  if (has_single_key(table)) return places;
  at += std::string_view("PRIMARY KEY (").size() + (table.partition_key_size > 1 ? 1 : 0);
  for (std::size_t index = 0; index < table.key_size(); ++index) {
    if (index > 0) at += std::string_view(", ").size();
    if (index == table.partition_key_size && table.partition_key_size > 1) ++at;  // the bracket
    places.keys[index] = take(table.columns[index].name);
  }
  return places;
}

std::string define(const Table& table, std::string_view keyspace_in_use) {
  const bool in_use = table.keyspace == keyspace_in_use;
  std::string text =
      "CREATE TABLE " + (in_use ? quote_name(table.name) : qualified(table.keyspace, table.name)) + " (";
  for (const Column& column : table.columns) {
    const char* const suffix = column.kind == ColumnKind::static_ ? " static" : "";
    text += quote_name(column.name) + " " + to_cql(column.type) + suffix + ", ";
  }
  text += "PRIMARY KEY ((" + names_of(table, 0, table.partition_key_size) + ")";
  if (table.clustering_size > 0)
    text += ", " + names_of(table, table.partition_key_size, table.clustering_size);
  text += "))";
  std::string options;
  if (std::ranges::any_of(table.columns, &Column::descending)) options = describe_clustering_order(table);
  if (const std::int32_t time_to_live = table.default_time_to_live(); time_to_live != 0) {
    options += (options.empty() ? "" : " AND ") + std::string("default_time_to_live = ");
    options += std::to_string(time_to_live);
  }
  return text + (options.empty() ? "" : " WITH " + options) + ";";
}

std::string describe_with_internals(const Table& table) {
  const std::string storage = storage_of(table);
  const std::string first = describe_id(table) + (storage.empty() ? "" : "\n    AND ") + storage;
  return "CREATE TABLE " + qualified(table.keyspace, table.name) + " (\n" +
         describe_columns(table, table.dropped_columns) + "\n)" + describe_options(table, first, "") + ";" +
         describe_drops(table);
}

std::string describe_virtual(const Table& table) {
  const std::string name = qualified(table.keyspace, table.name);
  std::string options;
  if (table.clustering_size > 0) options = describe_clustering_order(table) + "\n    AND ";
  options += "comment = " + quote_string(std::get<std::string>(table.options.at("comment")));
  return "/*\nWarning: Table " + name +
         " is a virtual table and cannot be recreated with CQL.\nStructure, for reference:\nVIRTUAL TABLE " +
         name + " (\n" + describe_columns(table, {}) + "\n) WITH " + options + ";\n*/";
}

Span target_in_description(const Index& index, const Table& table) {
  return span_at(description_before_target(index, table).size(), target_text(index, table).size());
}

std::string describe(const Index& index, const Table& table) {
  std::string text = description_before_target(index, table) + target_text(index, table) + ")";
  if (index.kind == IndexKind::legacy) return text + ";";
  std::map<std::string, std::string> options = index.options;
  const auto class_name = options.extract("class_name");
  if (!class_name.empty()) text += " USING " + quote_string(class_name.mapped());
  if (!options.empty()) text += " WITH OPTIONS = " + describe_map(options);
  return text + ";";
}

namespace {

// A view has no time to live of its own. The blank before WITH is Cassandra's.
// No view selects a static column, so SELECT * would be refused of a base that got one later.
std::string describe_view(const View& view, const Table& base, const std::string& first_option) {
  const Table& table = *view.table;
  const bool selects_all = view.includes_all_columns && !base.has_static();
  std::string selected;
  for (const Column& column : columns_in_order(table))
    selected += (selected.empty() ? "" : ", ") + quote_name(column.name);
  return "CREATE MATERIALIZED VIEW " + qualified(table.keyspace, table.name) + " AS\n    SELECT " +
         (selects_all ? "*" : selected) + "\n    FROM " + qualified(base.keyspace, base.name) +
         "\n    WHERE " + view.where_clause + "\n    " + describe_primary_key(table) + "\n" +
         describe_options(table, first_option, "default_time_to_live") + ";";
}

}  // namespace

std::string describe(const View& view, const Table& base) { return describe_view(view, base, ""); }

std::string describe_with_internals(const View& view, const Table& base) {
  return describe_view(view, base, describe_id(*view.table));
}

}  // namespace cellar
