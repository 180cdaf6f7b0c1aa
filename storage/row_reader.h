// One row as it lives: from a packed entry and the own entries behind it to a StoredRow.
#pragma once

#include <string>
#include <vector>

#include "storage/ordered_map.h"
#include "storage/row_format.h"
#include "storage/table_layout.h"

namespace cellar {

class RowReader {
 public:
  RowReader(LayoutPointer layout, const WantedColumns& wanted, Seconds now);

  /// Reads the row on whose packed entry the cursor stands. False if it does not live; then `row` is of no
  /// use. Behind `clustering_begin` in the key begin the clustering components; a static row has none.
  bool read(OrderedCursor& cursor, std::size_t clustering_begin, bool is_static);

  /// Goes on to the first entry behind the row (forwards) or before it.
  bool leave_forward(OrderedCursor& cursor);
  bool leave_backward(OrderedCursor& cursor);

  const StoredRow& row() const { return row_; }
  bool wants_static() const { return wants_static_; }

 private:
  enum class Place { packed, inside, behind };

  void reset();
  bool take_packed_cells();
  bool take_own_entries(OrderedCursor& cursor, bool lives);
  bool take_element(OrderedCursor& cursor, const ColumnLayout& column, bool wanted);
  const PackedCell* pending_cell(ColumnId column) const;

  LayoutPointer layout_;
  Seconds now_;
  std::vector<char> wanted_;        // by place in the layout's columns
  std::vector<std::size_t> wants_;  // places of the wanted
  bool wants_static_ = false;
  ColumnId last_multicell_ = 0;  // of the wanted

  std::string row_key_;
  std::string own_prefix_;
  Place place_ = Place::packed;
  PackedRow packed_;
  std::vector<const PackedCell*> pending_;  // wanted, live, and their values in own entries
  StoredRow row_;
};

}  // namespace cellar
