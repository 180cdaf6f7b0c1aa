// Makes a table that was filled before equal to its source: what it has and the source has not is deleted.
//
// In:      both tables, after the source was copied; a write transaction for each group of rows.
// Out:     deletions, written as every write is, so that the target's indexes and views follow.
// Refused: what reading and writing refuse.
//
// Each row of the target is compared with the row of the source that its key names, in one transaction. What a program
// writes to both tables in a batch is therefore in both or in neither; what it writes to the target first is newer than
// the beginning of the copy, and stays.
#pragma once

#include <cstdint>
#include <optional>

#include "executor/copy/copy_columns.h"
#include "executor/copy/table_copy.h"
#include "storage/store.h"

namespace cellar {

class CopyReview {
 public:
  /// `until`: the beginning of the copy.
  CopyReview(const TableCopy& copy, const CopyColumns& columns, Timestamp until);

  /// Compares some of the rows. Returns false once all are compared. The tables are as the transaction sees them.
  bool review_group(const TableCopy& copy, const CopyColumns& columns, WriteTransaction& transaction,
                    Seconds now);
  /// The rows that all groups until now have deleted.
  std::uint64_t deleted() const { return deleted_; }

 private:
  class Group;

  Timestamp until_;
  bool compares_statics_;  // the partition of the target names that of the source, which has the same statics
  bool has_same_partitions_;           // the partition key of the target is that of the source
  std::optional<ReadPosition> read_;   // the last row that was compared
  bool has_row_ = false;               // its partition keeps one
  std::optional<Timestamp> promoted_;  // when the last value was written that has become the key of one
  std::uint64_t deleted_ = 0;
};

}  // namespace cellar
