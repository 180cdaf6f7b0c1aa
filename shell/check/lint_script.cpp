#include "shell/check/lint_script.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>

#include "parser/parser.h"
#include "parser/script/splitter.h"
#include "planner/lint/lint.h"
#include "planner/names.h"
#include "planner/planner.h"
#include "schema/system_keyspaces.h"
#include "shell/check/statement_values.h"
#include "shell/connection/database_connection.h"
#include "shell/console/commands.h"
#include "shell/teach/workload/query_directive.h"

namespace cellar {

namespace {

class ScriptLints {
 public:
  ScriptLints(const std::string& file, const LintLevels& levels, Policy policy, StopToken stop)
      : connection_(Database::open_temporary(), policy), levels_(levels), stop_(stop) {
    script_.file = file;
    connection_.set_notices(Notices::off);
    connection_.execute(
        "CREATE KEYSPACE script WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    connection_.use("script");
  }

  void run(const std::string& text) {
    Splitter splitter(begins_line_command);
    splitter.feed(text);
    splitter.end();
    while (const auto statement = splitter.next()) take(*statement);
    if (const auto last = splitter.finish()) take(*last);
  }

  LintedScript finish() {
    look_at_schema();
    look_at_queries();
    const auto place = [](const ReportedLint& found) {
      const LineAndColumn at =
          locate({found.name, found.line, found.column, found.text}, found.lint.span.begin);
      return std::pair(at.line, at.column);
    };
    std::ranges::stable_sort(script_.lints, {}, place);
    return std::move(script_);
  }

 private:
  struct Query {
    Statement statement;
    DefinedAt at;
    std::string keyspace_in_use;
  };
  struct Workload {
    std::vector<PlannedSelect> selects;  // they refer to the plans
    std::vector<PlannedDelete> deletes;  // they refer to the tables
    std::vector<const DefinedAt*> places;
    std::deque<Plan> plans;
    std::deque<TablePointer> tables;
  };

  void take(const ScriptStatement& statement) {
    if (stop_.stop_requested() || begins_command(statement.text)) return;
    silenced_.read_comments(statement.annotations, statement.text, connection_.keyspace());
    const DefinedAt at{script_.file, std::string(statement.text), statement.line, statement.column};
    try {
      run_statement(at, read_query_directive(statement.annotations).times);
    } catch (const Refusal& refusal) {
      if (refusal.diagnostic.cause() != Cause::empty_text) refuse_at(at, refusal.diagnostic);
    }
  }

  /// `times`: how often the program runs it beside the others.
  void run_statement(const DefinedAt& at, std::uint64_t times) {
    Statement statement = parse(at.text);
    ++script_.statements;
    const std::string keyspace = connection_.keyspace();
    if (std::holds_alternative<SelectStatement>(statement.node) ||
        std::holds_alternative<DeleteStatement>(statement.node) || has_markers(statement)) {
      plan(statement, context(keyspace));
    }
    if (!std::holds_alternative<SelectStatement>(statement.node) && !has_markers(statement))
      connection_.execute(at.text);
    definitions_.note(statement, keyspace, at);
    note_updates(statement, keyspace, times);
    queries_.push_back({std::move(statement), at, keyspace});
    if (!is_kept(queries_.back().statement)) queries_.pop_back();
  }

  static bool is_kept(const Statement& statement) {
    return std::holds_alternative<SelectStatement>(statement.node) ||
           std::holds_alternative<DeleteStatement>(statement.node);
  }

  PlanContext context(const std::string& keyspace) {
    schema_ = connection_.schema();
    return {*schema_, keyspace, kDefaultNodeNames, connection_.policy(), 0};
  }

  static std::string keyspace_of(const QualifiedName& name, const std::string& in_use) {
    return name.keyspace ? name.keyspace->text : in_use;
  }

  void note_updates(const Statement& statement, const std::string& in_use, std::uint64_t times) {
    if (const auto* update = std::get_if<UpdateStatement>(&statement.node)) {
      note_update(*update, in_use, times);
    } else if (const auto* batch = std::get_if<BatchStatement>(&statement.node)) {
      for (const auto& each : batch->statements) {
        if (const auto* of_batch = std::get_if<UpdateStatement>(&each)) note_update(*of_batch, in_use, times);
      }
    }
  }
  void note_update(const UpdateStatement& update, const std::string& in_use, std::uint64_t times) {
    std::set<std::string_view> columns;
    for (const Assignment& assignment : update.assignments) columns.insert(assignment.column.text);
    ColumnUpdates& of_table = updates_[{keyspace_of(update.table, in_use), update.table.name.text}];
    for (const std::string_view column : columns) of_table[std::string(column)] += times;
  }

  void look_at_schema() {
    SchemaLints lints(connection_, silenced_, levels_, &definitions_);
    for (const auto& [name, keyspace] : lints.schema().keyspaces) {
      if (!is_system_keyspace(name)) lints.look_at(keyspace);
    }
    for (Diagnostic& lint : lint_schema_size(lints.schema())) add(std::move(lint), {script_.file, "", 1, 1});
    LintReport report = lints.take();
    script_.tables = report.tables;
    std::ranges::move(report.lints, std::back_inserter(script_.lints));
  }

  /// Queries are planned once more, on the tables as they are at the end.
  void look_at_queries() {
    Workload workload;
    for (const Query& query : queries_) {
      try {
        add_to(workload, query);
      } catch (const Refusal&) {
        continue;  // its table is gone
      }
    }
    const SchemaPointer schema = connection_.schema();
    for (QueryLint& found : lint_workload(workload.selects, *schema))
      add(std::move(found.lint), *workload.places[found.query]);
    for (QueryLint& found : lint_queries(workload.selects, workload.deletes))
      add(std::move(found.lint), *workload.places[found.query]);
    look_at_tables(workload.selects);
  }

  void add_to(Workload& workload, const Query& query) {
    const PlanContext now = context(query.keyspace_in_use);
    if (const auto* deletion = std::get_if<DeleteStatement>(&query.statement.node)) {
      const TablePointer& table = workload.tables.emplace_back(resolve_table(deletion->table, now));
      workload.deletes.push_back({*deletion, *table});
      return;
    }
    const auto& select = std::get<SelectStatement>(query.statement.node);
    if (is_system_keyspace(resolve_table(select.table, now)->keyspace)) return;
    const Plan& kept = workload.plans.emplace_back(plan(query.statement, now));
    workload.selects.push_back({select, std::get<SelectPlan>(kept.node)});
    workload.places.push_back(&query.at);
  }

  /// By what the whole script does with each of them.
  void look_at_tables(std::span<const PlannedSelect> selects) {
    const SchemaPointer schema = connection_.schema();
    for (const auto& [key, at] : definitions_.tables) {
      const TablePointer table = schema->find_table(key.first, key.second);
      const Statement statement = parse(at.text);
      if (table == nullptr) continue;
      const TablePlaces places = places_in(std::get<CreateTableStatement>(statement.node), *table);
      if (auto lint = lint_hot_columns(places, *table, updates_[key])) add(*std::move(lint), at);
      if (selects.empty()) continue;
      if (auto lint = lint_unread(places, *table, selects)) add(*std::move(lint), at);
    }
  }

  /// L511 is found by the schema, by rows and by queries.
  void add(Diagnostic lint, const DefinedAt& at) {
    const bool is_known = lint.cause() == Cause::static_columns &&
                          std::ranges::any_of(script_.lints, [&](const ReportedLint& known) {
                            return known.lint.cause() == lint.cause() && known.lint.subject == lint.subject;
                          });
    const LintLevel level = levels_.level_of(lint);
    if (is_known || level == LintLevel::off || silenced_.silences(lint)) return;
    script_.lints.push_back({std::move(lint), at.file, at.text, at.line, at.column, level});
  }

  void refuse_at(const DefinedAt& at, const Diagnostic& refusal) {
    script_.refused.push_back({refusal, at.file, at.text, at.line, at.column});
  }

  DatabaseConnection connection_;
  const LintLevels& levels_;
  StopToken stop_;
  SchemaPointer schema_;
  SilencedLints silenced_;
  Definitions definitions_;
  std::map<Definitions::Key, ColumnUpdates> updates_;  // of tables
  std::deque<Query> queries_;
  LintedScript script_;
};

}  // namespace

std::size_t LintedScript::count(LintLevel level) const {
  return static_cast<std::size_t>(std::ranges::count(lints, level, &ReportedLint::level));
}

LintedScript lint_script(const std::string& file, const std::string& text, const LintLevels& levels,
                         Policy policy, StopToken stop) {
  ScriptLints lints(file, levels, policy, stop);
  lints.run(text);
  return lints.finish();
}

}  // namespace cellar
