// One row as it lives: from a packed entry and the own entries behind it to a StoredRow.
//
// In:      a cursor on a packed entry, the wanted columns, the second.
// Out:     a StoredRow, or that the row does not live.
// Refused: damaged bytes (`file_damaged`).
#pragma once

#include <string>
#include <vector>

#include "storage/format/row_format.h"
#include "storage/format/table_layout.h"
#include "storage/lmdb/ordered_map.h"

namespace cellar {

/// Calls `each(cell, place in the layout's columns)` for the live cells of columns that are there, until it
/// returns false. Cells and columns are both in the order of ids.
template <typename Each>
void each_live_cell(const PackedEntry& entry, const TableLayout& layout, Seconds now, Each each) {
  const ColumnLayout* column = layout.columns.data();
  const ColumnLayout* const end = column + layout.columns.size();
  entry.each_cell([&](const PackedCell& cell) {
    while (column != end && column->id < cell.column) ++column;
    if (column == end) return false;
    if (column->id != cell.column || cell.version.liveness.timestamp <= column->dropped_before) return true;
    return !cell.version.is_live(now) || each(cell, static_cast<std::size_t>(column - layout.columns.data()));
  });
}

class RowReader {
 public:
  RowReader(LayoutPointer layout, const WantedColumns& wanted, Seconds now);

  /// Reads the row on whose packed entry the cursor stands. False if it does not live; then `row` is of no
  /// use. Behind `clustering_begin` in the key begin the clustering components; a static row has none.
  /// The cursor must stay until the clustering values were asked for, or are not wanted.
  bool read(OrderedCursor& cursor, std::size_t clustering_begin, bool is_static);

  /// Goes on to the first entry behind the row (forwards) or before it.
  bool leave_forward(OrderedCursor& cursor) {
    // Own entries that nobody asked for may still follow the packed entry.
    return place_ == Place::packed && !packed_.has_own_entries() ? cursor.next() : leave_own_entries(cursor);
  }
  bool leave_backward(OrderedCursor& cursor);

  const StoredRow& row() const { return row_; }
  /// The clustering values of the row that was read; decoded at the first call.
  const std::vector<std::string>& clustering();
  bool wants_static() const { return wants_static_; }

 private:
  enum class Place { packed, inside, behind };

  void reset();
  bool leave_own_entries(OrderedCursor& cursor);
  bool take_packed_cells(bool lives);
  bool take_alike_cells(bool lives);
  void learn_bitmap();
  bool take_own_entries(OrderedCursor& cursor, bool lives);
  bool take_element(OrderedCursor& cursor, const ColumnLayout& column, bool wanted);
  const PackedCell* pending_cell(ColumnId column) const;

  LayoutPointer layout_;
  Seconds now_;
  std::vector<char> wanted_;        // by place in the layout's columns
  std::vector<std::size_t> wants_;  // places of the wanted
  bool wants_static_ = false;
  ColumnId last_multicell_ = 0;  // of the wanted

  std::size_t last_wanted_ = 0;             // place
  std::vector<std::size_t> simple_wants_;   // indexes into Table::columns
  std::vector<std::size_t> element_wants_;  // likewise

  /// What a short bitmap means for this read; that of the row before is nearly always that of the next.
  struct Pick {
    unsigned before = 0;    // cells in front of it
    bool is_last = false;   // of the row
    std::size_t index = 0;  // into Table::columns
  };
  unsigned bitmap_ = 0;
  bool bitmap_lives_ = false;         // some column of it is there
  bool is_filled_by_bitmap_ = false;  // of the wanted columns, the row has those of `picks_` alone
  std::vector<Pick> picks_;

  std::string_view key_;  // of the row
  std::size_t clustering_begin_ = 0;
  bool clustering_is_known_ = false;
  std::string row_key_;  // the same, of a row with own entries
  std::string own_prefix_;
  Place place_ = Place::packed;
  PackedEntry packed_;
  std::vector<PackedCell> pending_;  // wanted, live, and their values in own entries
  StoredRow row_;
};

}  // namespace cellar
