#include "planner/lint/lint.h"

#include <algorithm>

#include "planner/key_words.h"

namespace cellar {

namespace {

const Table* made_table(const Plan& plan, const Schema& after) {
  const auto* definition = schema_changes_in(plan.node);
  if (definition == nullptr || definition->changes.empty()) return nullptr;
  const auto* change = std::get_if<PutTable>(&definition->changes.front());
  if (change == nullptr) return nullptr;
  return after.find_table(change->table.keyspace, change->table.name).get();
}

/// "((city), user_id)"
std::string lookup_key(std::string_view column, const Table& table) {
  std::string key = "((" + quote_name(column) + ")";
  for (std::size_t index = 0; index < table.key_size(); ++index) {
    if (table.columns[index].name != column) key += ", " + quote_name(table.columns[index].name);
  }
  return key + ")";
}

}  // namespace

TablePlaces places_in(const CreateTableStatement& statement, const Table& table) {
  TablePlaces places{.name = statement.table.name.span, .definitions = {}, .keys = {}};
  for (const Column& column : table.columns) {
    const auto found =
        std::ranges::find(statement.columns, std::string_view(column.name),
                          [](const ColumnDefinition& each) { return std::string_view(each.name.text); });
    places.definitions.push_back(found == statement.columns.end() ? Span{} : found->name.span);
  }
  places.keys = places.definitions;
  for (const PrimaryKeyDefinition& key : statement.primary_keys) {
    for (const auto* names : {&key.partition_key, &key.clustering}) {
      for (const Name& name : *names) {
        if (const std::optional<std::size_t> column = table.find(name.text)) places.keys[*column] = name.span;
      }
    }
  }
  return places;
}

std::optional<Diagnostic> lint_index(std::string_view column, Span span, const Table& table,
                                     const Keyspace& home) {
  const std::optional<std::size_t> found = table.find(column);
  // Only an index finds the nearest vectors.
  if (!found || table.columns[*found].type.kind == TypeKind::vector) return std::nullopt;
  const std::string name = table.name + "_by_" + std::string(column);
  if (home.has_table_or_view(name)) return std::nullopt;
  return Diagnostic{"lint_index",
                    span,
                    {{"column", quote_name(std::string(column))},
                     {"table", quote_name(table.name)},
                     {"lookup", quote_name(name)},
                     {"key", lookup_key(column, table)}},
                    std::nullopt,
                    subject_of(table)};
}

bool is_same_table(const Table& left, const Table& right) {
  return left.keyspace == right.keyspace && left.name == right.name;
}

std::vector<Diagnostic> lint(const Statement& statement, const Plan& plan, const Schema& after) {
  const Table* const table = made_table(plan, after);
  if (table == nullptr) return {};
  const Keyspace& home = *after.find_keyspace(table->keyspace);
  if (const auto* create = std::get_if<CreateTableStatement>(&statement.node))
    return lint_table(places_in(*create, *table), *table, home);
  if (const auto* index = std::get_if<CreateIndexStatement>(&statement.node)) {
    if (index->columns.size() != 1) return {};
    const IndexedColumn& indexed = index->columns.front();
    const Span span = indexed.span.empty() ? indexed.column.span : indexed.span;
    if (auto found = lint_index(indexed.column.text, span, *table, home)) return {*std::move(found)};
  }
  return {};
}

}  // namespace cellar
