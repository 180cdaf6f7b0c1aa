#include "planner/lint/lint.h"

#include <algorithm>

#include "planner/lint/key_words.h"

namespace cellar {

namespace {

const Table* made_table(const Plan& plan, const Schema& after) {
  const auto* definition = std::get_if<SchemaPlan>(&plan.node);
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

std::optional<Diagnostic> lint_index(const CreateIndexStatement& statement, const Table& table,
                                     const Keyspace& home) {
  if (statement.columns.size() != 1) return std::nullopt;
  const IndexedColumn& indexed = statement.columns.front();
  const std::optional<std::size_t> column = table.find(indexed.column.text);
  // Only an index finds the nearest vectors.
  if (!column || table.columns[*column].type.kind == TypeKind::vector) return std::nullopt;
  const std::string name = table.name + "_by_" + indexed.column.text;
  if (home.has_table_or_view(name)) return std::nullopt;
  return Diagnostic{"lint_index",
                    indexed.span.empty() ? indexed.column.span : indexed.span,
                    {{"column", quote_name(indexed.column.text)},
                     {"table", quote_name(table.name)},
                     {"lookup", quote_name(name)},
                     {"key", lookup_key(indexed.column.text, table)}},
                    std::nullopt,
                    subject_of(table)};
}

std::vector<Diagnostic> lint(const Statement& statement, const Plan& plan, const Schema& after) {
  const Table* const table = made_table(plan, after);
  if (table == nullptr) return {};
  const Keyspace& home = *after.find_keyspace(table->keyspace);
  if (const auto* create = std::get_if<CreateTableStatement>(&statement.node))
    return lint_table(*create, *table, home);
  if (const auto* index = std::get_if<CreateIndexStatement>(&statement.node)) {
    if (auto found = lint_index(*index, *table, home)) return {*std::move(found)};
  }
  return {};
}

}  // namespace cellar
