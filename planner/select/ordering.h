// The order in which rows come: all rules of ORDER BY.
//
//   O1  the partition must be fixed           O3  all directions as declared, or all reversed
//   O2  clustering columns in their order; those fixed by = may be left out
//
// In:      the orderings as written, the read path.
// Out:     whether partitions are read backwards; with IN on the partition key, the columns by which the rows
//          of all partitions are sorted after they are read.
// Refused: rules.
#pragma once

#include "parser/statement/statement.h"
#include "planner/plan/read_plan.h"
#include "planner/select/read_path.h"

namespace cellar {

struct Order {
  bool reversed = false;
  RowOrder rows;  // AsRead or SortedBy
};

struct ResolvedOrdering {
  std::size_t column;
  bool descending;
  Span span;
};

/// Refuses unknown columns. If a column is named twice, its first place and its last direction count. R-086
std::vector<ResolvedOrdering> resolve_orderings(const SelectStatement& statement, const Table& table);

Order plan_order(const std::vector<ResolvedOrdering>& orderings, const Restrictions& restrictions,
                 const ReadPath& path, const SelectStatement& statement, const Table& table);

}  // namespace cellar
