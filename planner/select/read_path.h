// How a SELECT reaches its rows: which partitions, which rows of them, and what is tested row by row. This is
// the central part of the rules (docs/rules.md).
//
//   K1  all columns of the partition key need = or IN             K4  one slice, and it comes last
//   K2  no slice on the partition key                             K5  only key columns are searchable
//   K3  clustering columns from left to right, without gaps
//
// A read is planned in steps, so that the path of a refused statement is known, too:
//   serve()             decides for each restriction whether a key serves it;
//   choose_read_path()  takes partitions and rows from the served ones;
//   filtering.h         requires ALLOW FILTERING for the others;
//   plan_filters()      makes the others into filters.
//
// In:      the merged restrictions of a WHERE clause.
// Out:     a ReadPath and the filters.
// Refused: a tuple as a filter, rule R-036, by plan_filters() alone.
#pragma once

#include "planner/plan/read_plan.h"
#include "planner/select/restrictions.h"

namespace cellar {

struct ServedRestriction {
  enum class By { key, nothing };
  const Restriction* restriction;
  By by;
};

/// Each in the order of the key, then of the text.
struct ServedRestrictions {
  std::vector<ServedRestriction> partition_key, clustering, others;
};

struct ReadPath {
  std::variant<NamedPartitions, RingPart> partitions;
  ClusteringRestriction clustering;

  /// Returns true if all partitions are read, or those of a token range.
  bool reads_ring() const { return std::holds_alternative<RingPart>(partitions); }
  /// Returns true if IN restricts the partition key.
  bool names_several_partitions() const;
};

ServedRestrictions serve(const Restrictions& restrictions, const Table& table);
/// Returns the restrictions that no key serves.
std::vector<const Restriction*> unserved(const std::vector<ServedRestriction>& restrictions);

ReadPath choose_read_path(const Restrictions& restrictions, const ServedRestrictions& served,
                          const Table& table);
/// Turns the restrictions of the leading clustering columns into steps and a slice.
ClusteringRestriction plan_clustering(const std::vector<ServedRestriction>& clustering, const Table& table);
Choices choices_of(const Restriction& restriction);

std::vector<Filter> plan_filters(const ServedRestrictions& served, const Table& table);

}  // namespace cellar
