#include "planner/select/read_path.h"

#include <algorithm>

#include "planner/plan/read_plan.h"
#include "planner/select/key_description.h"

namespace cellar {

namespace {

using Kind = Restriction::Kind;
using By = ServedRestriction::By;

std::vector<Node> single_values(const TypedRelation& relation) {
  std::vector<Node> nodes;
  for (const std::vector<Node>& value : relation.values)
    nodes.insert(nodes.end(), value.begin(), value.end());
  return nodes;
}

void add_tuple_filters(const TypedRelation& relation, const Table& table, std::vector<Filter>& filters) {
  const bool is_in_of_one = relation.op == RelationOperator::in && relation.columns.size() == 1;
  if (is_in_of_one) {
    filters.push_back({relation.columns.front(), std::nullopt, relation.op, single_values(relation),
                       relation.list, relation.span});
    return;
  }
  if (relation.op != RelationOperator::equal) {
    refuse("tuple_as_filter", relation.span, {{"relation", relation.text}});
  }
  for (std::size_t place = 0; place < relation.columns.size(); ++place) {
    filters.push_back({relation.columns[place],
                       std::nullopt,
                       relation.op,
                       {first_value_of(relation, place, table)},
                       std::nullopt,
                       relation.span});
  }
}

void add_filters(const Restriction& restriction, const Table& table, std::vector<Filter>& filters) {
  for (const TypedRelation* relation : restriction.relations) {
    if (relation->target == TypedRelation::Target::tuple) {
      add_tuple_filters(*relation, table, filters);
      continue;
    }
    filters.push_back({relation->columns.front(), relation->key, relation->op, single_values(*relation),
                       relation->list, relation->span});
  }
}

RingPart ring_part(const std::optional<Restriction>& token) {
  if (!token) return {};
  const auto bound = [](const TypedRelation* relation, bool inclusive) -> std::optional<TokenBound> {
    if (relation == nullptr) return std::nullopt;
    return TokenBound{relation->values.front().front(), inclusive || relation->is_inclusive()};
  };
  const bool equal = token->kind == Kind::equal;
  const TypedRelation* only = token->relations.front();
  return {bound(equal ? only : token->bound(true), equal), bound(equal ? only : token->bound(false), equal)};
}

std::optional<ClusteringBound> clustering_bound(const TypedRelation* relation) {
  if (relation == nullptr) return std::nullopt;
  return ClusteringBound{relation->values.front(), relation->columns.size(),
                         relation->target == TypedRelation::Target::tuple, relation->is_inclusive(),
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

/// K1, K2: a partition key serves only as a whole.
std::vector<ServedRestriction> serve_partition_key(const Restrictions& restrictions, const Table& table) {
  const By by = missing_partition_key(table, restrictions).empty() ? By::key : By::nothing;
  std::vector<ServedRestriction> served;
  for (const Restriction& restriction : restrictions.partition_key) served.push_back({&restriction, by});
  return served;
}

/// K3, K4
std::vector<ServedRestriction> serve_clustering(const Restrictions& restrictions, const Table& table) {
  std::vector<ServedRestriction> served;
  std::size_t next = table.partition_key_size;
  for (const Restriction& restriction : restrictions.clustering) {
    // A slice does not advance `next`, so no later restriction is served.
    const bool is_next = restriction.kind != Kind::contains && restriction.first() == next;
    served.push_back({&restriction, is_next ? By::key : By::nothing});
    if (is_next && restriction.kind != Kind::slice) next += restriction.columns.size();
  }
  return served;
}

}  // namespace

bool ReadPath::names_several_partitions() const {
  const auto* named = std::get_if<NamedPartitions>(&partitions);
  return named != nullptr && std::any_of(named->key.begin(), named->key.end(),
                                         [](const Choices& choices) { return choices.is_in; });
}

Choices choices_of(const Restriction& restriction) {
  const TypedRelation& relation = *restriction.relations.front();
  return {single_values(relation), relation.list, restriction.kind == Kind::in, relation.span};
}

ServedRestrictions serve(const Restrictions& restrictions, const Table& table) {
  ServedRestrictions served;
  served.partition_key = serve_partition_key(restrictions, table);
  served.clustering = serve_clustering(restrictions, table);
  for (const Restriction& restriction : restrictions.others) {
    served.others.push_back({&restriction, By::nothing});  // K5
  }
  return served;
}

std::vector<const Restriction*> unserved(const std::vector<ServedRestriction>& restrictions) {
  std::vector<const Restriction*> found;
  for (const ServedRestriction& each : restrictions) {
    if (each.by == By::nothing) found.push_back(each.restriction);
  }
  return found;
}

ReadPath choose_read_path(const Restrictions& restrictions, const ServedRestrictions& served,
                          const Table& table) {
  ReadPath path;
  path.clustering = plan_clustering(served.clustering, table);
  if (served.partition_key.empty() || !unserved(served.partition_key).empty()) {
    path.partitions = ring_part(restrictions.token);
    return path;
  }
  NamedPartitions named;
  named.within = ring_part(restrictions.token);
  for (const ServedRestriction& each : served.partition_key)
    named.key.push_back(choices_of(*each.restriction));
  path.partitions = std::move(named);
  return path;
}

ClusteringRestriction plan_clustering(const std::vector<ServedRestriction>& clustering, const Table& table) {
  ClusteringRestriction plan;
  for (const auto& [restriction, by] : clustering) {
    if (by == By::nothing) continue;
    if (restriction->kind == Kind::slice) {
      plan.slice_first = restriction->first() - table.partition_key_size;
      plan.lower = clustering_bound(restriction->bound(true));
      plan.upper = clustering_bound(restriction->bound(false));
    } else {
      plan.steps.push_back(clustering_step(*restriction, table));
    }
  }
  return plan;
}

std::vector<Filter> plan_filters(const ServedRestrictions& served, const Table& table) {
  std::vector<Filter> filters;
  for (const auto* restrictions : {&served.partition_key, &served.clustering, &served.others}) {
    for (const Restriction* restriction : unserved(*restrictions)) add_filters(*restriction, table, filters);
  }
  return filters;
}

}  // namespace cellar
