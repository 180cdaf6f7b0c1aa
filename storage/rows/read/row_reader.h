// Reads one live row: from a packed entry and the own entries after it to a StoredRow.
//
// In:      a cursor on a packed entry, the wanted columns, the second.
// Out:     a StoredRow, or the answer that the row does not live.
// Refused: damaged bytes (`file_damaged`), values that are none of their types (`row_damaged`).
#pragma once

#include <string>
#include <vector>

#include "storage/format/row_format.h"
#include "storage/format/table_layout.h"
#include "storage/map/ordered_map.h"
#include "storage/rows/read/row_batch.h"
#include "storage/rows/reading.h"

namespace cellar {

/// Calls `each(cell, index into layout.columns)` for the live cells of existing columns, until it returns
/// false, and `dead(cell)` for those between them that do not live. Cells and columns are both in the order of
/// ids.
template <typename Each, typename Dead>
void each_live_cell(const PackedEntry& entry, const TableLayout& layout, Seconds now, Each each, Dead dead) {
  const ColumnLayout* column = layout.columns.data();
  const ColumnLayout* const end = column + layout.columns.size();
  entry.each_cell([&](const PackedCell& cell) {
    while (column != end && column->id < cell.column) ++column;
    if (column == end) return false;
    if (column->id != cell.column || cell.version.liveness.timestamp <= column->dropped_before) return true;
    if (cell.version.is_live(now))
      return each(cell, static_cast<std::size_t>(column - layout.columns.data()));
    dead(cell);
    return true;
  });
}

class RowReader {
 public:
  /// Adds what it meets of deleted and expired data to `skipped`.
  RowReader(LayoutPointer layout, const WantedColumns& wanted, Seconds now, SkippedDeletions& skipped);

  /// Reads the row whose packed entry is under the cursor. Returns false if the row does not live; row() is
  /// then undefined. The clustering components begin at `clustering_begin` in the key; a static row has none.
  /// The cursor must not move before clustering() has been called, unless the values are not wanted.
  bool read(OrderedCursor& cursor, std::size_t clustering_begin, bool is_static);

  /// Moves to the first entry after the row. leave_backward() moves to the last one before it.
  bool leave_forward(OrderedCursor& cursor) {
    // Own entries that were not read may follow the packed entry.
    return place_ == Place::packed && !packed_.has_own_entries() ? cursor.next() : leave_own_entries(cursor);
  }
  bool leave_backward(OrderedCursor& cursor);

  /// Moves over the following entries that are rows which live for ever, as far as `passes(key, value)` is true; row()
  /// is then the last of them. Returns how many there were; may return 0 although more would pass.
  template <typename Passes>
  std::size_t pass_rows(OrderedCursor& cursor, Passes passes) {
    if (place_ != Place::packed || packed_.has_own_entries()) return 0;
    const std::size_t passed = cursor.pass([&](std::string_view key, std::string_view value) {
      return PackedEntry::lives_for_ever(value) && passes(key, value);
    });
    if (passed > 0) read(cursor, clustering_begin_, false);
    return passed;
  }
  bool wants_columns() const { return !wants_.empty(); }
  /// Returns true if the current row is one that add_to() could add, as the next ones then are, too.
  bool can_add() const { return is_filled_by_bitmap_ || wants_.empty(); }
  /// Adds the row of an entry to a batch that shows all wanted columns. Returns false for damaged bytes, a full batch,
  /// and rows that read() has to look at more closely.
  bool add_to(RowBatch& batch, std::string_view key, std::size_t clustering_begin, std::string_view value);

  const StoredRow& row() const { return row_; }
  /// Returns the clustering values of the row that was read; decodes them at the first call.
  const std::vector<std::string>& clustering();
  bool wants_static() const { return wants_static_; }

 private:
  enum class Place { packed, inside, behind };

  void reset();
  [[gnu::noinline]] void count_deletions();
  [[gnu::noinline]] void count_dead(const CellVersion& version);
  bool leave_own_entries(OrderedCursor& cursor);
  bool take_packed_cells(bool lives);
  bool take_alike_cells(bool lives);
  void learn_bitmap(unsigned bitmap);
  template <typename Take>
  void each_pick(std::string_view values, Take take) const;
  bool take_own_entries(OrderedCursor& cursor, bool lives);
  bool take_element(OrderedCursor& cursor, const ColumnLayout& column, bool wanted);
  const PackedCell* pending_cell(ColumnId column) const;

  LayoutPointer layout_;
  Seconds now_;
  SkippedDeletions& skipped_;
  std::vector<char> wanted_;        // by index into the layout's columns
  std::vector<std::size_t> wants_;  // the wanted indexes into the layout's columns
  bool wants_nothing_ = false;      // nor the marker
  bool wants_static_ = false;
  ColumnId last_multicell_ = 0;  // the last wanted multicell column

  std::size_t last_wanted_ = 0;             // the last of wants_
  std::vector<std::size_t> simple_wants_;   // wanted simple columns, as indexes into Table::columns
  std::vector<std::size_t> element_wants_;  // wanted multicell columns, likewise

  /// The wanted cells of a short bitmap, computed once: most rows have the same bitmap as the row before.
  struct Pick {
    unsigned before = 0;    // cells in front of this one
    bool is_last = false;   // the last cell of the row
    std::size_t index = 0;  // into Table::columns
    ValueForm form{};
  };
  unsigned bitmap_ = 0;
  bool bitmap_lives_ = false;         // a cell of the bitmap belongs to an existing column
  bool is_filled_by_bitmap_ = false;  // exactly the columns of `picks_` are set in row_
  std::vector<Pick> picks_;
  std::vector<std::size_t> lacks_;  // the other wanted simple columns, as indexes into Table::columns

  std::string_view key_;  // the key of the row
  std::size_t clustering_begin_ = 0;
  bool clustering_is_known_ = false;
  std::string row_key_;  // a copy of it, for a row with own entries
  std::string own_prefix_;
  Place place_ = Place::packed;
  PackedEntry packed_;
  std::vector<PackedCell> pending_;  // wanted live cells whose values are in own entries
  StoredRow row_;
};

}  // namespace cellar
