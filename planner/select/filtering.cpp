#include "planner/select/filtering.h"

#include <algorithm>

#include "planner/key_words.h"
#include "planner/select/key_description.h"

namespace cellar {

namespace {

using Kind = Restriction::Kind;

/// What the query leaves open of the partition key divides what it names: the shards of a sensor, its days.
bool leaves_buckets_open(const Restrictions& restrictions, const Table& table) {
  const std::vector<std::size_t> missing = missing_partition_key(table, restrictions);
  return missing.size() < table.partition_key_size &&
         std::ranges::all_of(missing, [&](std::size_t column) { return is_bucket(table.columns[column]); });
}

/// K1, K2: refuses with the most telling reason first: buckets left open, a slice, then CONTAINS, then missing columns.
[[noreturn]] void refuse_partial_key(const Restrictions& restrictions, const Table& table) {
  Parameters parameters = key_parameters(table, restrictions);
  if (leaves_buckets_open(restrictions, table)) {
    const TypedRelation& blamed = first_relation(restrictions.partition_key);
    const auto slice = std::ranges::find(restrictions.partition_key, Kind::slice, &Restriction::kind);
    if (slice == restrictions.partition_key.end()) refuse("bucket_left_open", blamed.span, parameters);
    parameters.push_back({"column", names_of(table, {slice->first()})});
    refuse("range_on_bucket", slice->relations.front()->span, parameters);
  }
  for (const Restriction& restriction : restrictions.partition_key) {
    if (restriction.kind != Kind::slice) continue;
    parameters.push_back({"column", names_of(table, {restriction.first()})});
    refuse("range_on_partition_key", restriction.relations.front()->span, parameters);
  }
  const TypedRelation& blamed = first_relation(restrictions.partition_key);
  parameters.push_back({"column", names_of(table, {blamed.columns.front()})});
  if (blamed.is_contains()) refuse("contains_on_partition_key", blamed.span, parameters);
  refuse("partial_partition_key", blamed.span, parameters);
}

/// Refuses a statement that names no partition.
[[noreturn]] void refuse_without_partition(const Restrictions& restrictions, const TypedRelation& blamed,
                                           const Table& table) {
  Parameters parameters = key_parameters(table, restrictions);
  parameters.push_back({"column", names_of(table, {blamed.columns.front()})});
  refuse("no_partition_key", blamed.target_span, parameters);
}

/// Returns the first clustering column that is skipped before `restriction`.
std::size_t skipped_before(const std::vector<Restriction>& clustering, const Restriction& restriction,
                           const Table& table) {
  std::size_t next = table.partition_key_size;
  for (const Restriction& before : clustering) {
    if (before.first() == next && before.kind != Kind::slice) next += before.columns.size();
  }
  return std::min(next, restriction.first());
}

/// K3, K4
[[noreturn]] void refuse_clustering(const Restrictions& restrictions, const Restriction& blamed,
                                    const Table& table) {
  const TypedRelation& relation = *blamed.relations.front();
  if (restrictions.partition_key.empty()) refuse_without_partition(restrictions, relation, table);
  if (blamed.kind == Kind::contains) {
    Parameters parameters = key_parameters(table, restrictions);
    parameters.push_back({"column", names_of(table, {blamed.first()})});
    refuse("contains_on_clustering", relation.span, parameters);
  }
  refuse_gap(restrictions.clustering, blamed, table);
}

bool has_index(const Table& table, std::size_t column) {
  return std::ranges::any_of(table.indexes,
                             [&](const Index& index) { return index.column == table.columns[column].id; });
}

/// K5
[[noreturn]] void refuse_other_column(const Restrictions& restrictions, const Table& table) {
  const TypedRelation& blamed = first_relation(restrictions.others);
  if (has_index(table, blamed.columns.front())) {
    const char* part = blamed.target == TypedRelation::Target::element ? "entries"
                       : blamed.op == RelationOperator::contains_key   ? "keys"
                                                                       : "values";
    refuse(
        blamed.is_contains() ? "index_of_other_part" : "index_without_operator", blamed.span,
        {{"column", names_of(table, {blamed.columns.front()})}, {"relation", blamed.text}, {"part", part}});
  }
  if (restrictions.partition_key.empty()) refuse_without_partition(restrictions, blamed, table);
  Parameters parameters = key_parameters(table, restrictions);
  parameters.push_back({"column", names_of(table, {blamed.columns.front()})});
  refuse("filter_in_partition", blamed.target_span, parameters);
}

}  // namespace

const TypedRelation& first_relation(const std::vector<Restriction>& restrictions) {
  const TypedRelation* first = restrictions.front().relations.front();
  for (const Restriction& restriction : restrictions) {
    for (const TypedRelation* relation : restriction.relations) {
      if (relation->span.begin < first->span.begin) first = relation;
    }
  }
  return *first;
}

void refuse_gap(const std::vector<Restriction>& clustering, const Restriction& blamed, const Table& table) {
  refuse("clustering_gap", blamed.relations.front()->span,
         {{"table", quote_name(table.name)},
          {"key", key_of(table)},
          {"column", names_of(table, {blamed.first()})},
          {"skipped", names_of(table, {skipped_before(clustering, blamed, table)})}});
}

void require_no_filtering(const Restrictions& restrictions, const ServedRestrictions& served,
                          const IndexChoice& indexes, const Table& table) {
  require_nothing_after_slice(restrictions, table);
  if (indexes.can_serve) return;
  if (!unserved(served.partition_key).empty()) refuse_partial_key(restrictions, table);
  const std::vector<const Restriction*> clustering = unserved(served.clustering);
  if (!clustering.empty()) refuse_clustering(restrictions, *clustering.front(), table);
  if (!unserved(served.others).empty()) refuse_other_column(restrictions, table);
}

void require_no_gap(const Restrictions& restrictions, const ServedRestrictions& served, const Table& table) {
  require_nothing_after_slice(restrictions, table);
  const std::vector<const Restriction*> clustering = unserved(served.clustering);
  if (!clustering.empty()) refuse_gap(restrictions.clustering, *clustering.front(), table);
}

void require_partition_for_clustering(const Restrictions& restrictions, const ReadPath& path,
                                      const IndexChoice& indexes, const Table& table) {
  if (indexes.is_used || !path.reads_ring() || restrictions.clustering.empty()) return;
  refuse_without_partition(restrictions, first_relation(restrictions.clustering), table);
}

}  // namespace cellar
