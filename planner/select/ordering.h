// In which order rows come: the rules of ORDER BY in one place.
//
//   O1  the partition must be fixed           O3  all directions as declared, or all reversed
//   O2  clustering columns in their order; those fixed by = may be left out
//
// In:      the orderings as written, the way to the rows.
// Out:     whether partitions are read backwards; with IN on the partition key, what the rows of all
//          partitions are sorted by after they are read.
// Refused: rules.
#pragma once

#include "planner/select/read_path.h"

namespace cellar {

struct Order {
  bool reversed = false;
  std::vector<SortKey> sort;
};

struct ResolvedOrdering {
  std::size_t column;
  bool descending;
  Span span;
};

/// Refuses unknown columns; of a column named twice the last direction counts, at its first place. R-086
std::vector<ResolvedOrdering> resolve_orderings(const SelectStatement& statement, const Table& table);

Order plan_order(const std::vector<ResolvedOrdering>& orderings, const Restrictions& restrictions,
                 const ReadPath& path, Span order_by_span, const Table& table);

}  // namespace cellar
