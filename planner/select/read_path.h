// How a SELECT reaches its rows: which partitions, which rows of each, and what is tested row by row. The
// heart of the rule card.
//
//   K1  all columns of the partition key need = or IN             K4  one slice, and it comes last
//   K2  no slice on the partition key                             K5  only key columns are searchable
//   K3  clustering columns from left to right, without gaps
//
// A read is planned in steps, so that the path of a statement that is refused is known, too:
//   serve()             finds what serves each restriction: a key, or nothing;
//   choose_read_path()  takes the partitions and the rows that the keys give;
//   filtering.h         requires what a statement has to allow for the rest;
//   plan_filters()      tests the rows for the rest.
//
// In:      the merged restrictions of a WHERE clause.
// Out:     a ReadPath and the filters.
// Refused: a tuple as a filter, rule R-036, by plan_filters() alone.
#pragma once

#include "planner/select/restrictions.h"

namespace cellar {

struct ServedRestriction {
  enum class By { key, nothing };
  const Restriction* restriction;
  By by;
};

/// In the order of the key, then of the text.
struct ServedRestrictions {
  std::vector<ServedRestriction> partition_key, clustering, others;
};

struct ReadPath {
  PartitionRestriction partitions;
  ClusteringRestriction clustering;

  /// Reads all partitions, or those of a range of tokens.
  bool reads_ring() const { return std::holds_alternative<RingPart>(partitions); }
  /// IN on the partition key.
  bool names_several_partitions() const;
};

ServedRestrictions serve(const Restrictions& restrictions, const Table& table);
/// The restrictions that nothing serves.
std::vector<const Restriction*> unserved(const std::vector<ServedRestriction>& restrictions);

ReadPath choose_read_path(const Restrictions& restrictions, const ServedRestrictions& served,
                          const Table& table);
/// The leading clustering columns as steps and a slice.
ClusteringRestriction plan_clustering(const std::vector<ServedRestriction>& clustering, const Table& table);
Choices choices_of(const Restriction& restriction);

std::vector<Filter> plan_filters(const ServedRestrictions& served, const Table& table);

}  // namespace cellar
