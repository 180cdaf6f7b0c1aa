#include "planner/advise/workload.h"

#include <algorithm>

#include "parser/parser.h"
#include "planner/advise/advised_table.h"
#include "planner/advise/copy_statements.h"
#include "planner/advise/existing_tables.h"
#include "planner/advise/joined_tables.h"
#include "planner/advise/proposal.h"
#include "planner/advise/trial.h"
#include "planner/names.h"

namespace cellar {

namespace {

/// Returns the schema with the table in it, in the place of the one of its name.
Schema with_table(const Schema& schema, const TablePointer& table) {
  Schema changed = schema;
  changed.keyspaces.edit(table->keyspace).tables.put(table);
  return changed;
}

/// Returns the query with another table's name in it.
std::string with_table_name(const std::string& query, const std::string& name) {
  const Statement statement = parse(query);
  const Span span = std::get<SelectStatement>(statement.node).table.span;
  return query.substr(0, span.begin) + name + query.substr(span.end);
}

bool is_served(const std::string& query, const TablePointer& table, const PlanContext& context) {
  const Schema schema = with_table(context.schema, table);
  return try_query(query, {schema, context.keyspace, context.node, context.policy, context.now_microseconds})
      .is_served;
}

std::size_t equalities_of(const SelectStatement& statement) {
  std::size_t count = 0;
  for (const Relation& relation : statement.where) {
    const auto* tuple = std::get_if<TupleTarget>(&relation.target);
    if (relation.op == RelationOperator::equal) count += tuple != nullptr ? tuple->columns.size() : 1;
  }
  return count;
}

std::vector<KeyReason> key_reasons(const AdvisedTable& advised) {
  std::vector<KeyReason> reasons;
  for (const ColumnReason& reason : advised.reasons) {
    if (reason.column < advised.table->key_size())
      reasons.push_back({advised.table->columns[reason.column].name, reason.part, reason.rule});
  }
  return reasons;
}

class WorkloadPlanning {
 public:
  WorkloadPlanning(const std::vector<std::string>& texts, const PlanContext& context)
      : texts_(texts), context_(context) {
    advice_.queries.resize(texts.size());
  }

  WorkloadAdvice run() {
    for (const std::size_t query : in_order()) answer(query);
    drop_needless_tables();
    join_tables();
    for (WorkloadTable& table : advice_.tables) {
      std::ranges::sort(table.queries);
      if (!table.exists) look_for_lints(table);
    }
    return std::move(advice_);
  }

 private:
  /// By the number of equalities. Among those with the same number, queries with an order or a range come first, since
  /// a table for them also serves the others. Answers what cannot be parsed.
  std::vector<std::size_t> in_order() {
    std::vector<std::pair<std::size_t, std::size_t>> rank(texts_.size());
    std::vector<std::size_t> order;
    for (std::size_t query = 0; query < texts_.size(); ++query) {
      try {
        const Statement statement = parse(texts_[query]);
        if (const auto* select = std::get_if<SelectStatement>(&statement.node))
          rank[query] = {equalities_of(*select), select->where.size() + select->order_by.size()};
        order.push_back(query);
      } catch (const Refusal& refusal) {
        advice_.queries[query].reason = refusal.diagnostic;
      }
    }
    std::ranges::stable_sort(order, [&](std::size_t left, std::size_t right) {
      if (rank[left].first != rank[right].first) return rank[left].first < rank[right].first;
      return rank[left].second > rank[right].second;
    });
    return order;
  }

  void answer(std::size_t query) {
    WorkloadQuery& answer = advice_.queries[query];
    const Statement statement = parse(texts_[query]);
    answer.advice = advise(texts_[query], statement, context_);
    if (const auto* none = std::get_if<NoAdvice>(&answer.advice)) {
      answer.reason = none->reason;
      return;
    }
    answer.source = resolve_table(std::get<SelectStatement>(statement.node).table, context_);
    if (const auto* served = std::get_if<ServedAlready>(&answer.advice)) {
      note_served(query, *served);
    } else {
      assign(query, std::get<Advised>(answer.advice));
    }
  }

