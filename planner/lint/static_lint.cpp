#include "planner/lint/static_lint.h"

#include <algorithm>

#include "planner/lint/key_words.h"

namespace cellar {

namespace {

/// prdt_id and liked_prdt_id; or id of a table products, and product_id.
bool refers_to(const Column& column, const Table& entity, const Column& id) {
  if (name_same_thing(column.name, id.name)) return true;
  constexpr std::string_view kEnd = "_id";
  if (id.name != "id" || !column.name.ends_with(kEnd)) return false;
  const std::string_view named = std::string_view(column.name).substr(0, column.name.size() - kEnd.size());
  return !named.empty() && entity.name.starts_with(named) && entity.name.size() <= named.size() + 2;
}

/// Returns the column of the partition key that is the whole primary key of `entity`; null if there is none.
const Column* key_of_entity(const Table& entity, const Table& table) {
  if (entity.partition_key_size != 1 || entity.clustering_size != 0) return nullptr;
  const Column& id = entity.columns.front();
  for (std::size_t index = 0; index < table.partition_key_size; ++index) {
    const Column& column = table.columns[index];
    if (column.type == id.type && refers_to(column, entity, id)) return &column;
  }
  return nullptr;
}

bool holds(const Table& entity, const Column& column) {
  const std::optional<std::size_t> found = entity.find(column.name);
  return found && *found >= entity.key_size() && entity.columns[*found].type == column.type;
}

bool may_be_static(const Column& column) {
  return column.kind == ColumnKind::regular && column.type.kind != TypeKind::counter &&
         !is_plain_name(column.name);
}

Span span_of_definition(const CreateTableStatement& statement, std::string_view column) {
  const auto found = std::ranges::find(statement.columns, column, [](const ColumnDefinition& each) {
    return std::string_view(each.name.text);
  });
  return found == statement.columns.end() ? Span{} : found->name.span;
}

}  // namespace

Span span_of_column(const CreateTableStatement& statement, std::string_view column) {
  for (const PrimaryKeyDefinition& key : statement.primary_keys) {
    for (const auto* names : {&key.partition_key, &key.clustering}) {
      for (const Name& name : *names) {
        if (name.text == column) return name.span;
      }
    }
  }
  return span_of_definition(statement, column);
}

std::vector<Diagnostic> lint_static(const CreateTableStatement& statement, const Table& table,
                                    const Keyspace& home) {
  if (table.clustering_size == 0 || table.is_compact) return {};
  std::optional<Diagnostic> lint;
  for (const std::string& name : home.tables.names()) {
    const TablePointer entity = home.tables.get(name);
    const Column* const id = entity && entity->name != table.name ? key_of_entity(*entity, table) : nullptr;
    if (id == nullptr) continue;
    for (const Column& column : table.columns) {
      if (!may_be_static(column) || !holds(*entity, column)) continue;
      const Span span = span_of_definition(statement, column.name);
      if (lint) {
        lint->parameters.front().value += ", " + quote_name(column.name);
        lint->repeated.push_back(span);
        continue;
      }
      lint = {"lint_static",
              span,
              {{"columns", quote_name(column.name)},
               {"id", quote_name(id->name)},
               {"entity", quote_name(entity->name)},
               {"table", quote_name(table.name)}},
              std::nullopt};
    }
    if (lint) break;
  }
  if (!lint) return {};
  return {*std::move(lint)};
}

}  // namespace cellar
