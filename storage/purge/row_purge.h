// Removes cells, deletions and elements that may be purged from rows.
//
// In:      keys of rows and of own entries, and the rule of what may be purged.
// Out:     changed entries in the map; changes of indexes and views in the batch of the transaction.
// Refused: damaged entries (`file_damaged`).
#pragma once

#include <string_view>

#include "storage/derived/deriving_maps.h"
#include "storage/format/row_format.h"

namespace cellar {

/// Decides what may be purged: deletions made, and cells expired, at the cutoff or before; and, if there is a
/// layout, cells that were in a column when it was dropped. Cells of columns that the layout does not know
/// are kept. What the layout's indexes and views hold of what is purged goes, too: it is in the batch of the
/// transaction. Nothing is purged from these by themselves as long as their table has it
/// (storage/purge/queue_worker.cpp), so that they agree with it whatever the clock says next.
struct PurgeRule {
  Seconds cutoff = 0;
  const TableLayout* layout = nullptr;

  bool allows(const CellVersion& version) const;
  bool allows(const Deletion& deletion) const { return deletion.local_deletion_time <= cutoff; }
  bool allows_column(ColumnId column, Timestamp written) const;
};

/// Purges the packed entry of a row, whose key is the row's, and its large cells.
void purge_row(DerivingMaps& maps, std::string_view row_key, const PurgeRule& rule);
/// Purges one element, and updates the row's packed entry if no own entry is left.
void purge_element(DerivingMaps& maps, std::string_view key, std::string_view row_key, const PurgeRule& rule);

}  // namespace cellar
