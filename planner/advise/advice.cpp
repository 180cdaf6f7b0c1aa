#include "planner/advise/advice.h"

#include <algorithm>

#include "parser/parser.h"
#include "planner/advise/advised_table.h"
#include "planner/advise/existing_tables.h"
#include "planner/advise/proposal.h"
#include "planner/advise/rewriting.h"
#include "planner/advise/trial.h"
#include "planner/names.h"
#include "planner/select/key_description.h"
#include "schema/system_keyspaces.h"

namespace cellar {

namespace {

/// The restrictions and the order of a statement, typed on its own table.
struct Query {
  const SelectStatement& statement;
  TablePointer source;
  std::vector<Slot> slots;
  Restrictions restrictions;
  QueryTerms terms;

  Query(const SelectStatement& select, const std::vector<SlotSource>& sources, const PlanContext& context)
      : statement(select), source(resolve_table(select.table, context)), slots(sources.size()) {
    if (std::optional<Diagnostic> unservable = find_unservable(statement, sources))
      throw Refusal(*std::move(unservable));
    Scope scope(context, sources, slots, source.get());
    restrictions = gather_restrictions(statement.where, StatementKind::select, scope);
    terms = gather_terms(statement, restrictions, scope);
    if (reads_one_row()) terms.order.clear();
  }

  bool reads_one_row() const { return restrictions.fixes_row(*source); }

