// Which restrictions need ALLOW FILTERING: those that no key serves, unless an index serves one of them: then
// planner/select/index_choice.h decides.
//
// In:      the restrictions of a statement without ALLOW FILTERING, and what serves them.
// Out:     nothing, if the statement needs none.
// Refused: rules, each with the table or the column that would
//          serve it.
#pragma once

#include "planner/select/index_choice.h"

namespace cellar {

void require_no_filtering(const Restrictions& restrictions, const ServedRestrictions& served,
                          const IndexChoice& indexes, const Table& table);

/// The part of require_no_filtering() that also holds for tables of virtual keyspaces, which need no ALLOW
/// FILTERING.
void require_no_gap(const Restrictions& restrictions, const ServedRestrictions& served, const Table& table);

/// R-072, which Cassandra checks last: refuses if clustering columns are restricted, but no partition is named
/// and no index is used.
void require_partition_for_clustering(const Restrictions& restrictions, const ReadPath& path,
                                      const IndexChoice& indexes, const Table& table);

/// `blamed` restricts a clustering column although a preceding one is not restricted.
[[noreturn]] void refuse_gap(const std::vector<Restriction>& clustering, const Restriction& blamed,
                             const Table& table);

/// Returns the relation that comes first in the text.
const TypedRelation& first_relation(const std::vector<Restriction>& restrictions);

}  // namespace cellar
