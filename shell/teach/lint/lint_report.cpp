#include "shell/teach/lint/lint_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "parser/parser.h"
#include "planner/lint/lint.h"
#include "schema/cql_text.h"
#include "shell/teach/lint/table_sample.h"
#include "shell/teach/words/teach_words.h"
#include "types/text/text.h"

namespace cellar {

namespace {

bool is_about_static_columns(const Diagnostic& lint) { return lint.cause() == Cause::static_columns; }

SourcePlace place_of(const ReportedLint& found) { return {found.name, found.line, found.column, found.text}; }

}  // namespace

void Definitions::note(const Statement& statement, const std::string& keyspace_in_use, const DefinedAt& at,
                       bool existed) {
  const auto key_of = [&](const QualifiedName& in_keyspace, const Name& name) {
    return Key(in_keyspace.keyspace ? in_keyspace.keyspace->text : keyspace_in_use, name.text);
  };
  const auto put = [&](std::map<Key, DefinedAt>& made, const Key& key, bool if_not_exists) {
    if (!existed && !if_not_exists) made.erase(key);
    made.try_emplace(key, at);
  };
  if (const auto* table = std::get_if<CreateTableStatement>(&statement.node)) {
    put(tables, key_of(table->table, table->table.name), table->if_not_exists);
  } else if (const auto* index = std::get_if<CreateIndexStatement>(&statement.node)) {
    if (index->index) put(indexes, key_of(index->table, *index->index), index->if_not_exists);
  } else if (const auto* gone = std::get_if<DropTableStatement>(&statement.node)) {
    tables.erase(key_of(gone->table, gone->table.name));
  } else if (const auto* no_index = std::get_if<DropIndexStatement>(&statement.node)) {
    indexes.erase(key_of(no_index->index, no_index->index.name));
  }
}

void SchemaLints::add(Diagnostic lint, const DefinedAt& origin) {
  const LintLevel level = levels_.level_of(lint);
  if (level == LintLevel::off || silenced_.silences(lint)) return;
  report_.lints.push_back({std::move(lint), origin.file, origin.text, origin.line, origin.column, level});
}

SchemaLints::Origin SchemaLints::origin_of(const Table& table) const {
  if (definitions_ != nullptr) {
    if (const auto found = definitions_->tables.find({table.keyspace, table.name});
        found != definitions_->tables.end()) {
      const Statement statement = parse(found->second.text);
      return {found->second, places_in(std::get<CreateTableStatement>(statement.node), table)};
    }
  }
  return {{quote_name(table.keyspace) + "." + quote_name(table.name), describe(table)},
          places_in_description(table)};
}

void SchemaLints::look_at(const Keyspace& keyspace, const Table& table) {
  const std::size_t before = report_.lints.size();
  const Origin origin = origin_of(table);
  std::vector<Diagnostic> lints = lint_table(origin.places, table, keyspace);
  const bool has_static_lint = std::ranges::any_of(lints, is_about_static_columns);
  const bool has_lost_rows = std::ranges::find(lints, Cause::lost_rows, &Diagnostic::cause) != lints.end();
  for (Diagnostic& lint : lint_beside_others(origin.places, table, keyspace)) {
    if (!has_lost_rows || lint.cause() != Cause::lost_rows) lints.push_back(std::move(lint));
  }
  for (Diagnostic& lint : lints) add(std::move(lint), origin.at);
  std::vector<Diagnostic> of_rows;
  if (reads_rows_) of_rows = lint_rows(origin.places, table, connection_);
  for (Diagnostic& lint : of_rows) {
    if (!is_about_static_columns(lint) || !has_static_lint) add(std::move(lint), origin.at);
  }
  look_at_indexes(keyspace, table);
  ++report_.tables;
  report_.tables_with_lints += report_.lints.size() > before ? 1 : 0;
}

void SchemaLints::look_at_indexes(const Keyspace& keyspace, const Table& table) {
  for (const Index& index : table.indexes) {
    DefinedAt origin{quote_name(keyspace.name) + "." + quote_name(index.name), describe(index, table)};
    Span span = target_in_description(index, table);
    if (definitions_ != nullptr) {
      if (const auto found = definitions_->indexes.find({keyspace.name, index.name});
          found != definitions_->indexes.end()) {
        origin = found->second;
        const Statement statement = parse(origin.text);
        span = std::get<CreateIndexStatement>(statement.node).columns_span;
      }
    }
    if (auto lint = lint_index(column_of(index, table).name, span, table, keyspace))
      add(*std::move(lint), origin);
  }
}

void SchemaLints::look_at(const Keyspace& keyspace) {
  for (const std::string& name : keyspace.tables.names()) {
    if (stop_.stop_requested()) refuse("interrupted");
    look_at(keyspace, *keyspace.tables.get(name));
  }
}

std::string lint_text(const LintReport& report, DiagnosticForm form, bool colour, Language language,
                      std::size_t columns) {
  std::string text;
  for (const ReportedLint& found : report.lints)
    text += render(form, found.lint, place_of(found), colour, {}, language, columns, announced(found.level));
  const Parameters numbers = {{"lints", std::to_string(report.lints.size())},
                              {"found", std::to_string(report.tables_with_lints)},
                              {"tables", std::to_string(report.tables)}};
  if (report.tables == 1) return text + TeachWords::say(language, "{lints|lint|lints} in 1 table\n", numbers);
  return text + TeachWords::say(language, "{lints|lint|lints} in {found} of {tables} tables\n", numbers);
}

bool LintReport::has_errors() const {
  return std::ranges::count(lints, LintLevel::error, &ReportedLint::level) > 0;
}

std::string lint_object(const ReportedLint& found, Language language) {
  std::string json = render_json(found.lint, place_of(found), {}, language);
  while (json.ends_with('\n')) json.pop_back();
  return fmt::format("{{\"level\":\"{}\",{}", name(found.level), json.substr(1));
}

std::string lint_json(const LintReport& report, Language language) {
  std::string lints;
  for (const ReportedLint& found : report.lints)
    lints += (lints.empty() ? "" : ",") + lint_object(found, language);
  return fmt::format("{{\"tables\":{},\"lints\":[{}]}}\n", report.tables, lints);
}

}  // namespace cellar
