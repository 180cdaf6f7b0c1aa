// Lints of tables that hold the rows of another one of their keyspace: users_by_email beside users.

#include <algorithm>
#include <span>

#include "planner/key_words.h"
#include "planner/lint/lint.h"
#include "planner/select/key_description.h"
#include "schema/system_keyspaces.h"

namespace cellar {

namespace {

// Cassandra 5.0 warns from so many tables on.
constexpr std::size_t kMostTables = 150;
constexpr std::size_t kMostKeyspaces = 10;

/// Returns the table whose rows this one has by another key: users of users_by_email. Null if there is none.
TablePointer original_of(const Table& table, const Keyspace& home) {
  const std::size_t by = table.name.find("_by_");
  if (by == table.name.npos || by == 0) return nullptr;
  const TablePointer original = home.tables.get(std::string_view(table.name).substr(0, by));
  if (original == nullptr || original->is_counter() || table.is_counter()) return nullptr;
  const auto key = std::span(original->columns).first(original->key_size());
  const bool has_key =
      std::ranges::all_of(key, [&](const Column& column) { return table.find(column.name).has_value(); });
  return has_key ? original : nullptr;
}

/// The column of the original's key that the table has outside of its own; null if there is none.
const Column* column_beside_key(const Table& table, const Table& original) {
  for (std::size_t index = 0; index < original.key_size(); ++index) {
    const Column& column = table.columns[*table.find(original.columns[index].name)];
    if (!column.is_key()) return &column;
  }
  return nullptr;
}

/// Whether two rows of the original may have one key here. A table without clustering columns is asked for one row:
/// users_by_email says who has an address.
bool loses_rows(const Table& table) {
  const auto clustering = std::span(table.columns).subspan(table.partition_key_size, table.clustering_size);
  return !clustering.empty() && std::ranges::none_of(clustering, [](const Column& column) {
    return column.type.kind == TypeKind::uuid || column.type.kind == TypeKind::timeuuid;
  });
}

/// The time at which something came to be does not change.
bool is_fixed(const Column& column) {
  constexpr std::string_view kFixed[] = {"created", "added", "opened", "joined", "born", "birth", "inserted"};
  return std::ranges::any_of(words_of_name(column.name), [&](std::string_view word) {
    return std::ranges::find(kFixed, word) != std::end(kFixed);
  });
}

Diagnostic lint_of_copy(std::string_view id, Span span, const Table& table, const Table& original,
                        Parameters parameters) {
  parameters.push_back({"table", quote_name(table.name)});
  parameters.push_back({"original", quote_name(original.name)});
  parameters.push_back({"key", key_of(original)});
  return {id, span, std::move(parameters), std::nullopt, subject_of(table)};
}

}  // namespace

std::vector<Diagnostic> lint_beside_others(const TablePlaces& places, const Table& table,
                                           const Keyspace& home) {
  const TablePointer original = original_of(table, home);
  if (original == nullptr) return {};
  if (const Column* const id = column_beside_key(table, *original)) {
    if (!loses_rows(table)) return {};
    const Span last = places.keys[table.key_size() - 1];
    return {lint_of_copy("lint_key_lacks_key", last, table, *original,
                         {{"id", quote_name(id->name)}, {"own_key", key_of(table)}})};
  }
  std::vector<Diagnostic> found;
  for (std::size_t index = 0; index < table.key_size(); ++index) {
    const Column& column = table.columns[index];
    const std::optional<std::size_t> there = original->find(column.name);
    if (!there || original->columns[*there].kind != ColumnKind::regular || is_fixed(column)) continue;
    found.push_back(lint_of_copy("lint_changing_key", places.keys[index], table, *original,
                                 {{"column", quote_name(column.name)}}));
  }
  const bool holds_key_alone = table.columns.size() == table.key_size();
  if (holds_key_alone && original->columns.size() > table.columns.size())
    found.push_back(lint_of_copy("lint_key_alone", places.name, table, *original, {}));
  return found;
}

std::vector<Diagnostic> lint_schema_size(const Schema& schema) {
  std::size_t tables = 0, keyspaces = 0;
  for (const auto& [name, keyspace] : schema.keyspaces) {
    const std::size_t count = keyspace.tables.names().size();
    if (count == 0 || is_system_keyspace(name)) continue;
    ++keyspaces;
    tables += count;
  }
  if (tables <= kMostTables && keyspaces <= kMostKeyspaces) return {};
  return {{"lint_schema_size",
           {},
           {{"tables", std::to_string(tables)}, {"keyspaces", std::to_string(keyspaces)}},
           std::nullopt}};
}

}  // namespace cellar