  void note_served(std::size_t query, const ServedAlready& served) {
    WorkloadQuery& answer = advice_.queries[query];
    answer.rewritten = served.rewritten;
    const Table& table = *served.table;
    if (table.keyspace == answer.source->keyspace && table.name == answer.source->name) return;
    const auto known = std::ranges::find_if(advice_.tables, [&](const WorkloadTable& each) {
      return each.exists && each.table->keyspace == table.keyspace && each.table->name == table.name &&
             has_same_source(each, *answer.source);
    });
    answer.table = static_cast<std::size_t>(known - advice_.tables.begin());
    if (known == advice_.tables.end())
      advice_.tables.push_back(
          {served.table, answer.source, true, {}, {}, elements_in(table, *answer.source), {}, {}});
    advice_.tables[*answer.table].queries.push_back(query);
  }

  void assign(std::size_t query, const Advised& advised) {
    for (std::size_t table = 0; table < advice_.tables.size(); ++table) {
      if (use(query, table)) return;
    }
    WorkloadQuery& answer = advice_.queries[query];
    for (const TablePointer& existing : existing_copies(*answer.source)) {
      advice_.tables.push_back({existing, answer.source, true, {}, {}, {}, {}, {}});
      if (use(query, advice_.tables.size() - 1)) return;
      advice_.tables.pop_back();
    }
    const TablePointer table = with_free_name(advised.table.table);
    advice_.tables.push_back({table,
                              answer.source,
                              false,
                              {},
                              key_reasons(advised.table),
                              advised.table.elements,
                              advised.notes,
                              {query}});
    answer.table = advice_.tables.size() - 1;
    answer.rewritten = with_table_name(advised.rewritten, table_text(*table, context_.keyspace));
  }

  bool is_name_taken(const std::string& keyspace, const std::string& name) const {
    const bool is_advised = std::ranges::any_of(advice_.tables, [&](const WorkloadTable& each) {
      return each.table->keyspace == keyspace && each.table->name == name;
    });
    return is_advised || context_.schema.find_keyspace(keyspace)->has_table_or_view(name);
  }

  /// The advisor names a table so that it differs from those that exist, not from others that it advises.
  TablePointer with_free_name(const TablePointer& table) const {
    if (!is_name_taken(table->keyspace, table->name)) return table;
    Table renamed = *table;
    for (std::size_t column = table->partition_key_size; column < table->key_size(); ++column) {
      renamed.name = with_column_name(renamed.name, table->columns[column].name);
      if (!is_name_taken(renamed.keyspace, renamed.name)) return std::make_shared<const Table>(renamed);
    }
    for (int number = 2; is_name_taken(renamed.keyspace, renamed.name); ++number)
      renamed.name = with_number(table->name, number);
    return std::make_shared<const Table>(renamed);
  }

  /// Tables of the name that the advisor gives, which may lack columns.
  std::vector<TablePointer> existing_copies(const Table& source) const {
    std::vector<TablePointer> copies;
    const Keyspace* keyspace = context_.schema.find_keyspace(source.keyspace);
    for (const std::string& name : keyspace->tables.names()) {
      const bool is_known = std::ranges::any_of(advice_.tables, [&](const WorkloadTable& each) {
        return each.table->keyspace == source.keyspace && each.table->name == name;
      });
      if (is_known || name == source.name) continue;
      const TablePointer table = keyspace->tables.get(name);
      if (is_made_as_copy(source, *table) && is_copy_of(*table, source)) copies.push_back(table);
    }
    return copies;
  }

  static bool has_same_source(const WorkloadTable& table, const Table& source) {
    return table.source->keyspace == source.keyspace && table.source->name == source.name;
  }

  /// Returns the query for a copy of its table; empty if the copy does not serve it, or lacks rows that it asks for.
  std::string rewritten_for(std::size_t query, const TablePointer& copy) const {
    const WorkloadQuery& answer = advice_.queries[query];
    const auto* advised = std::get_if<Advised>(&answer.advice);
    if (advised == nullptr) return {};
    const Table& source = *answer.source;
    if (!is_subset(promoted_columns(source, *copy), promoted_columns(source, *advised->table.table)))
      return {};
    const std::string text = with_table_name(advised->rewritten, table_text(*copy, context_.keyspace));
    return is_served(text, copy, context_) ? text : "";
  }

