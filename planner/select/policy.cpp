#include "planner/select/policy.h"

#include <algorithm>

#include "planner/plan/read_plan.h"
#include "planner/select/key_description.h"
#include "schema/index_type.h"

namespace cellar {

namespace {

/// "country = ... AND city = ...": what names a partition.
std::string partition_in_words(const Table& table) {
  std::string text;
  for (std::size_t index = 0; index < table.partition_key_size; ++index)
    text += (text.empty() ? "" : " AND ") + quote_name(table.columns[index].name) + " = ...";
  return text;
}

/// Returns the message for a read of all partitions, by what the author wants of them.
const char* message_of_whole_read(const SelectStatement& statement, const SelectPlan& plan) {
  if (!std::holds_alternative<EachRow>(plan.grouping)) return "aggregate_without_where";
  if (statement.distinct) return "distinct_without_where";
  return plan.limit ? "limit_without_where" : "no_where";
}

void require_one_partition(const SelectStatement& statement, const SelectPlan& plan,
                           const Restrictions& restrictions, const ReadPath& path) {
  const Table& table = *plan.table;
  Parameters parameters = key_parameters(table, restrictions);
  if (path.names_several_partitions()) {
    const auto in = std::find_if(
        restrictions.partition_key.begin(), restrictions.partition_key.end(),
        [](const Restriction& restriction) { return restriction.kind == Restriction::Kind::in; });
    parameters.push_back({"column", names_of(table, {in->first()})});
    refuse("in_on_partition_key", in->relations.front()->span, parameters);
  }
  if (!path.reads_ring()) return;
  if (restrictions.token) {
    refuse("range_of_tokens", restrictions.token->relations.front()->span, parameters);
  }
  parameters.push_back({"partition", partition_in_words(table)});
  refuse(message_of_whole_read(statement, plan), statement.table.span, parameters);
}

Diagnostic notice_of(const ChosenRead& read, const SelectPlan& plan, Span order_by_span) {
  const IndexChoice& indexes = read.indexes;
  const auto* nearest = std::get_if<NearestOrder>(&plan.order);
  std::string targets = nearest != nullptr ? nearest->column_name : "";
  for (const Index* index : indexes.indexes)
    targets += (targets.empty() ? "" : ", ") + target_text(*index, *plan.table);
  const Span span = indexes.tested.empty() ? order_by_span : indexes.tested.front()->relations.front()->span;
  const char* id = read.path.reads_ring() ? "read_by_index" : "partition_read_by_index";
  return {id,
          span,
          {{"table", quote_name(plan.table->name)}, {"indexed", targets}},
          std::nullopt,
          subject_of(*plan.table)};
}

}  // namespace

void apply_policy(const SelectStatement& statement, const SelectPlan& plan, const Restrictions& restrictions,
                  const ChosenRead& read, Policy policy, std::vector<Diagnostic>& notices) {
  const Table& table = *plan.table;
  // System tables are small and free of the policy.
  if (policy != Policy::teach || is_system_keyspace(table.keyspace)) return;
  if (read.is_by_index()) return notices.push_back(notice_of(read, plan, statement.order_by_span));
  const ReadPath& path = read.path;
  if (!statement.allow_filtering) require_one_partition(statement, plan, restrictions, path);
  const Parameters parameters = key_parameters(table, restrictions);
  const Subject subject = subject_of(table);
  if (plan.reversed)
    notices.push_back({"read_backwards", statement.order_by_span, parameters, std::nullopt, subject});
  const bool several = path.reads_ring() || path.names_several_partitions();
  if (!plan.filters.empty()) {
    notices.push_back({several ? "several_partitions_filtered" : "rows_filtered",
                       statement.allow_filtering_span, parameters, std::nullopt, subject});
  } else if (several) {
    notices.push_back({"several_partitions_read", statement.table.span, parameters, std::nullopt, subject});
  }
}

}  // namespace cellar
