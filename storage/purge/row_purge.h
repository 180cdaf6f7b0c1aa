// Removes cells, deletions and elements that may be purged from rows.
//
// In:      keys of rows and of own entries, and the rule of what may be purged.
// Out:     changed entries in the map; changes of indexes and views in the batch of the transaction.
#pragma once

#include <string_view>

#include "storage/format/row_format.h"
#include "storage/transaction/transaction_state.h"

namespace cellar {

/// Returns the first second in which an entry that died at `death` may be purged: a deletion is kept for the
/// whole second in which its grace ends.
inline Seconds purged_from(Seconds death, std::int64_t grace) {
  return death < INT64_MAX - grace ? death + grace + 1 : INT64_MAX;
}
/// Returns the last `death` for which purged_from() is not after `now`.
inline Seconds purge_cutoff(Seconds now, std::int64_t grace) { return now - grace - 1; }

/// Decides what may be purged: deletions made, and cells expired, at the cutoff or before; and, if there is a
/// layout, cells that were in a column when it was dropped. Cells of columns that the layout does not know
/// are kept. What the layout's indexes and views hold of what is purged goes, too: it is in the batch of the
/// transaction. Nothing is purged from these by themselves as long as their table has it (purge_queue.cpp), so that they
/// agree with it whatever the clock says next.
struct PurgeRule {
  Seconds cutoff = 0;
  const TableLayout* layout = nullptr;

  bool allows(const CellVersion& version) const;
  bool allows(const Deletion& deletion) const { return deletion.local_deletion_time <= cutoff; }
  bool allows_column(ColumnId column, Timestamp written) const;
};

/// Returns true if an element or a large cell of the row is stored.
bool has_own_entry(TransactionState& state, const std::string& row_key);

/// Purges the packed entry of a row, whose key is the row's, and its large cells.
void purge_row(TransactionState& state, std::string_view row_key, const PurgeRule& rule);
/// Purges one element, and updates the row's packed entry if no own entry is left.
void purge_element(TransactionState& state, std::string_view key, std::string_view row_key,
                   const PurgeRule& rule);

/// Erases entries from `from` to before `to`, at most `steps`, and subtracts their number from `steps`.
/// Returns true if none is left.
bool erase_range(OrderedMap& map, std::string_view from, std::string_view to, std::uint64_t& steps);

}  // namespace cellar
