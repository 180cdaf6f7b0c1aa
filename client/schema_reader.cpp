#include "client/schema_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "client/answer_rows.h"
#include "schema/system_keyspaces.h"
#include "types/names.h"
#include "types/value/value.h"

namespace cellar {

namespace {

std::string literal(std::string_view text) { return to_literal(native_type(TypeKind::text), text); }

std::string map_literal(const std::map<std::string, std::string>& entries) {
  std::string text = "{";
  for (const auto& [key, value] : entries)
    text += fmt::format("{}{}: {}", text.size() > 1 ? ", " : "", literal(key), literal(value));
  return text + '}';
}

std::string comma(const std::string& before) { return before.empty() ? "" : ", "; }

/// A column of a table or view, as system_schema.columns has it.
struct ColumnRow {
  std::string name, type, kind, order;
  std::int64_t position = 0;
};

/// The columns of one table or view.
class ColumnRows {
 public:
  void add(ColumnRow column) { columns_.push_back(std::move(column)); }
  void sort() {
    std::ranges::stable_sort(columns_, [](const ColumnRow& left, const ColumnRow& right) {
      return std::pair(left.kind, left.position) < std::pair(right.kind, right.position);
    });
  }
  std::string definitions() const {
    std::string text;
    for (const ColumnRow& column : columns_) {
      text += comma(text) + quote_name(column.name) + ' ' + column.type;
      if (column.kind == "static") text += " STATIC";
    }
    return text;
  }
  std::string names() const {
    std::string text;
    for (const ColumnRow& column : columns_) text += comma(text) + quote_name(column.name);
    return text;
  }
  std::string primary_key() const {
    std::string text = "PRIMARY KEY ((" + of_kind("partition_key", false) + ')';
    const std::string clustering = of_kind("clustering", false);
    if (!clustering.empty()) text += ", " + clustering;
    return text + ')';
  }
  std::string clustering_order() const { return of_kind("clustering", true); }

 private:
  std::string of_kind(std::string_view kind, bool with_order) const {
    std::string text;
    for (const ColumnRow& column : columns_) {
      if (column.kind != kind) continue;
      text += comma(text) + quote_name(column.name);
      if (with_order) text += column.order == "desc" ? " DESC" : " ASC";
    }
    return text;
  }

  std::vector<ColumnRow> columns_;
};

using TableName = std::pair<std::string, std::string>;

/// Reads one table of system_schema after the other.
class SchemaReader {
 public:
  explicit SchemaReader(ServerConnection& node) : node_(node) {}

  SchemaTexts read() {
    read_keyspaces();
    read_types();
    read_columns();
    read_tables();
    read_indexes();
    read_views();
    read_functions("functions", "function_name");
    read_functions("aggregates", "aggregate_name");
    return std::move(texts_);
  }

 private:
  /// Calls `take(rows, row, keyspace)` with each row of a table of system_schema that is of a keyspace which counts.
  template <typename Take>
  void each_row(const char* table, Take take) {
    try {
      const AnswerRows rows(node_, fmt::format("SELECT * FROM system_schema.{}", table));
      for (std::size_t row = 0; row < rows.size(); ++row) {
        const std::string keyspace = rows.text(row, "keyspace_name");
        if (!is_system_keyspace(keyspace) && !keyspace.starts_with("system_")) take(rows, row, keyspace);
      }
    } catch (const ServerError& error) {
      // An older server does not have the table.
      if (error.code() != ErrorCode::invalid) throw;
    }
  }

  void add(const std::string& keyspace, std::string name, std::string text) {
    texts_.keyspaces[keyspace].push_back({std::move(name), std::move(text)});
  }
  static std::string qualified(const std::string& keyspace, const std::string& name) {
    return quote_name(keyspace) + '.' + quote_name(name);
  }

  void read_keyspaces() {
    each_row("keyspaces", [&](const AnswerRows& rows, std::size_t row, const std::string& keyspace) {
      std::map<std::string, std::string> replication = rows.map(row, "replication");
      std::string& strategy = replication["class"];
      strategy = strategy.substr(strategy.rfind('.') + 1);
      const bool is_durable = rows.is_null(row, "durable_writes") || rows.number(row, "durable_writes") != 0;
      add(keyspace, "",
          fmt::format("CREATE KEYSPACE {} WITH replication = {} AND durable_writes = {}",
                      quote_name(keyspace), map_literal(replication), is_durable));
    });
  }

