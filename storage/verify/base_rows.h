// The rows of a table, for the checks that they, and their indexes and views, agree.
//
// In:      a snapshot.
// Out:     rows, one after another or by their keys; rows under a covering range tombstone are left out.
// Refused: damaged entries (`file_damaged`).
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "refusal/refusal.h"
#include "storage/derived/base_row.h"
#include "storage/format/keys.h"
#include "storage/rows/range_tombstones.h"
#include "storage/transaction/transaction_state.h"

namespace cellar {

class BaseRows {
 public:
  BaseRows(TransactionState& state, const TableLayout& layout)
      : state_(state), layout_(layout), prefix_(table_prefix(layout.table->id)) {}

  TransactionState& state() const { return state_; }
  const TableLayout& layout() const { return layout_; }
  const std::string& prefix() const { return prefix_; }
  std::size_t partition_size(std::string_view key) const {
    return partition_prefix_size(key, *layout_.table);
  }
  /// Returns the size of the key of the row with which `key` begins.
  std::size_t row_size(std::string_view key) const;

  /// Calls `take` for each row.
  void each(const std::function<void(const BaseRow&)>& take);
  /// Returns false if there is no such row. `row` is valid until the next call.
  bool read(const std::string& row_key, PackedRow& row);
  /// Calls `take(path, element)` for the elements of a column, with the bytes of their entries.
  void each_element(const BaseRow& row, ColumnId column,
                    const std::function<void(std::string_view, std::string_view)>& take);
  /// Returns true if the row is under a covering range tombstone.
  bool is_covered(const std::string& row_key) { return covering_over(row_key) != nullptr; }
  /// Refuses if it was interrupted; asks once in a while.
  void ask(const std::function<bool()>& interrupted);

 private:
  /// Returns the covering range tombstone over the row; null if there is none.
  const RangeTombstone* covering_over(const std::string& row_key);

  TransactionState& state_;
  const TableLayout& layout_;
  const std::string prefix_;
  std::string partition_;
  std::optional<CoveringFinder> covering_;
  std::string packed_;
  std::uint64_t asked_ = 0;
};

}  // namespace cellar
