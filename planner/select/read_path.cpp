#include "planner/select/read_path.h"

#include <algorithm>

#include "planner/select/key_words.h"

namespace cellar {

namespace {

using Kind = Restriction::Kind;

std::vector<Node> single_values(const TypedRelation& relation) {
  std::vector<Node> nodes;
  for (const std::vector<Node>& value : relation.values)
    nodes.insert(nodes.end(), value.begin(), value.end());
  return nodes;
}

void add_tuple_filters(const TypedRelation& relation, std::vector<Filter>& filters) {
  if (relation.op != RelationOperator::equal) {
    refuse("tuple_as_filter", relation.span, {{"relation", relation.text}});
  }
  const std::vector<Node>& values = relation.values.front();
  if (values.size() != relation.columns.size()) {
    refuse("not_run_yet", relation.span, {{"statement", "filtering by a marker for a tuple"}});
  }
  for (std::size_t index = 0; index < values.size(); ++index) {
    filters.push_back(
        {relation.columns[index], std::nullopt, relation.op, {values[index]}, std::nullopt, relation.span});
  }
}

void add_filters(const Restriction& restriction, std::vector<Filter>& filters) {
  for (const TypedRelation* relation : restriction.relations) {
    if (relation->target == TypedRelation::Target::tuple) {
      add_tuple_filters(*relation, filters);
      continue;
    }
    filters.push_back({relation->columns.front(), relation->key, relation->op, single_values(*relation),
                       relation->list, relation->span});
  }
}

const TypedRelation& first_relation(const std::vector<Restriction>& restrictions) {
  const TypedRelation* first = restrictions.front().relations.front();
  for (const Restriction& restriction : restrictions) {
    for (const TypedRelation* relation : restriction.relations) {
      if (relation->span.begin < first->span.begin) first = relation;
    }
  }
  return *first;
}

/// K1, K2: why the partition key is not named, most telling reason first.
[[noreturn]] void refuse_partial_key(const Restrictions& restrictions, const Table& table) {
  Parameters parameters = key_parameters(table, restrictions);
  for (const Restriction& restriction : restrictions.partition_key) {
    if (restriction.kind != Kind::range) continue;
    parameters.push_back({"column", names_of(table, {restriction.first()})});
    refuse("range_on_partition_key", restriction.relations.front()->span, parameters);
  }
  const TypedRelation& blamed = first_relation(restrictions.partition_key);
  parameters.push_back({"column", names_of(table, {blamed.columns.front()})});
  if (blamed.is_contains()) refuse("contains_on_partition_key", blamed.span, parameters);
  refuse("partial_partition_key", blamed.span, parameters);
}

void plan_tokens(const Restriction& token, PartitionRestriction& partitions) {
  const auto bound = [](const TypedRelation* relation, bool inclusive) -> std::optional<TokenBound> {
    if (relation == nullptr) return std::nullopt;
    return TokenBound{relation->values.front().front(), inclusive || relation->is_inclusive()};
  };
  const bool equal = token.kind == Kind::equal;
  const TypedRelation* only = token.relations.front();
  partitions.lower = bound(equal ? only : token.bound(true), equal);
  partitions.upper = bound(equal ? only : token.bound(false), equal);
}

void plan_partitions(const Restrictions& restrictions, const ReadRequest& request, const Table& table,
                     ReadPath& path) {
  if (restrictions.token) plan_tokens(*restrictions.token, path.partitions);
  if (restrictions.partition_key.empty()) {
    path.whole_ring = true;
    return;
  }
  if (!missing_partition_key(table, restrictions).empty()) {
    if (!request.allow_filtering) refuse_partial_key(restrictions, table);
    path.whole_ring = true;
    for (const Restriction& restriction : restrictions.partition_key) add_filters(restriction, path.filters);
    return;
  }
  for (const Restriction& restriction : restrictions.partition_key) {
    path.partitions.key.push_back(choices_of(restriction));
    if (restriction.kind == Kind::in) path.several_partitions = true;
  }
}

/// K3, K4
void plan_rows(const Restrictions& restrictions, const ReadRequest& request, const Table& table,
               ReadPath& path) {
  std::vector<const Restriction*> rest;
  path.clustering = plan_clustering(restrictions.clustering, table, rest);
  for (const Restriction* restriction : rest) {
    if (!request.allow_filtering) {
      const TypedRelation& blamed = *restriction->relations.front();
      if (restrictions.partition_key.empty()) refuse_without_partition(restrictions, blamed, table);
      if (restriction->kind == Kind::contains) {
        Parameters parameters = key_parameters(table, restrictions);
        parameters.push_back({"column", names_of(table, {restriction->first()})});
        refuse("contains_on_clustering", blamed.span, parameters);
      }
      refuse_gap(restrictions.clustering, *restriction, table);
    }
    add_filters(*restriction, path.filters);
  }
}

/// K5
void plan_other_columns(const Restrictions& restrictions, const ReadRequest& request, const Table& table,
                        ReadPath& path) {
  if (restrictions.others.empty()) return;
  if (!request.allow_filtering) {
    const TypedRelation& blamed = first_relation(restrictions.others);
    if (path.whole_ring) refuse_without_partition(restrictions, blamed, table);
    Parameters parameters = key_parameters(table, restrictions);
    parameters.push_back({"column", names_of(table, {blamed.columns.front()})});
    refuse("filter_in_partition", blamed.target_span, parameters);
  }
  for (const Restriction& restriction : restrictions.others) add_filters(restriction, path.filters);
}

std::optional<ClusteringBound> clustering_bound(const TypedRelation* relation) {
  if (relation == nullptr || std::holds_alternative<NullNode>(relation->values.front().front().node)) {
    return std::nullopt;
  }
  return ClusteringBound{relation->values.front(), relation->columns.size(), relation->is_inclusive(),
                         relation->span};
}

ClusteringStep clustering_step(const Restriction& restriction, const Table& table) {
  const TypedRelation& relation = *restriction.relations.front();
  return {restriction.first() - table.partition_key_size,
          restriction.columns.size(),
          relation.values,
          relation.list,
          restriction.kind == Kind::in,
          relation.span};
}

}  // namespace

Choices choices_of(const Restriction& restriction) {
  const TypedRelation& relation = *restriction.relations.front();
  return {single_values(relation), relation.list, restriction.kind == Kind::in, relation.span};
}

ClusteringRestriction plan_clustering(const std::vector<Restriction>& clustering, const Table& table,
                                      std::vector<const Restriction*>& rest) {
  ClusteringRestriction plan;
  std::size_t next = table.partition_key_size;
  for (const Restriction& restriction : clustering) {
    // After a range `next` stays behind, so all that follows is rest.
    if (restriction.kind == Kind::contains || restriction.first() != next) {
      rest.push_back(&restriction);
    } else if (restriction.kind == Kind::range) {
      plan.slice_first = restriction.first() - table.partition_key_size;
      plan.lower = clustering_bound(restriction.bound(true));
      plan.upper = clustering_bound(restriction.bound(false));
    } else {
      plan.steps.push_back(clustering_step(restriction, table));
      next += restriction.columns.size();
    }
  }
  return plan;
}

std::size_t skipped_before(const std::vector<Restriction>& clustering, const Restriction& restriction,
                           const Table& table) {
  std::size_t next = table.partition_key_size;
  for (const Restriction& before : clustering) {
    if (before.first() == next && before.kind != Kind::range) next += before.columns.size();
  }
  return std::min(next, restriction.first());
}

void refuse_gap(const std::vector<Restriction>& clustering, const Restriction& blamed, const Table& table) {
  refuse("clustering_gap", blamed.relations.front()->span,
         {{"table", quote_name(table.name)},
          {"key", key_of(table)},
          {"column", names_of(table, {blamed.first()})},
          {"skipped", names_of(table, {skipped_before(clustering, blamed, table)})}});
}

void refuse_without_partition(const Restrictions& restrictions, const TypedRelation& blamed,
                              const Table& table) {
  Parameters parameters = key_parameters(table, restrictions);
  parameters.push_back({"column", names_of(table, {blamed.columns.front()})});
  const std::string fitting_table = table_keyed_by_search(table, restrictions);
  parameters.push_back({"table_fix", fitting_table});
  refuse(fitting_table.empty() ? "no_partition_key" : "no_partition_key_but_table", blamed.target_span,
         parameters);
}

ReadPath plan_read_path(const Restrictions& restrictions, const ReadRequest& request, const Table& table) {
  ReadPath path;
  plan_partitions(restrictions, request, table, path);
  if (request.only_static_columns && !restrictions.clustering.empty()) {
    refuse("clustering_for_static_columns", first_relation(restrictions.clustering).span,
           {{"column", names_of(table, {restrictions.clustering.front().first()})}});
  }
  plan_rows(restrictions, request, table, path);
  plan_other_columns(restrictions, request, table, path);
  return path;
}

void require_partition_for_clustering(const Restrictions& restrictions, const ReadPath& path,
                                      const ReadRequest& request, const Table& table) {
  if (request.allow_filtering || !path.whole_ring || restrictions.clustering.empty()) return;
  refuse_without_partition(restrictions, first_relation(restrictions.clustering), table);
}

}  // namespace cellar
