#include "planner/lint/static_lint.h"

#include <algorithm>

#include "planner/key_words.h"

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

}  // namespace

std::optional<DeterminedColumns> determined_columns(const Table& table, const Keyspace& home) {
  if (table.clustering_size == 0 || table.is_compact) return std::nullopt;
  for (const std::string& name : home.tables.names()) {
    DeterminedColumns found{home.tables.get(name), nullptr, {}};
    if (found.entity && found.entity->name != table.name) found.id = key_of_entity(*found.entity, table);
    if (found.id == nullptr) continue;
    for (const Column& column : table.columns) {
      if (may_be_static(column) && holds(*found.entity, column)) found.columns.push_back(&column);
    }
    if (!found.columns.empty()) return found;
  }
  return std::nullopt;
}

Diagnostic lint_static(const DeterminedColumns& determined, const Table& table, std::vector<Span> places) {
  std::string names;
  for (const Column* column : determined.columns)
    names += (names.empty() ? "" : ", ") + quote_name(column->name);
  Diagnostic lint{"lint_static",
                  places.front(),
                  {{"columns", names},
                   {"id", quote_name(determined.id->name)},
                   {"entity", quote_name(determined.entity->name)},
                   {"table", quote_name(table.name)}},
                  std::nullopt,
                  subject_of(table)};
  lint.repeated.assign(places.begin() + 1, places.end());
  return lint;
}

std::vector<Diagnostic> lint_static(const TablePlaces& places, const Table& table, const Keyspace& home) {
  const std::optional<DeterminedColumns> determined = determined_columns(table, home);
  if (!determined) return {};
  std::vector<Span> spans;
  for (const Column* column : determined->columns)
    spans.push_back(places.definitions[static_cast<std::size_t>(column - table.columns.data())]);
  return {lint_static(*determined, table, std::move(spans))};
}

}  // namespace cellar