  /// IN on the partition key, and no =.
  bool asks_one_value_a_query() const { return terms.equal.empty() && !terms.in.empty(); }
};

PlanContext with_table(const TablePointer& table, const PlanContext& context, Schema& schema) {
  schema = context.schema;
  schema.keyspaces.edit(table->keyspace).tables.put(table);
  return {schema, context.keyspace, context.node, Policy::teach, context.now_microseconds};
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + quote_name(name);
  return text;
}

/// The columns of the new key that the source does not have in its key, so that their values can change.
std::vector<std::string> changing_columns(const Table& source, const Table& table) {
  std::vector<std::string> names;
  for (std::size_t index = 0; index < table.key_size(); ++index) {
    const std::optional<std::size_t> column = source.find(table.columns[index].name);
    if (column && !source.columns[*column].is_key()) names.push_back(table.columns[index].name);
  }
  return names;
}

/// Those of them that may be null in a row that the query finds, since it does not compare them.
std::vector<std::string> nullable_columns(const Query& query, const std::vector<std::string>& changing) {
  std::vector<std::string> names;
  for (const std::string& name : changing) {
    const std::size_t column = *query.source->find(name);
    const QueryTerms& terms = query.terms;
    if (!has_column(terms.equal, column) && !has_column(terms.in, column) && !has_column(terms.range, column))
      names.push_back(name);
  }
  return names;
}

/// True if a partition without rows answers the query by its static cells: it has no row to copy.
bool loses_static_rows(const Query& query) {
  const Table& source = *query.source;
  return source.has_static() && query.restrictions.clustering.empty() &&
         !query.restrictions.restricts_regular(source);
}

std::vector<Diagnostic> notes_on(const Query& query, const AdvisedTable& advised) {
  std::vector<Diagnostic> notes;
  const Parameters table = {{"table", quote_name(advised.table->name)},
                            {"source", quote_name(query.source->name)}};
  const auto note = [&](std::string_view id, std::string columns) {
    Parameters parameters = table;
    parameters.push_back({"column", std::move(columns)});
    notes.push_back({id, {}, std::move(parameters), std::nullopt});
  };
  const std::vector<std::string> changing = changing_columns(*query.source, *advised.table);
  if (!changing.empty()) note("advise_key_changes", listed(changing));
  const std::vector<std::string> nullable = nullable_columns(query, changing);
  if (!nullable.empty()) note("advise_rows_without_value", listed(nullable));
  if (loses_static_rows(query)) note("advise_static_rows", "");
  if (!advised.elements.empty()) note("advise_elements", quote_name(advised.elements.front().collection));
  if (query.asks_one_value_a_query())
    note("advise_one_value", names_of(*query.source, {query.terms.in.front().column}));
  return notes;
}

ServedAlready served(const TablePointer& table, std::string rewritten, const Query& query) {
  ServedAlready answer{table, std::move(rewritten), {}};
  if (query.asks_one_value_a_query()) {
    answer.notes.push_back({"advise_one_value",
                            {},
                            {{"table", quote_name(table->name)},
                             {"source", quote_name(query.source->name)},
                             {"column", names_of(*query.source, {query.terms.in.front().column})}},
                            std::nullopt});
  }
  return answer;
}

/// Why the table of the rules does not serve the query after all.
NoAdvice not_served(const Trial& trial, const Table& source) {
  if (trial.refusal && !is_about_key(*trial.refusal)) {
    Diagnostic reason = *trial.refusal;
    reason.span = {};  // it is that of the other text
    reason.fix.reset();
    return NoAdvice{std::move(reason)};
  }
  return NoAdvice{{"advise_not_verified", {}, {{"table", quote_name(source.name)}}, std::nullopt}};
}

/// Returns the text without ORDER BY, and the blanks before it.
std::string without_order(std::string_view text, const SelectStatement& statement) {
  const Span clause = statement.order_by_span;
  const std::size_t end = text.find_last_not_of(" \n\t\r", clause.begin - 1) + 1;
  return std::string(text.substr(0, end)) + std::string(text.substr(clause.end));
}

/// Answers for a statement that its own table refuses for its key.
Advice advise_refused(std::string_view text, const SelectStatement& statement,
                      const std::vector<SlotSource>& sources, const PlanContext& context) {
  const Query query(statement, sources, context);
  if (query.reads_one_row() && !statement.order_by.empty()) {
    const std::string unordered = without_order(text, statement);
    return advise(unordered, parse(unordered), context);
  }
  const std::string on_source = rewrite(text, statement, *query.source, *query.source);
  if (try_query(on_source, context).is_served) return served(query.source, on_source, query);
  if (std::optional<ServedAlready> found =
          find_serving_table(text, statement, query.terms, *query.source, context))
    return served(found->table, found->rewritten, query);
  const ChosenKey key = choose_key(query.terms, *query.source, statement);
  const Keyspace& keyspace = *context.schema.find_keyspace(query.source->keyspace);
  AdvisedTable advised =
      advised_table(key, *query.source, name_of_table(key, query.terms, *query.source, keyspace), context);
  std::string rewritten = rewrite(text, statement, *query.source, *advised.table);
  Schema schema;
  const Trial trial = try_query(rewritten, with_table(advised.table, context, schema));
  if (!trial.is_served) return not_served(trial, *query.source);
  std::vector<Diagnostic> notes = notes_on(query, advised);
  std::vector<Diagnostic> lints = lints_of_proposal(*advised.table, *query.source, keyspace);
  auto bucketed = bucketed_table(*advised.table, *query.source, lints, keyspace);
  return Advised{query.source,     std::move(advised), std::move(rewritten),
                 std::move(notes), std::move(lints),   std::move(bucketed)};
}

}  // namespace

std::string_view name(KeyPart part) {
  constexpr std::string_view kNames[] = {"partition", "ascending", "descending", "static", "regular"};
  return kNames[static_cast<std::size_t>(part)];
}

Advice advise(std::string_view text, const Statement& statement, const PlanContext& context) {
  const auto* select = std::get_if<SelectStatement>(&statement.node);
  if (select == nullptr) return NoAdvice{{"advise_other_statement", {}, {}, std::nullopt}};
  try {
    const TablePointer table = resolve_table(select->table, context);
    const Trial trial = try_query(without_filtering(text, *select), context);
    if (trial.is_served) return ServedAlready{table, rewrite(text, *select, *table, *table), {}};
    if (trial.refusal && !is_about_key(*trial.refusal)) return NoAdvice{*trial.refusal};
    // System tables are computed, and read as they are.
    if (is_system_keyspace(table->keyspace)) return ServedAlready{table, std::string(text), {}};
    return advise_refused(text, *select, statement.slots, context);
  } catch (const Refusal& refusal) {
    return NoAdvice{refusal.diagnostic};
  }
}

void propose_table(Diagnostic& refusal, const SelectStatement& statement,
                   const std::vector<SlotSource>& sources, const PlanContext& context) {
  // A table of any key refuses to sort by what it is keyed by.
  if (!is_about_key(refusal) || refusal.cause() == Cause::order_of_equality) return;
  if (find_unservable(statement, sources)) return;
  try {
    const Query query(statement, sources, context);
    const Table& source = *query.source;
    if (is_system_keyspace(source.keyspace) || query.asks_one_value_a_query()) return;
    ChosenKey key = choose_key(query.terms, source, statement);
    const std::vector<std::size_t> kept = keep_buckets(key, source);
    if (!kept.empty() && is_key_of(source, key)) return;
    const Keyspace& keyspace = *context.schema.find_keyspace(source.keyspace);
    const std::string name = name_of_table(key, query.terms, source, keyspace);
    const ProposedFix& fix = proposed_fix(key, query.source, name, context);
    refusal.parameters.push_back({"table_fix", fix.create});
    refusal.doubts = fix.doubts;
    if (!kept.empty())
      refusal.doubts.push_back(
          {"advise_kept_bucket", {}, {{"bucket", names_of(source, kept)}}, std::nullopt});
  } catch (const Refusal&) {  // without a table, the words of the refusal say what else to do
  }
}

}  // namespace cellar
