// Completes the mutation of a copied row by the deletions that it needs if the row was copied before.
//
// In:      a mutation with the cells and elements that the source has; the row as the target has it.
// Out:     the mutation, so that both rows agree once it is applied.
// Refused: what reading refuses.
//
// Cells, and the elements of sets, maps and user types, have names: written twice they are the same. An element of a
// list has the position that it got when it was written, and a program that writes to both tables gives it one in each.
// Then the copy keeps its own positions if it has the same list, and loses them if it has not. Counters have no
// timestamps of their own: what the copy lacks is added.
#pragma once

#include <span>
#include <vector>

#include "storage/store.h"

namespace cellar {

/// Returns the cells of a column, which follow one another.
std::span<const CellWrite> cells_of(const RowWrite& write, ColumnId column);

/// Returns true if both end at the same time, or neither ends.
bool end_alike(const Liveness& left, const Liveness& right);

/// Returns true if a stored list has the same elements with the same times, wherever they are.
bool is_same_list(std::span<const CellWrite> cells, const std::vector<StoredElement>& stored);

/// Reads the row of the mutation, a RowWrite, in a transaction that has not written it. `columns` are the target's
/// unfrozen columns, as indexes into Table::columns.
void agree_with_stored_elements(Transaction& transaction, std::span<const std::size_t> columns, Seconds now,
                                Mutation& mutation);

/// Replaces the values of counters by the differences to those that are stored. `timestamp` is a fresh one of the
/// database's clock.
void subtract_stored_counters(Transaction& transaction, Timestamp timestamp, Seconds now, Mutation& mutation);

}  // namespace cellar
