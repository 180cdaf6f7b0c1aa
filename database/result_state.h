// A result while its rows are pulled.
//
// In:      a plan with values, and a snapshot.
// Out:     its rows, notices and counters, and the position behind a page.
#pragma once

#include "database/cached_plan.h"
#include "database/database_state.h"
#include "database/shape_cache.h"
#include "executor/row_queue.h"
#include "executor/selection.h"

namespace cellar {

struct ResultState {
  CachedPlanPointer planned;
  std::shared_ptr<DatabaseState> database;
  std::vector<Diagnostic> notices;
  std::vector<Diagnostic> notices_so_far;  // as they are while there may be more rows
  /// Set for a statement that was found by its shape: its plan was made from another text, whose places are
  /// not this one's.
  KnownShapePointer known;
  std::vector<ShapeLiteral> places;

  /// The selection reads from the transaction, so it must end first. Without a transaction it is paused.
  std::optional<Transaction> transaction;
  std::optional<Selection> selection;  // nothing: all rows are read
  RowQueue page;                       // rows that were read ahead
  ResultRow row;
  bool is_of_one_row = false;
  bool row_waits = false;     // `row` is to be handed out: the only one
  bool reads_on = false;      // next() has nothing to do but to read
  std::size_t page_left = 0;  // rows of the page that are still to be read; 0: there are no pages
  std::string read_position;  // where the next page begins, once this one has been read
  ReadCounters counters;
  ReadCounters counted_before;     // in transactions that have ended
  ReadCounters counted_already;    // in this transaction, by others
  std::uint64_t again_before = 0;  // of partitions opened again, in transactions that have ended

  /// For a statement that answers no rows.
  explicit ResultState(CachedPlanPointer from);
  ResultState(CachedPlanPointer from, std::shared_ptr<DatabaseState> shared, std::vector<BoundValue> slots,
              Seconds now, std::function<bool()> interrupted);
  /// Reads `size` rows at most (0: all), from `position` on, if there is one.
  void set_page(std::size_t size, std::string_view position);
  /// From now on notices and refusals have their places in another text of the same shape.
  void move_places_to(const KnownShapePointer& shape, const std::vector<ShapeLiteral>& literals);

  /// The answer of a plan that has a DirectSelect, in memory of an earlier one; null if it takes the longer
  /// way. Its transaction may end.
  static std::unique_ptr<ResultState> of_one_row(const CachedPlanPointer& planned,
                                                 const std::shared_ptr<DatabaseState>& database,
                                                 Transaction& source, std::span<const BoundValue> slots,
                                                 Seconds now);
  /// Keeps the memory of a result that nobody needs any more for a later one.
  static void recycle(std::unique_ptr<ResultState> state);

  /// Reads a row from `source`; at the end completes the notices.
  bool read_row(Transaction& source, ResultRow& into);
  void count(const Transaction& source);
  /// Lets go of `source`.
  void pause(const Transaction& source);
  const ResultRow* next();
  const ResultRow* next_of_page();

 private:
  void resume();
  /// Lets go of `source` for good.
  void stop(const Transaction& source);
  void finish(const Transaction& source);
  void end_page(const Transaction& source);
};

}  // namespace cellar
