// The way to the rows of a SELECT: which partitions, which stretch of each, what is tested row by row. The
// heart of the rule card.
//
//   K1  all columns of the partition key need = or IN             K4  one range, and it comes last
//   K2  no range on the partition key                             K5  only key columns are searchable
//   K3  clustering columns from left to right, without gaps
//
// In:      the merged restrictions of a WHERE clause.
// Out:     a ReadPath. What no key serves becomes a filter, which a statement has to allow.
// Refused: rules without ALLOW FILTERING.
#pragma once

#include "planner/select/restrictions.h"

namespace cellar {

struct ReadPath {
  PartitionRestriction partitions;
  ClusteringRestriction clustering;
  std::vector<Filter> filters;
  bool whole_ring = false;          // within token bounds, if there are any
  bool several_partitions = false;  // IN on the partition key
};

struct ReadRequest {
  bool allow_filtering = false;
  bool only_static_columns = false;  // are selected
};

ReadPath plan_read_path(const Restrictions& restrictions, const ReadRequest& request, const Table& table);

/// R-072, which Cassandra looks at last: clustering columns are restricted, but no partition is named.
void require_partition_for_clustering(const Restrictions& restrictions, const ReadPath& path,
                                      const ReadRequest& request, const Table& table);

/// The leading clustering columns as steps and a range; what comes after a gap or a range is handed to
/// `rest`.
ClusteringRestriction plan_clustering(const std::vector<Restriction>& clustering, const Table& table,
                                      std::vector<const Restriction*>& rest);

/// The first clustering column that is skipped before `restriction`.
std::size_t skipped_before(const std::vector<Restriction>& clustering, const Restriction& restriction,
                           const Table& table);
[[noreturn]] void refuse_gap(const std::vector<Restriction>& clustering, const Restriction& blamed,
                             const Table& table);

Choices choices_of(const Restriction& restriction);

/// Refuses what names no partition: E301, with the table that would serve the statement.
[[noreturn]] void refuse_without_partition(const Restrictions& restrictions, const TypedRelation& blamed,
                                           const Table& table);

}  // namespace cellar