  void read_types() {
    each_row("types", [&](const AnswerRows& rows, std::size_t row, const std::string& keyspace) {
      const std::string name = rows.text(row, "type_name");
      const std::vector<std::string> names = rows.list(row, "field_names");
      const std::vector<std::string> types = rows.list(row, "field_types");
      std::string fields;
      for (std::size_t field = 0; field < std::min(names.size(), types.size()); ++field)
        fields += comma(fields) + quote_name(names[field]) + ' ' + types[field];
      const std::string type = quote_name(keyspace) + '.' + quote_type_name(name);
      add(keyspace, name, fmt::format("CREATE TYPE {} ({})", type, fields));
    });
  }

  void read_columns() {
    each_row("columns", [&](const AnswerRows& rows, std::size_t row, const std::string& keyspace) {
      columns_[{keyspace, rows.text(row, "table_name")}].add({.name = rows.text(row, "column_name"),
                                                              .type = rows.text(row, "type"),
                                                              .kind = rows.text(row, "kind"),
                                                              .order = rows.text(row, "clustering_order"),
                                                              .position = rows.number(row, "position")});
    });
    for (auto& [table, columns] : columns_) columns.sort();
  }

  static std::string with_order(const ColumnRows& columns, const std::string& first) {
    const std::string order = columns.clustering_order();
    return first + (order.empty() ? "" : " AND CLUSTERING ORDER BY (" + order + ')');
  }

  void read_tables() {
    each_row("tables", [&](const AnswerRows& rows, std::size_t row, const std::string& keyspace) {
      const std::string name = rows.text(row, "table_name");
      const ColumnRows& columns = columns_[{keyspace, name}];
      const std::string options =
          fmt::format(" WITH comment = {} AND default_time_to_live = {} AND gc_grace_seconds = {}",
                      literal(rows.text(row, "comment")), rows.number(row, "default_time_to_live"),
                      rows.number(row, "gc_grace_seconds"));
      add(keyspace, name,
          fmt::format("CREATE TABLE {} ({}, {})", qualified(keyspace, name), columns.definitions(),
                      columns.primary_key()) +
              with_order(columns, options));
    });
  }

  void read_indexes() {
    each_row("indexes", [&](const AnswerRows& rows, std::size_t row, const std::string& keyspace) {
      std::map<std::string, std::string> options = rows.map(row, "options");
      const std::string target = options["target"], index_class = options["class_name"];
      options.erase("target");
      options.erase("class_name");
      const bool is_custom = rows.text(row, "kind") == "CUSTOM";
      const std::string table = rows.text(row, "table_name");
      std::string text =
          fmt::format("CREATE {}INDEX {} ON {} ({})", is_custom ? "CUSTOM " : "",
                      quote_name(rows.text(row, "index_name")), qualified(keyspace, table), target);
      if (is_custom) text += " USING " + literal(index_class);
      if (is_custom && !options.empty()) text += " WITH OPTIONS = " + map_literal(options);
      add(keyspace, table, std::move(text));
    });
  }

  void read_views() {
    each_row("views", [&](const AnswerRows& rows, std::size_t row, const std::string& keyspace) {
      const std::string name = rows.text(row, "view_name");
      const ColumnRows& columns = columns_[{keyspace, name}];
      const std::string options = " WITH comment = " + literal(rows.text(row, "comment"));
      add(keyspace, name,
          fmt::format("CREATE MATERIALIZED VIEW {} AS SELECT {} FROM {} WHERE {} {}",
                      qualified(keyspace, name), columns.names(),
                      qualified(keyspace, rows.text(row, "base_table_name")), rows.text(row, "where_clause"),
                      columns.primary_key()) +
              with_order(columns, options));
    });
  }

  void read_functions(const char* table, const char* name) {
    each_row(table, [&](const AnswerRows& rows, std::size_t row, const std::string&) {
      texts_.functions.insert(rows.text(row, name));
    });
  }

  ServerConnection& node_;
  SchemaTexts texts_;
  std::map<TableName, ColumnRows> columns_;
};

}  // namespace

SchemaTexts read_schema_texts(ServerConnection& node) { return SchemaReader(node).read(); }

}  // namespace cellar
