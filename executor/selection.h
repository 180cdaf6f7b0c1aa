// A SELECT that runs: rows of the source, projected, limited, gathered into aggregates or sorted.
//
// In:      a SelectPlan with the slots' values; a transaction at every call.
// Out:     result rows.
// Refused: limits that are null or not positive; all that its expressions refuse; an interrupt.
#pragma once

#include <functional>

#include "executor/page_position.h"
#include "executor/result_row.h"
#include "executor/row_queue.h"
#include "executor/row_source.h"

namespace cellar {

/// While a selection reads, its interrupt is asked.
class Asking {
 public:
  Asking(Transaction& transaction, const std::function<bool()>& interrupted) : transaction_(transaction) {
    transaction_.ask_while_reading(interrupted ? &interrupted : nullptr);
  }
  ~Asking() { transaction_.ask_while_reading(nullptr); }
  Asking(const Asking&) = delete;
  Asking& operator=(const Asking&) = delete;

 private:
  Transaction& transaction_;
};

class Selection {
 public:
  /// `plan` must outlive it. `interrupted` is asked once in a while; true ends the statement.
  Selection(const SelectPlan& plan, std::vector<BoundValue> slots, EvaluationContext context, Seconds now,
            std::function<bool()> interrupted);
  Selection(const Selection&) = delete;
  Selection& operator=(const Selection&) = delete;

  /// Fills `row` and tells whether there was one. Its values last until the next call or suspend(). The
  /// transaction must stay until suspend() or the end of the selection.
  bool next(Transaction& transaction, ResultRow& row);
  /// Lets go of the transaction; next() goes on in any other.
  void suspend();
  /// How many partitions were opened a second time after suspend().
  std::uint64_t partitions_opened_again() const { return source_.opened_again(); }
  /// How many rows of the table passed the filters: those of an aggregate are more than it returns.
  std::uint64_t rows_matched() const { return gathered_ ? gathered_from_ : returned_ - returned_before_; }

  /// Aggregates have one page.
  bool has_pages() const { return plan_.aggregates.empty(); }
  /// After a row that next() has returned; nothing where LIMIT or the keys let no other one follow. Suspends.
  std::optional<PagePosition> end_page();
  /// Before the first next(): begins behind the page before. Refuses a place that is none of this plan's.
  void go_on(const PagePosition& position);

 private:
  Evaluation evaluation() { return {slots_, &context_, now_, nullptr, {}, &steps_}; }
  void gather(Transaction& transaction);
  void project(const RowView& view, std::span<const Value> aggregates, ResultRow& row);
  void compute(const RowView& view, std::span<const Value> aggregates, ResultRow& row);
  void aggregate(Transaction& transaction);
  void sort(Transaction& transaction);

  const SelectPlan& plan_;
  std::vector<BoundValue> slots_;
  EvaluationContext context_;
  Seconds now_;
  std::function<bool()> interrupted_;
  StepMeter steps_{interrupted_};
  std::optional<std::int32_t> limit_;
  std::optional<Asking> asking_;  // while there is a transaction
  RowSource source_;
  SimpleColumns simple_outputs_;
  std::vector<std::size_t> computed_outputs_;  // the others
  std::uint64_t returned_ = 0;                 // in all pages
  std::uint64_t returned_before_ = 0;          // in the pages before this one
  /// Rows of an aggregate or of a sorted result, once they are computed.
  const bool gathers_;
  bool gathered_ = false;
  std::uint64_t gathered_from_ = 0;  // rows of the table
  RowQueue gathered_rows_;
};

}  // namespace cellar
