#include "planner/definition/folded_names.h"

namespace cellar {

namespace {

using Names = std::vector<const Name*>;

Names names_of_columns(const std::vector<ColumnDefinition>& columns) {
  Names names;
  for (const ColumnDefinition& column : columns) names.push_back(&column.name);
  return names;
}

/// The names that a statement gives to what it makes; the other statements name what exists.
Names defined_names(const Statement& statement) {
  Names names;
  if (const auto* table = std::get_if<CreateTableStatement>(&statement.node)) {
    names = names_of_columns(table->columns);
    names.insert(names.begin(), &table->table.name);
  } else if (const auto* altered = std::get_if<AlterTableStatement>(&statement.node)) {
    names = names_of_columns(altered->add);
    for (const auto& [from, to] : altered->rename) names.push_back(&to);
  } else if (const auto* type = std::get_if<CreateTypeStatement>(&statement.node)) {
    names.push_back(&type->type.name);
    for (const auto& [field, field_type] : type->fields) names.push_back(&field);
  } else if (const auto* keyspace = std::get_if<CreateKeyspaceStatement>(&statement.node)) {
    names.push_back(&keyspace->keyspace);
  } else if (const auto* index = std::get_if<CreateIndexStatement>(&statement.node)) {
    if (index->index) names.push_back(&*index->index);
  } else if (const auto* view = std::get_if<CreateViewStatement>(&statement.node)) {
    names.push_back(&view->view.name);
  }
  return names;
}

}  // namespace

std::optional<Diagnostic> folded_name(const Statement& statement, std::string_view text) {
  std::optional<Diagnostic> notice;
  for (const Name* name : defined_names(statement)) {
    if (name->quoted || name->span.empty() || name->span.end > text.size()) continue;
    const std::string_view written = text.substr(name->span.begin, name->span.end - name->span.begin);
    if (written == name->text) continue;
    if (notice) {
      notice->repeated.push_back(name->span);
    } else {
      notice = {
          "name_folded", name->span, {{"written", std::string(written)}, {"name", name->text}}, std::nullopt};
    }
  }
  return notice;
}

}  // namespace cellar