  /// Uses a table for a query, with the columns that it lacks, if it serves the query.
  bool use(std::size_t query, std::size_t number) {
    WorkloadTable& table = advice_.tables[number];
    WorkloadQuery& answer = advice_.queries[query];
    const auto* advised = std::get_if<Advised>(&answer.advice);
    if (advised == nullptr || !has_same_source(table, *answer.source)) return false;
    if (!hold_same_elements(table.elements, *table.table, advised->table)) return false;
    const TablePointer wider =
        std::make_shared<const Table>(with_columns_of(*table.table, *advised->table.table));
    const std::string rewritten = rewritten_for(query, wider);
    if (rewritten.empty()) return false;
    if (table.exists) note_added(table, *wider);
    table.table = wider;
    table.queries.push_back(query);
    answer.table = number;
    answer.rewritten = rewritten;
    return true;
  }

  static void note_added(WorkloadTable& table, const Table& wider) {
    for (const Column& column : wider.columns) {
      if (!table.table->find(column.name)) table.added.push_back(column.name);
    }
  }

  void look_for_lints(WorkloadTable& table) {
    const Keyspace& home = *context_.schema.find_keyspace(table.source->keyspace);
    table.lints = lints_of_proposal(*table.table, *table.source, home);
    table.bucketed = bucketed_table(*table.table, *table.source, table.lints, home);
    if (!table.bucketed) return;
    for (const std::size_t query : table.queries) {
      WorkloadQuery& answer = advice_.queries[query];
      answer.in_bucket = with_bucket(answer.rewritten, *table.bucketed, context_);
    }
  }

  void drop_needless_tables() {
    for (std::size_t number = 0; number < advice_.tables.size();) {
      if (!advice_.tables[number].exists && move_queries(number)) {
        erase_table(number);
      } else {
        ++number;
      }
    }
  }

  /// Moves all queries of a table to others, or none of them.
  bool move_queries(std::size_t number) {
    const WorkloadAdvice before = advice_;
    for (const std::size_t query : before.tables[number].queries) {
      bool is_moved = false;
      for (std::size_t other = 0; other < advice_.tables.size() && !is_moved; ++other)
        is_moved = other != number && use(query, other);
      if (is_moved) continue;
      advice_ = before;
      return false;
    }
    return true;
  }

  void erase_table(std::size_t number) {
    advice_.tables.erase(advice_.tables.begin() + static_cast<std::ptrdiff_t>(number));
    for (WorkloadQuery& query : advice_.queries) {
      if (query.table && *query.table > number) --*query.table;
    }
  }

  void join_tables() {
    while (join_two_tables()) {
    }
  }

  /// Returns false if no two tables can be joined.
  bool join_two_tables() {
    for (std::size_t wide = 0; wide < advice_.tables.size(); ++wide) {
      for (std::size_t narrow = 0; narrow < advice_.tables.size(); ++narrow) {
        if (wide == narrow || !join(wide, narrow)) continue;
        erase_table(narrow);
        return true;
      }
    }
    return false;
  }

  /// Makes one table of two if it serves the queries of both. `wide` has the smaller partition key.
  bool join(std::size_t wide, std::size_t narrow) {
    WorkloadTable& kept = advice_.tables[wide];
    const WorkloadTable& other = advice_.tables[narrow];
    const bool are_plain = !kept.exists && !other.exists && kept.elements.empty() && other.elements.empty();
    if (!are_plain || !has_same_source(kept, *other.source)) return false;
    const std::optional<Table> joined = joined_table(*kept.table, *other.table);
    if (!joined) return false;
    const TablePointer table = std::make_shared<const Table>(*joined);
    std::vector<std::size_t> queries = kept.queries;
    queries.insert(queries.end(), other.queries.begin(), other.queries.end());
    std::vector<std::string> rewritten;
    for (const std::size_t query : queries) {
      rewritten.push_back(rewritten_for(query, table));
      if (rewritten.back().empty()) return false;
    }
    for (std::size_t index = 0; index < queries.size(); ++index) {
      advice_.queries[queries[index]].table = wide;
      advice_.queries[queries[index]].rewritten = rewritten[index];
    }
    kept.reasons = joined_reasons(kept.reasons, other.reasons, *table);
    kept.table = table;
    kept.queries = queries;
    kept.notes.insert(kept.notes.end(), other.notes.begin(), other.notes.end());
    return true;
  }

  const std::vector<std::string>& texts_;
  const PlanContext& context_;
  WorkloadAdvice advice_;
};

}  // namespace

WorkloadAdvice advise_workload(const std::vector<std::string>& queries, const PlanContext& context) {
  return WorkloadPlanning(queries, context).run();
}

}  // namespace cellar
