#include "shell/teach/advise/advise_report.h"

#include <algorithm>

#include "parser/parser.h"
#include "planner/advise/advised_table.h"
#include "planner/advise/copy_statements.h"
#include "planner/advise/existing_tables.h"
#include "planner/plan.h"
#include "refusal/messages.h"
#include "schema/cql_text.h"
#include "schema/system_keyspaces.h"
#include "shell/teach/words/teach_words.h"

namespace cellar {

namespace {

std::string with_semicolon(const std::string& query) { return query + ";"; }

PlanContext as_taught(const PlanContext& context) {
  return {context.schema, context.keyspace, context.node, Policy::teach, context.now_microseconds};
}

/// Returns why the table that the query names does not serve it. ALLOW FILTERING hides it.
std::string refusal_code(const std::string& query, const PlanContext& context) {
  try {
    const Statement statement = parse(query);
    const Span allowed = std::get<SelectStatement>(statement.node).allow_filtering_span;
    const std::string plain = query.substr(0, allowed.begin) + query.substr(allowed.end);
    plan(parse(plain), as_taught(context));
    return {};
  } catch (const Refusal& refusal) {
    return std::string(refusal.diagnostic.code());
  }
}

std::vector<KeptRule> rules_of(const std::string& query, const PlanContext& context) {
  const Statement statement = parse(query);
  const Plan planned = plan(statement, as_taught(context));
  return serving_rules(std::get<SelectPlan>(planned.node),
                       !std::get<SelectStatement>(statement.node).order_by.empty());
}

std::string create_text(const Table& table) {
  Table plain = table;
  std::erase_if(plain.options, [&](const auto& option) {
    if (option.first == "comment") return option.second == OptionValue(std::string());
    return option.first != "default_time_to_live" || plain.default_time_to_live() == 0;
  });
  return describe(plain);
}

}  // namespace

std::string create_as_copy(const WorkloadTable& table) {
  Table copy = *table.table;
  copy.options["comment"] = comment_of_copy(*table.source);
  return create_text(copy);
}

namespace {

std::string create_text(const WorkloadTable& table) {
  if (!table.exists) return create_text(*table.table);
  if (table.added.empty()) return {};
  std::string columns;
  for (const std::string& name : table.added) {
    const Column& column = table.table->columns[*table.table->find(name)];
    columns += (columns.empty() ? "" : ", ") + quote_name(name) + " " + to_cql(column.type) +
               (column.kind == ColumnKind::static_ ? " static" : "");
  }
  return "ALTER TABLE " + table_text(*table.table, "") + " ADD " + columns + ";";
}

/// The lints of the table come before its remarks.
std::vector<Diagnostic> notes_of(const WorkloadTable& table) {
  std::vector<Diagnostic> notes = table.lints;
  notes.insert(notes.end(), table.notes.begin(), table.notes.end());
  return notes;
}

std::optional<ReportedBuckets> buckets_of(const WorkloadTable& table, const PlanContext& context) {
  if (!table.bucketed) return std::nullopt;
  const BucketedTable& bucketed = *table.bucketed;
  ReportedBuckets buckets{table_text(*bucketed.table, context.keyspace), create_text(*bucketed.table),
                          table.reasons, bucketed.notes};
  const auto place = std::ranges::find_if(
      buckets.key, [](const KeyReason& reason) { return reason.part != KeyPart::partition; });
  buckets.key.insert(place, {bucketed.bucket, KeyPart::partition, ""});
  return buckets;
}

ReportedTable reported(const WorkloadTable& table, const PlanContext& context) {
  return {
      .name = table_text(*table.table, context.keyspace),
      .source = table_text(*table.source, context.keyspace),
      .create = create_text(table),
      .key = table.reasons,
      .notes = notes_of(table),
      .queries = table.queries,
      .is_filled = !table.table->is_view() && (!table.exists || is_made_as_copy(*table.source, *table.table)),
      .buckets = buckets_of(table, context)};
}

ReportedQuery reported(const AskedQuery& asked, const WorkloadQuery& query, const WorkloadAdvice& advice,
                       const PlanContext& context) {
  ReportedQuery report;
  report.original = with_semicolon(asked.text);
  report.reason = query.reason;
  if (query.reason) {
    report.code = query.reason->code();
    return report;
  }
  report.rewritten = with_semicolon(query.rewritten);
  if (!query.in_bucket.empty()) report.in_bucket = with_semicolon(query.in_bucket);
  const Table& table = query.table ? *advice.tables[*query.table].table : *query.source;
  report.table = table_text(table, context.keyspace);
  if (query.table) {
    report.code = refusal_code(asked.text, context);
  } else {
    report.rules = rules_of(query.rewritten, context);
    report.is_refused = !refusal_code(asked.text, context).empty();
  }
  return report;
}

/// The tables of whose rows there are copies, each with these copies.
struct CopiedTable {
  const Table* source;
  std::vector<const Table*> copies;
};

std::vector<CopiedTable> copied_tables(const WorkloadAdvice& advice) {
  std::vector<CopiedTable> copied;
  for (const WorkloadTable& table : advice.tables) {
    if (table.table->is_view()) continue;  // the database keeps it
    const auto same = std::ranges::find_if(copied, [&](const CopiedTable& each) {
      return each.source->keyspace == table.source->keyspace && each.source->name == table.source->name;
    });
    if (same != copied.end()) {
      same->copies.push_back(table.table.get());
    } else {
      copied.push_back({table.source.get(), {table.table.get()}});
    }
  }
  return copied;
}

/// The table to which a program writes: of a view that is its base.
const Table& written_table(const Table& table, const PlanContext& context, TablePointer& base) {
  if (!table.is_view()) return table;
  base = context.schema.find_table(table.keyspace, table.view_of->base);
  return base ? *base : table;
}

void report_copies(const CopiedTable& copied, const PlanContext& context, AdviceReport& report) {
  const Table& source = *copied.source;
  ReportedCopies count{.table = table_text(source, context.keyspace),
                       .columns = source.columns.size(),
                       .kept = source.columns.size(),
                       .tables = copied.copies.size() + 1};
  for (const Table* copy : copied.copies) {
    count.kept += copy->columns.size();
    for (std::string& statement : fill_statements(source, *copy, context.keyspace))
      report.fill.push_back(std::move(statement));
  }
  report.copies.push_back(std::move(count));
  TablePointer base;
  const Table& written = written_table(source, context, base);
  for (std::string& batch : writes_to_all(written, copied.copies, context.keyspace))
    report.writes.push_back(std::move(batch));
}

/// The tables of the keyspaces of the queries that serve none of them.
std::vector<std::string> unused_tables(const WorkloadAdvice& advice, const PlanContext& context) {
  std::vector<std::string> keyspaces, used, unused;
  for (const WorkloadQuery& query : advice.queries) {
    if (!query.source || is_system_keyspace(query.source->keyspace)) continue;
    if (std::ranges::find(keyspaces, query.source->keyspace) == keyspaces.end())
      keyspaces.push_back(query.source->keyspace);
    const Table& table = query.table ? *advice.tables[*query.table].table : *query.source;
    if (!query.reason) used.push_back(table_text(table, ""));
  }
  for (const std::string& keyspace : keyspaces) {
    for (const std::string& name : context.schema.find_keyspace(keyspace)->tables.names()) {
      Table table;
      table.keyspace = keyspace;
      table.name = name;
      if (std::ranges::find(used, table_text(table, "")) == used.end())
        unused.push_back(table_text(table, context.keyspace));
    }
  }
  return unused;
}

}  // namespace

std::vector<std::string> note_texts(const std::vector<Diagnostic>& notes, Language language) {
  std::vector<std::string> texts;
  for (const Diagnostic& note : notes) {
    const FilledWords words = words_of(note, language);
    const Parameters parameters = {
        {"code", std::string(note.code())}, {"title", words.title}, {"fix", words.fix}};
    std::string text = words.fix.empty() ? TeachWords::say(language, "{code}: {title}.", parameters)
                                         : TeachWords::say(language, "{code}: {title}. {fix}", parameters);
    if (std::ranges::find(texts, text) == texts.end()) texts.push_back(std::move(text));
  }
  return texts;
}

AdviceReport report_advice(const std::vector<AskedQuery>& queries, const WorkloadAdvice& advice,
                           const PlanContext& context) {
  AdviceReport report;
  for (const WorkloadTable& table : advice.tables) report.tables.push_back(reported(table, context));
  bool is_advised = false, is_refused = false;
  for (std::size_t index = 0; index < queries.size(); ++index) {
    report.queries.push_back(reported(queries[index], advice.queries[index], advice, context));
    const ReportedQuery& query = report.queries.back();
    is_refused = is_refused || query.reason.has_value();
    if (report.code.empty()) report.code = query.code;
  }
  for (const ReportedTable& table : report.tables) is_advised = is_advised || !table.create.empty();
  report.verdict = is_advised   ? AdviceVerdict::advice
                   : is_refused ? AdviceVerdict::none
                                : AdviceVerdict::served;
  for (const CopiedTable& copied : copied_tables(advice)) report_copies(copied, context, report);
  report.unused = unused_tables(advice, context);
  return report;
}

}  // namespace cellar
