// Checks the entries of `data`, `purge` and `meta`, each by itself, against the rules of storage/format/format.h,
// with the decoders that reads use. Those that belong together are compared by row_check.h and agreement.h.
//
// In:      entries in the order of the file.
// Out:     the first fault of an entry, in words; nothing if it is sound.
// Refused: nothing: a fault is an answer.
//
// Sources: entry_check.cpp; queue_check.cpp for `purge` and `meta`.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "storage/format/derived_layout.h"
#include "storage/format/row_format.h"
#include "storage/rows/purge_queue.h"
#include "storage/verify/key_text.h"
#include "storage/verify/statistics_agreement.h"

namespace cellar {

class EntryCheck {
 public:
  /// `statistics` takes the entries of `data` that are sound.
  EntryCheck(const TablesById& tables, StatisticsAgreement& statistics)
      : tables_(tables), statistics_(statistics) {}

  /// `is_whole` is false if `value` is only the beginning of a larger value.
  std::optional<std::string> fault_in_data(std::string_view key, std::string_view value, bool is_whole);
  std::optional<std::string> fault_in_purge(std::string_view key, std::string_view value);
  static std::optional<std::string> fault_in_meta(std::string_view key, std::string_view value);
  /// Returns the tables with rows of several entries, deleted ranges or long keys, among those whose entries were
  /// checked.
  const std::set<TableId>& tables_to_compare() const { return to_compare_; }

 private:
  void check_data(const TableLayout& layout, std::string_view key, std::string_view value, bool is_whole);
  void check_index_key(const TableLayout& layout, const IndexLayout& index, std::string_view key);
  void check_partition(const TableLayout& layout, std::string_view prefix);
  void check_range_tombstone(const TableLayout& layout, std::string_view key, std::size_t prefix,
                             std::string_view value);
  /// `clustering` are the components of the row's key.
  void check_packed(const TableLayout& layout, std::string_view clustering, std::string_view value,
                    bool is_static);
  void check_cells(const TableLayout& layout, bool is_static) const;
  void check_own(const TableLayout& layout, std::string_view own, std::string_view value, bool is_whole,
                 bool is_static);
  void check_place(const TableLayout& layout, PurgeKind kind, std::string_view place, std::size_t owner);

  const TablesById& tables_;
  StatisticsAgreement& statistics_;
  std::set<TableId> to_compare_;
  std::string partition_;      // the partition that was checked last
  std::string tombstone_end_;  // the end of the last range tombstone in that partition
  PackedRow row_;
  std::vector<std::string> values_;
};

}  // namespace cellar
