// Merges the writes of a statement into a stored row.
//
// In:      a RowWrite, or a deletion of all rows of a range.
// Out:     changed entries; those to be purged later are queued.
// Refused: damaged entries (`file_damaged`).
//
// Sources: row_writer.cpp; row_writer_stored.cpp for what reads stored entries.
#pragma once

#include <forward_list>
#include <memory>
#include <string>
#include <string_view>

#include "storage/format/row_cells.h"
#include "storage/format/row_format.h"
#include "storage/rows/maps.h"
#include "storage/rows/purge_queue.h"
#include "storage/rows/range_tombstones.h"

namespace cellar {

class RowWriter {
 public:
  /// `second` is the local deletion time of what this writer deletes.
  RowWriter(Maps& maps, const TableLayout& layout, std::string_view partition, Seconds second);

  void write(const RowWrite& write);
  /// As write(write), for a row that is known to have the packed entry `stored`, is not static and is under
  /// no range tombstone. `write` needs no clustering values.
  void write(const RowWrite& write, std::string_view row_key, std::string_view stored);
  /// Applies the deletion to every row that has an entry in [start, end).
  void delete_rows(std::string_view start, std::string_view end, const Deletion& deletion);

 private:
  /// Returns true for a write that a range tombstone deletes, which is therefore dropped.
  bool is_hidden(Timestamp timestamp) const { return timestamp <= hidden_until_; }
  bool hides_all(const RowWrite& write) const;
  void note_timestamps(const RowWrite& write);
  void make_row_key(const RowWrite& write);
  /// Looks up the range tombstone over the row, and makes room in it for what it does not hide.
  void meet_range_tombstone(const RowWrite& write);
  void clear_row();

  void merge(const RowWrite& write);
  void merge_into(std::string_view stored, const RowWrite& write);
  void merge_deletion(Timestamp timestamp);
  void merge_column_deletion(const ColumnDeletion& deletion);
  void merge_marker(const Liveness& marker);
  void merge_simple(const CellWrite& cell, const ColumnLayout& column);
  /// Returns the sum of two values of a counter. The view is valid as long as this writer.
  std::string_view sum_of(std::string_view stored, std::string_view added);
  bool stays(const PackedCell& existing, const CellVersion& incoming);
  bool is_dead(Timestamp timestamp, const ColumnLayout& column) const;
  CellVersion version_of(const CellView& cell) const;
  /// Keeps the packed entry within its bound.
  void move_out_largest_cells();

  void begin_observed(const PackedRow* stored);
  void finish_observed();
  void load_row(std::string_view packed);
  void erase_older(Timestamp timestamp);
  void erase_older_elements(std::optional<ColumnId> column, Timestamp timestamp);
  /// Stores the packed entry and own entries according to row_, after a merge into a stored row.
  void save_row();
  void write_own_entries(const RowWrite& write);
  void write_element(const CellView& cell, const ColumnLayout& column);
  std::string own_key(ColumnId column) const;
  void queue_changes();
  void unqueue_entry(std::string_view entry_key, std::string_view value);
  PurgeEntry row_entry(Seconds death) const;
  PurgeEntry element_entry(Seconds death, std::string_view key) const;

  Maps& maps_;
  const TableLayout& layout_;
  std::string_view partition_;
  Seconds second_;
  TableStats& stats_;
  RangeTombstoneMap tombstones_;

  std::string row_key_;         // the key of the packed entry, too
  std::size_t rows_begin_ = 0;  // where its clustering components begin
  std::string clustering_;      // values that the key does not give back
  Timestamp hidden_until_ = INT64_MIN;
  std::string stored_;                  // the packed entry before the write; row_ has views into it
  bool is_stored_ = false;              // row_ was decoded from stored_
  std::vector<ColumnId> stored_large_;  // columns of stored_ whose cells have own entries
  PackedRow row_;
  std::forward_list<std::string> sums_;  // of counters; row_ has views into them
  std::string encoded_;
  bool writes_elements_ = false;
  std::vector<Seconds> stored_ends_;  // the seconds for which the row is queued
  std::vector<Seconds> ends_;
  std::unique_ptr<RowObserver> observer_;  // null if the table has none
};

}  // namespace cellar
