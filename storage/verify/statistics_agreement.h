// Compares the statistics of the tables with their entries.
//
// In:      the sound entries of `meta` and of `data`, in any order; the tables of the schema.
// Out:     each table whose statistics would mislead a read, a write or the purge.
// Refused: nothing.
//
// What is compared:
//   range tombstones     exactly, those of each kind: without any, no write looks for one; without a covering one, no
//                        read does, and deleted rows are shown
//   largest timestamp    must not be below that of a row: else a deletion hides younger rows. It may be above all of
//                        them, since rows are overwritten and purged. Timestamps of static rows and of range
//                        tombstones do not count, and those of views, which have no deleted ranges, are not kept.
//   gc_grace_seconds     none, or that of the table: else deletions are purged too early or too late. Those of
//                        indexes and views may be longer (storage/purge).
// The schedule is compared by queue_agreement.h. Tables that are not in the schema are left out: their statistics go
// when their data are purged.
//
// Memory: one entry for each table that has statistics or data.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "storage/format/row_format.h"
#include "storage/format/table_stats.h"
#include "storage/rows/range_tombstones.h"
#include "storage/verify/key_text.h"

namespace cellar {

class StatisticsAgreement {
 public:
  void take_meta(std::string_view key, std::string_view value);
  void take_range_tombstone(TableId table, RangeTombstoneKind kind);
  /// A packed entry, which is not that of a static row.
  void take_row(TableId table, const PackedRow& row);
  /// An element of a row that is not static.
  void take_element(TableId table, const Element& element);
  /// To be called at the end.
  void report(const TablesById& tables,
              const std::function<void(TableId table, const std::string& reason)>& on_damage) const;

 private:
  struct Counted {
    TableStats stored;
    Timestamp largest_timestamp = INT64_MIN;
    std::uint64_t range_tombstones = 0;
    std::uint64_t covering_tombstones = 0;
  };
  static std::optional<std::string> fault_of_statistics(const Counted& counted, const TableLayout* layout);
  Counted& of(TableId table);

  std::map<TableId, Counted> tables_;
  TableId last_table_ = 0;
  Counted* last_ = nullptr;  // of last_table_, once there is one
};

}  // namespace cellar
