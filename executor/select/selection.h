// A SELECT that runs: rows of the source, gathered into groups, projected, sorted, limited.
//
// In:      a SelectPlan with the slots' values; a transaction at every call.
// Out:     result rows.
// Refused: limits that are null or not positive; all that its expressions refuse; an interrupt.
#pragma once

#include <functional>

#include "executor/result_row.h"
#include "executor/select/grouping.h"
#include "executor/select/page_position.h"
#include "executor/select/row_queue.h"
#include "executor/select/table_source.h"
#include "planner/plan/read_plan.h"

namespace cellar {

/// While it exists, the transaction asks the interrupt of a selection.
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
  /// `plan`, and `facts`, must outlive it. `interrupted` is asked once in a while; true ends the statement. `facts`:
  /// for the rows of a system table; null for other plans.
  Selection(const SelectPlan& plan, std::vector<BoundValue> slots, EvaluationContext context, Seconds now,
            std::function<bool()> interrupted, const SystemFacts* facts);
  Selection(const Selection&) = delete;
  Selection& operator=(const Selection&) = delete;

  /// Fills `row` and tells whether there was one. Its values last until the next call or suspend(). The
  /// transaction must stay until suspend() or the end of the selection. No more than `most` rows are read ahead.
  bool next(Transaction& transaction, ResultRow& row, std::size_t most) {
    return show_batched(row) || read_next(transaction, row, most);
  }
  /// From now on no rows are read ahead, nor counted by another thread.
  void read_one_by_one() {
    may_read_ahead_ = false;
    count_alone();
  }
  /// From now on no rows are counted by another thread.
  void count_alone() { may_share_count_ = false; }
  /// Return the numbers of rows that were read ahead and not returned yet, and of the partitions that begin with them.
  std::uint64_t rows_ahead() const { return batch_ ? batch_->rows_left() : 0; }
  std::uint64_t partitions_ahead() const { return batch_ ? batch_->partitions_left() : 0; }
  /// Lets go of the transaction; next() goes on in any other.
  void suspend();
  /// Returns the number of partitions that the keys named and that had nothing to read.
  std::uint64_t empty_partitions() const { return source_.empty_partitions(); }
  /// Return how many partitions were opened, and rows read, a second time after suspend().
  std::uint64_t partitions_opened_again() const { return source_.opened_again(); }
  std::uint64_t rows_read_again() const { return source_.read_again(); }
  /// Returns how many rows of the table passed the filters, which may be more than the rows of the result.
  std::uint64_t rows_matched() const { return matched_ + (source_.is_unread() ? 1 : 0); }

  /// Returns false for aggregates without GROUP BY, whose one row has no next page.
  bool has_pages() const { return !std::holds_alternative<AllRows>(plan_.grouping); }
  /// Returns where the next page begins, after a row that next() has returned; nothing if LIMIT or the keys let
  /// no other row follow. Suspends.
  std::optional<PagePosition> end_page();
  /// Continues after the page before; must be called before the first next(). Refuses a position that is not of
  /// this plan.
  void go_on(const PagePosition& position);

 private:
  bool show_batched(ResultRow& row) {
    if (!batch_ || !batch_->has_next()) return false;
    row.refer(batch_->next());
    ++matched_;
    ++returned_;
    return true;
  }
  bool read_next(Transaction& transaction, ResultRow& row, std::size_t most);
  bool read_ahead(std::size_t most);
  std::optional<RowBatch> find_batch() const;
  void suspend_source();
  Evaluation evaluation() { return {slots_, &context_, now_, nullptr, {}, &steps_}; }
  std::optional<std::int32_t> limit_of_rows() { return group_ ? std::nullopt : per_partition_limit_; }
  bool is_sorted() const { return !std::holds_alternative<AsRead>(plan_.order); }
  bool produce(Transaction& transaction, ResultRow& row, std::vector<Value>* sort_values);
  bool produce_group(Transaction& transaction, ResultRow& row, std::vector<Value>* sort_values);
  const RowView* first_of_group(Transaction& transaction);
  void count_rows(Transaction& transaction);
  void gather_group(Transaction& transaction, const RowView* row);
  void show_first(const RowView& view, ResultRow& row, std::vector<Value>* sort_values);
  void compute(const std::vector<std::size_t>& outputs, const Evaluation& at_row, ResultRow& row);
  /// Reads all rows, and puts those of the result into sorted_rows_.
  void sort_rows(Transaction& transaction);
  void sort_by(const AsRead& order, Transaction& transaction);
  void sort_by(const SortedBy& order, Transaction& transaction);
  void sort_by(const NearestOrder& order, Transaction& transaction);

  const SelectPlan& plan_;
  std::vector<BoundValue> slots_;
  EvaluationContext context_;
  Seconds now_;
  std::function<bool()> interrupted_;
  StepMeter steps_{interrupted_};
  std::optional<std::int32_t> limit_;
  std::optional<std::int32_t> per_partition_limit_;
  std::optional<GroupOfRows> group_;  // unless the grouping is EachRow
  std::optional<Asking> asking_;      // while there is a transaction
  TableSource source_;
  SimpleColumns simple_outputs_;
  std::vector<std::size_t> computed_outputs_;   // other expressions of one row
  std::vector<std::size_t> aggregate_outputs_;  // expressions with aggregates in them
  bool aggregates_beside_columns_ = false;      // within one of these
  std::uint64_t returned_ = 0;                  // in all pages
  std::uint64_t matched_ = 0;
  std::int32_t groups_of_partition_ = 0;  // that were returned of the last group's partition
  bool all_rows_gathered_ = false;        // with AllRows
  bool is_sorted_already_ = false;
  bool may_read_ahead_ = true;
  bool may_share_count_ = true;
  std::optional<RowBatch> batch_;  // made when the first rows are read ahead
  RowQueue sorted_rows_;
};

}  // namespace cellar
