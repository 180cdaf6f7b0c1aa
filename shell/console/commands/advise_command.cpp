// ADVISE: the table that serves a query, or the tables that serve a file of queries.

#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "parser/parser.h"
#include "planner/advise/existing_tables.h"
#include "planner/lint/lint.h"
#include "planner/planner.h"
#include "refusal/spans.h"
#include "shell/console/commands/advise_file.h"
#include "shell/console/commands/advise_text.h"
#include "shell/console/commands/families.h"
#include "shell/files/database_files.h"
#include "shell/teach/advise/advise_output.h"

namespace cellar {

namespace {

/// Not understood, other than understood and without advice.
bool is_faulty(const WorkloadQuery& query) {
  return query.reason && query.reason->kind() != MessageKind::no_advice;
}

WorkloadAdvice advice_for(const std::vector<AskedQuery>& queries, const PlanContext& context) {
  std::vector<std::string> texts;
  for (const AskedQuery& query : queries) texts.push_back(query.text);
  return advise_workload(texts, context);
}

/// The text of the statement is not that of the command, so a refusal of it blames no place.
void create_table(Connection& connection, const std::string& create) {
  try {
    connection.execute(create);
  } catch (const Refusal& refusal) {
    Diagnostic diagnostic = refusal.diagnostic;
    diagnostic.span = {};
    throw Refusal(std::move(diagnostic));
  }
}

/// While the rows are copied, a terminal shows how many are.
CopiedRows fill_copy(const TableCopy& copy, const CommandContext& context) {
  Output& output = context.output;
  CopyProgress progress;
  if (output.shows_status())
    progress = [&](const CopiedRows& rows) {
      output.show_status(ConsoleWords::say(context.settings.language, "-- {rows} rows copied",
                                           {{"rows", std::to_string(rows.copied())}}));
    };
  try {
    const CopiedRows rows = context.connection.copy_table(copy, progress);
    output.clear_status();
    return rows;
  } catch (...) {
    output.clear_status();
    throw;
  }
}

/// What became of a table and its rows.
std::string copied_text(const ReportedTable& reported, const WorkloadTable& table, const CopiedRows& rows,
                        Language language) {
  const Parameters parameters = {{"table", reported.name},
                                 {"copied", std::to_string(rows.copied())},
                                 {"read", std::to_string(rows.read)},
                                 {"without_value", std::to_string(rows.without_value)},
                                 {"unfit", std::to_string(rows.unfit)},
                                 {"source", reported.source},
                                 {"deleted", std::to_string(rows.deleted)}};
  const auto say = [&](ConsoleWords::Text text) { return ConsoleWords::say(language, text, parameters); };
  std::string text = !table.exists ? say("-- {table} is created: {copied} of {read} rows copied")
                     : table.added.empty()
                         ? say("-- {table} is there: {copied} of {read} rows copied")
                         : say("-- {table} has its columns: {copied} of {read} rows copied");
  if (rows.without_value > 0) text += say(", {without_value} without a value of its key");
  if (rows.unfit > 0) text += say(", {unfit} whose value cannot be in a key");
  if (rows.deleted > 0) text += say(", {deleted} deleted that {source} does not have");
  return text + say(".\n");
}

/// Makes what is advised, and fills it. Returns a line for each table; the report gets the numbers of rows.
std::string apply_advice(AdviceReport& report, const WorkloadAdvice& advice, CommandContext& context) {
  context.make_durable();
  std::string text;
  for (std::size_t index = 0; index < advice.tables.size(); ++index) {
    const WorkloadTable& table = advice.tables[index];
    ReportedTable& reported = report.tables[index];
    if (table.table->is_view()) continue;  // the database keeps it
    if (!reported.is_filled) {
      text += ConsoleWords::say(
          context.settings.language,
          "-- {table} is there, and is left as it is: its name is not that of a copy of {source}.\n",
          {{"table", reported.name}, {"source", reported.source}});
      continue;
    }
    if (!reported.create.empty())
      create_table(context.connection, table.exists ? reported.create : create_as_copy(table));
    const SchemaPointer schema = context.connection.schema();
    const TablePointer copy = schema->find_table(table.table->keyspace, table.table->name);
    const TablePointer source = schema->find_table(table.source->keyspace, table.source->name);
    if (!copy || !source) refuse("table_gone", {}, {{"table", reported.name}});
    const CopiedRows rows =
        fill_copy({source, copy, table.elements, is_declared_copy(*source, *copy)}, context);
    reported.filled = FilledTable{rows.read, rows.copied(), rows.without_value, rows.unfit, rows.deleted};
    text += copied_text(reported, table, rows, context.settings.language);
  }
  return text;
}

void require_may_apply(const CommandCall& call) {
  call.context.connection.refuse_if_read_only();
  if (call.context.connection.database() == nullptr)
    refuse("apply_needs_database_file", call.words.back().span);
}

/// The queries for the tables that were filled, and the writes.
std::string applied_text(const AdviceReport& report, const std::string& done, Language language) {
  if (done.empty()) return ConsoleWords::say(language, "-- There is nothing to create.\n");
  std::string text = done;
  for (const ReportedQuery& query : report.queries) {
    if (!query.code.empty() && !query.reason) text += query.rewritten + '\n';
  }
  return text + program_text(report, language);
}

struct Asked {
  const std::vector<AskedQuery>& queries;
  std::string_view file;   // empty: one query
  std::string_view apply;  // the command that applies the advice
};

void answer(const CommandCall& call, const Asked& asked, const WorkloadAdvice& advice,
            const PlanContext& plans, bool apply) {
  CommandContext& context = call.context;
  AdviceReport report = report_advice(asked.queries, advice, plans);
  const std::string done = apply ? apply_advice(report, advice, context) : "";
  const bool is_applied = apply && report.verdict != AdviceVerdict::none;
  const Language language = context.settings.language;
  call.answer.text = is_applied           ? applied_text(report, done, language)
                     : asked.file.empty() ? advice_text(report, asked.apply, language)
                                          : workload_text(report, asked.queries, asked.file, language);
  call.answer.document = [report, command = std::string(call.text)] { return advice_json(report, command); };
}

void report(const CommandCall& call, const Diagnostic& diagnostic, const AskedQuery& query,
            const std::string& file) {
  call.answer.placed.push_back({diagnostic, file, query.line, query.column, query.text});
}

void advise_query(const CommandCall& call, const std::string& text, std::optional<std::size_t> offset,
                  bool apply) {
  Connection& connection = call.context.connection;
  const SchemaPointer schema = connection.schema();
  const PlanContext plans{*schema, connection.keyspace(), kDefaultNodeNames, connection.policy(), 0};
  const std::vector<AskedQuery> queries = {{text, 1, 1}};
  const WorkloadAdvice advice = advice_for(queries, plans);
  const WorkloadQuery& query = advice.queries.front();
  if (is_faulty(query) && !offset) {
    // The places of the fault are in the query, which the text of the command does not hold.
    report(call, *query.reason, queries.front(), "");
    call.answer.outcome = Outcome::refused;
    return;
  }
  if (is_faulty(query)) {
    Diagnostic fault = *query.reason;
    move_spans(fault, *offset);
    throw Refusal(std::move(fault));
  }
  if (offset) call.context.settings.refused_query = text;
  answer(call, {queries, "", "ADVISE LAST APPLY"}, advice, plans, apply);
}

/// Reports the lints of the tables by the queries that they serve as they are.
void report_lints(const CommandCall& call, const AskedWorkload& workload, const WorkloadAdvice& advice,
                  const std::string& file) {
  Connection& connection = call.context.connection;
  if (connection.policy() != Policy::teach) return;
  const SchemaPointer schema = connection.schema();
  std::deque<std::pair<Statement, Plan>> planned;  // the selects refer to them
  std::vector<PlannedSelect> selects;
  std::vector<std::size_t> numbers;
  for (std::size_t index = 0; index < advice.queries.size(); ++index) {
    const WorkloadQuery& query = advice.queries[index];
    if (query.table || query.reason || query.rewritten != workload.queries[index].text) continue;
    Statement statement = parse(workload.queries[index].text);
    Plan its_plan =
        plan(statement, {*schema, connection.keyspace(), kDefaultNodeNames, Policy::cassandra, 0});
    const auto& [kept, kept_plan] = planned.emplace_back(std::move(statement), std::move(its_plan));
    selects.push_back({std::get<SelectStatement>(kept.node), std::get<SelectPlan>(kept_plan.node)});
    numbers.push_back(index);
  }
  for (const QueryLint& found : lint_workload(selects, *schema))
    report(call, found.lint, workload.queries[numbers[found.query]], file);
}

void advise_file(const CommandCall& call, const std::string& path, bool apply) {
  Connection& connection = call.context.connection;
  const SchemaPointer schema = connection.schema();
  const PlanContext plans{*schema, connection.keyspace(), kDefaultNodeNames, connection.policy(), 0};
  refuse_reading_database_file(path, call.context.connection);
  const AskedWorkload workload = read_workload(path);
  const WorkloadAdvice advice = advice_for(workload.queries, plans);
  std::size_t faults = workload.unfinished ? 1 : 0;
  for (std::size_t index = 0; index < advice.queries.size(); ++index) {
    if (!is_faulty(advice.queries[index])) continue;
    report(call, *advice.queries[index].reason, workload.queries[index], path);
    ++faults;
  }
  if (workload.unfinished) report(call, workload.unfinished->second, workload.unfinished->first, path);
  if (faults > 0 && (apply || faults >= workload.queries.size()))
    refuse("workload_is_faulty", {}, {{"count", std::to_string(faults)}, {"file", path}});
  answer(call, {workload.queries, path, ""}, advice, plans, apply);
  report_lints(call, workload, advice, path);
  if (faults > 0) call.answer.outcome = Outcome::refused;
}

void advise(const CommandCall& call) {
  const AdviseWish wish = read_advise(call);
  if (wish.apply) require_may_apply(call);
  if (const auto* file = std::get_if<AdviseFile>(&wish.about))
    return advise_file(call, file->path, wish.apply);
  if (const auto* statement = std::get_if<AdviseStatement>(&wish.about))
    return advise_query(call, statement->text, statement->offset, wish.apply);
  const std::string last(without_end(call.context.settings.refused_query));
  if (last.empty()) refuse("nothing_to_advise", call.arguments()[0].span);
  return advise_query(call, last, std::nullopt, wish.apply);
}

bool is_applied(std::span<const CommandWord> words) { return says(words.back(), "APPLY"); }

bool is_advice_for_file(std::span<const CommandWord> words) {
  return words.size() > 1 && says(words[1], "FILE");
}

constexpr Command kAdviseCommands[] = {
    {"ADVISE", "", "SELECT ... [APPLY]; | LAST [APPLY] | FILE 'file' [APPLY]",
     "the table that serves a query",
     "ADVISE SELECT ... [APPLY];         the table that serves the query, as CQL: why each column of its key "
     "is where\n"
     "                                   it is, the query for it, and the writes that keep it; or what there "
     "is to\n"
     "                                   choose from, if no table can serve the query\n"
     "ADVISE LAST [APPLY]                the same for the last SELECT that was refused\n"
     "ADVISE FILE 'queries.cql' [APPLY]  as few tables as serve all queries of a file of SELECT statements, "
     "which may\n"
     "                                   have markers; how often a row is kept, and which tables serve no "
     "query\n"
     "With APPLY the tables are created and filled. Every cell keeps its write time and its time to live, "
     "and so\n"
     "does each element of a collection and each field of a user type. What was interrupted may be typed "
     "again: a table\n"
     "that APPLY has made then loses what its source does not have.\n"
     "From then on the program writes to all tables that hold a row.\n"
     "The rules are the mapping rules of Chebotko: MR1 a table holds one kind of thing or relationship; MR2 "
     "what queries\n"
     "compare by = comes first in its key; MR3 then what they compare by a range; MR4 then what they order "
     "by, with its\n"
     "direction; MR5 at the end what makes the key unique. With DIAGNOSTICS JSON the answer is one object, "
     "which\n"
     "docs/schema/advice.schema.json describes.\n",
     advise, CommandEffect::writes, CommandEnd::semicolon, is_advise_line, is_applied, is_advice_for_file},
};

}  // namespace

std::span<const Command> advise_commands() { return kAdviseCommands; }

}  // namespace cellar
