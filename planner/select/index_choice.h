// Which restrictions the indexes of a table serve, and whether a read goes through an index, by the rules of
// Cassandra:
//
//   a legacy index serves = on its column, or CONTAINS, CONTAINS KEY, or m[k] = v by its target, and must serve
//   all that no key serves; several storage-attached indexes serve together, and also ranges of numbers and
//   times.
//
// In:      the merged restrictions of a WHERE clause, and what the keys serve.
// Out:     an IndexChoice.
// Refused: rules.
#pragma once

#include "planner/plan/restrictions.h"
#include "planner/select/read_path.h"

namespace cellar {

struct IndexChoice {
  /// An index serves at least one restriction. The keys then need not serve the others, but indexes must serve
  /// all of `tested`, or the statement says ALLOW FILTERING.
  bool can_serve = false;
  /// The read goes through an index.
  bool is_used = false;
  /// The restrictions that no key serves as part of this read.
  std::vector<const Restriction*> tested;
  /// Those of `tested` that are left to be filtered; empty if the indexes serve all of them.
  std::vector<const Restriction*> filtered;
  /// The indexes that serve restrictions of `tested`.
  std::vector<const Index*> indexes;
};

/// Returns true if an index of the table serves the relation.
bool has_index_for(const TypedRelation& relation, const Table& table);
/// Returns true if the index serves the operator on its column; `is_entry` for m[k] = v.
bool supports(const Index& index, const Column& column, RelationOperator op, bool is_entry);

/// Whether ORDER BY ... ANN OF searches an index of vectors. Legacy indexes serve no restriction of such a read.
enum class VectorSearch : std::uint8_t { no, yes };

IndexChoice choose_indexes(const Restrictions& restrictions, const ServedRestrictions& served,
                           VectorSearch search, const Table& table);

/// Refuses a read through an index that does not hold all existing rows yet.
void require_built(const IndexChoice& indexes, const Table& table, Span span);
/// Returns the tests by the indexes; the filters of the plan repeat all of them.
std::vector<IndexTest> plan_index_tests(const IndexChoice& indexes, const Table& table);

/// vectors that are indexed are searched by ORDER BY ... ANN OF alone.
void require_no_indexed_vector(const Restrictions& restrictions, const Table& table);
/// refuses IN on the partition key beside an index.
void require_one_partition_by_index(const Restrictions& restrictions, const IndexChoice& indexes);
///
void require_no_order_by_index(const IndexChoice& indexes, Span order_by_span);
/// R-091, which Cassandra checks last.
void require_indexes_for_all(const IndexChoice& indexes, const Table& table);

}  // namespace cellar
