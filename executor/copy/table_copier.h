// Copies the rows of a table into a table with another key.
//
// In:      both tables; a write transaction and the schema that it sees, for each group of rows.
// Out:     the rows, written as every write is, so that the target's indexes and views follow. Each cell, each element
//          of a collection, each field and each marker keeps its timestamp, its time to live and its place in a list,
//          so that a newer write of a program is not undone, and a copy that was interrupted may begin anew: a target
//          that is not empty at the beginning is made equal to the source (executor/copy/copy_review.h).
// Refused: columns that do not fit (`copy_misfits`); a table that is dropped, truncated or given other columns
//          meanwhile (`fill_table_gone`, `fill_copy_gone`, `fill_columns_changed`); what reading and writing refuse.
//
// A group is read and written in the same transaction: no write of the source comes between. What is written to rows
// that were copied before does not reach the target.
#pragma once

#include <cstdint>
#include <optional>

#include "executor/copy/copied_row.h"
#include "executor/copy/copy_review.h"
#include "executor/copy/table_copy.h"
#include "storage/store.h"

namespace cellar {

class TableCopier {
 public:
  /// The target's key has all columns of the source's.
  explicit TableCopier(TableCopy copy);

  /// Copies some of the rows. Returns false once all are copied. After a refusal it must not be called again.
  bool copy_group(WriteTransaction& transaction, const Schema& schema, Timestamp now);
  /// The rows that all groups until now have copied.
  const CopiedRows& copied() const { return copied_; }

 private:
  class Group;

  /// Takes the tables as they are now, with their indexes and views.
  void enter(const Schema& schema);
  /// Decides whether the target is compared with the source once the rows are copied.
  void begin(WriteTransaction& transaction, Timestamp now);

  TableCopy copy_;
  CopyColumns columns_;
  std::optional<ReadPosition> read_;  // the last row that was read
  /// A row that becomes more rows than a group holds, and how many of them are written.
  std::optional<CopiedRow> row_;
  std::size_t written_of_row_ = 0;
  bool is_row_unfit_ = false;
  CopiedRows copied_;
  bool has_begun_ = false;
  bool has_rows_ = true;              // that are not copied
  std::optional<CopyReview> review_;  // of a target that was not empty
};

}  // namespace cellar
