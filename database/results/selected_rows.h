// The rows of a SELECT while they are pulled: from a snapshot, from rows read ahead, over pauses.
//
// In:      a plan with values; the snapshot or the group that it reads.
// Out:     its rows, what they have cost, and the position behind a page.
// Refused: what the selection refuses, with its place in the statement's text; a table that somebody has
//          dropped during a pause; the rest of a result that was given back on behalf of a writer, if one has
//          written since. Then there are no more rows. A read while the table of readers is nearly full.
//
// Without a lock file, of which LMDB would know the reader, an open snapshot keeps writers waiting
// (Store::reads_keep_writers_waiting). Then it is open only while rows are read, never while somebody looks at
// them: many rows are read ahead in one snapshot, so that most results are of one version whoever writes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "database/plans/cached_plan.h"
#include "database/plans/shape_cache.h"
#include "database/state/database_state.h"
#include "executor/select/row_queue.h"
#include "executor/select/selection.h"

namespace cellar {

class SelectedRows {
 public:
  /// `facts`: for the rows of a system table; null for other plans.
  SelectedRows(CachedPlanPointer planned, std::shared_ptr<DatabaseState> database,
               std::vector<BoundValue> slots, Seconds now, std::function<bool()> interrupted,
               SystemFactsPointer facts);

  /// Reads `size` rows at most (0: all), from `position` on, if there is one. A page also ends with the row that makes
  /// its values `bytes` long (0: at any length).
  void set_page(std::size_t size, std::size_t bytes, std::string_view position);
  /// From now on refusals have their places in another text of the same shape.
  void move_places_to(KnownShapePointer shape, std::vector<ShapeLiteral> literals);

  /// Lets each row be read on its own.
  void read_one_by_one() { selection_->read_one_by_one(); }
  /// Lets no other thread take part in a count.
  void count_alone() { selection_->count_alone(); }
  /// From now on complete() adds W409 if the read has passed many deletions.
  void tell_of_deletions() { tells_of_deletions_ = true; }

  /// next() reads here. A snapshot that keeps writers waiting is read ahead at once.
  void read_from(std::optional<Transaction> snapshot);
  /// Reads up to so many rows of a group ahead, since its next write would take them away. Returns whether
  /// more may follow: then next() reads them in a snapshot, which must hold the group.
  bool read_group(Transaction& group, std::size_t rows);
  /// False: there are no more.
  bool next(ResultRow& row) { return reads_on_ ? read_row(*transaction_, row) : begin_to_read(row); }
  /// Gives the snapshot back until next() is called.
  void pause();

  const std::string& read_position() const { return read_position_; }
  const ReadCounters& counters();
  /// The plan's notices with what the rows so far have cost.
  std::vector<Diagnostic> complete(std::vector<Diagnostic> notices);

 private:
  bool read_row(Transaction& source, ResultRow& into);
  bool read_ahead(Transaction& source, std::size_t rows, std::size_t bytes);
  void read_locked();
  bool begin_to_read(ResultRow& row);
  void resume();
  void count(const Transaction& source);
  void suspend(const Transaction& source);
  void finish(const Transaction& source);
  bool ends_page(const ResultRow& row);
  void end_page(const Transaction& source);

  CachedPlanPointer planned_;
  std::shared_ptr<DatabaseState> database_;
  SystemFactsPointer facts_;  // outlives the selection
  /// Set for a statement that was found by its shape: its plan was made from another text, whose places are
  /// not this one's.
  KnownShapePointer known_;
  std::vector<ShapeLiteral> places_;

  /// The selection reads from the transaction, so it must end first. Without a transaction it is paused.
  std::optional<Transaction> transaction_;
  std::optional<Selection> selection_;  // nothing: all rows are read
  RowQueue ahead_;                      // rows that were read ahead
  /// The version of the rows so far, if the rest must be of the same one.
  std::optional<std::uint64_t> version_;
  bool reads_on_ = false;      // from the snapshot: nothing was read ahead
  std::size_t page_left_ = 0;  // rows of the page that are still to be read; 0: there are no pages
  std::size_t page_bytes_left_ = SIZE_MAX;
  std::string read_position_;  // where the next page begins, once this one has been read
  ReadCounters counters_;
  ReadCounters counted_before_;   // in transactions that have ended
  ReadCounters counted_already_;  // in this transaction, by others
  ReadCounters again_before_;     // read again, in transactions that have ended
  bool tells_of_deletions_ = false;
  std::uint64_t matched_ = 0;           // rows of the table, once the selection has ended
  std::uint64_t empty_partitions_ = 0;  // that the keys named, likewise
};

}  // namespace cellar
