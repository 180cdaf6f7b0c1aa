// Which rows of a partition are wanted, as stretches of the stored order.
//
// In:      restrictions on clustering columns and the slots' values.
// Out:     slices in stored order that do not overlap; none where nothing can match (c > 5 AND c < 1).
// Refused: unset values, and null, but for what NullBound allows.
#pragma once

#include "executor/select/bounds/key_choices.h"
#include "planner/plan/restrictions.h"

namespace cellar {

/// The meaning of null as a bound of a clustering column.
enum class NullBound {
  refused,      // but as the end that makes a range of two ends empty
  sorts_first,  // the place before all stored rows: c > null is true for all of them, or with DESC for none
};

std::vector<Slice> clustering_slices(const Table& table, const ClusteringRestriction& restriction,
                                     const Evaluation& evaluation, NullBound null_bound);

/// Order of two places in a partition.
int compare(const Table& table, const Position& left, const Position& right);
/// Order of two rows of a partition. A row that lacks a clustering value comes before all that have one.
int compare_rows(const Table& table, const KeyValues& left, const KeyValues& right);
/// Returns the slice that holds this row alone.
Slice slice_of_row(const KeyValues& clustering);

/// Returns the parts of `slices` that are left to be read from the row at `clustering` on, with that row or
/// without.
std::vector<Slice> slices_from(const Table& table, std::vector<Slice> slices, const KeyValues& clustering,
                               bool with_row, bool reversed);

}  // namespace cellar
