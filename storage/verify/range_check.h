// Holds the deleted ranges of a table against each other and against the rows within.
//
// In:      the sound entries of `data` of one table, in the order of their keys.
// Out:     each range that overlaps the one before, and each row that its range cannot have, as it is found.
// Refused: nothing.
//
// A covering range tombstone is not older than anything stored in its range: no read looks there. An empty one is older
// than all of it: reads ignore it. Neither is true of a static row.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "storage/format/row_format.h"
#include "storage/rows/range_tombstones.h"
#include "storage/verify/agreement.h"

namespace cellar {

class RangeCheck {
 public:
  RangeCheck(TransactionState& state, const AgreementActions& actions) : state_(state), actions_(actions) {}

  /// `partition` is the size of the prefix of the partition in the key.
  void take_range(std::string_view key, std::size_t partition, std::string_view value);
  /// Takes the packed entry of a row. Its elements follow.
  void take_row(std::string_view key, std::size_t partition, std::string_view value);
  void take_element(std::string_view value);

 private:
  void find_range(std::string_view key, std::size_t partition);
  void take(Timestamp timestamp);

  TransactionState& state_;
  const AgreementActions& actions_;
  std::string range_partition_;  // the partition of the last range tombstone
  std::string range_end_;
  std::string partition_;                       // that of the row
  std::optional<RangeTombstoneCursor> ranges_;  // of the partition; it reads them beside the rows
  const RangeTombstone* next_ = nullptr;        // the first one that does not end before the row
  const RangeTombstone* over_ = nullptr;        // the row; null once a fault of the row was reported
  std::string row_key_;
  PackedRow row_;
};

}  // namespace cellar
