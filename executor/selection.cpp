#include "executor/selection.h"

#include <algorithm>

namespace cellar {

namespace {

/// A result row beside the values it is sorted by.
struct SortedRow {
  std::vector<Value> keys;
  ResultRow row;
};

/// One aggregate of the output.
struct Aggregation {
  std::unique_ptr<Accumulator> accumulator;
  const Node* argument = nullptr;      // null for count(*)
  std::optional<SimpleColumn> column;  // if the argument is one
  Value value;                         // of another argument

  Aggregation(const AggregateCall& call, const Table& table)
      : accumulator(call.function.accumulate(call.function)) {
    if (call.arguments.empty()) return;
    argument = &call.arguments[0];
    if (const auto* node = std::get_if<ColumnNode>(&argument->node)) {
      column = SimpleColumn::of(table, node->column);
    }
  }

  void add(const Evaluation& at_row) {
    if (column) return accumulator->add(column->bytes(*at_row.row));
    if (argument == nullptr) return accumulator->add(std::nullopt);
    evaluate_into(*argument, at_row, value);
    accumulator->add(value);
  }
};

/// Null is sorted as it is in a partition: before all rows in the stored order.
int compare_keys(const Table& table, const SortKey& key, const Value& left, const Value& right) {
  const Column& column = table.columns[key.column];
  const bool backwards = key.descending != column.descending;
  if (!left || !right) {
    const int order = int{left.has_value()} - int{right.has_value()};
    return backwards ? -order : order;
  }
  const int order = compare(column.type, *left, *right);
  return key.descending ? -order : order;
}

}  // namespace

Selection::Selection(const SelectPlan& plan, std::vector<BoundValue> slots, EvaluationContext context,
                     Seconds now, std::function<bool()> interrupted)
    : plan_(plan),
      slots_(std::move(slots)),
      context_(std::move(context)),
      now_(now),
      interrupted_(std::move(interrupted)),
      limit_(limit_value(plan.limit, evaluation())),
      source_(plan, evaluation(), limit_value(plan.per_partition_limit, evaluation())),
      gathers_(!plan.aggregates.empty() || !plan.sort.empty()) {
  for (std::size_t place = 0; place < plan.columns.size(); ++place) {
    const auto* column = std::get_if<ColumnNode>(&plan.columns[place].value.node);
    if (column == nullptr || !simple_outputs_.add(*plan.table, column->column, place)) {
      computed_outputs_.push_back(place);
    }
  }
}

bool Selection::next(Transaction& transaction, ResultRow& row) {
  if (!asking_) asking_.emplace(transaction, interrupted_);
  if (gathers_ && !gathered_) gather(transaction);
  if (limit_ && returned_ >= static_cast<std::uint64_t>(*limit_)) return false;
  if (gathers_) {
    if (gathered_rows_.empty()) return false;
    row = gathered_rows_.pop();
  } else {
    const RowView* view = source_.next(transaction, now_);
    if (!view) return false;
    project(*view, {}, row);
  }
  ++returned_;
  return true;
}

void Selection::gather(Transaction& transaction) {
  if (plan_.aggregates.empty()) {
    sort(transaction);
  } else {
    aggregate(transaction);
  }
  gathered_ = true;
  for (std::uint64_t passed = 0; passed < returned_ && !gathered_rows_.empty(); ++passed)
    gathered_rows_.pop();
}

inline void Selection::project(const RowView& view, std::span<const Value> aggregates, ResultRow& row) {
  row.begin(plan_.columns.size());
  simple_outputs_.show(view, row);
  if (!computed_outputs_.empty()) compute(view, aggregates, row);
}

void Selection::compute(const RowView& view, std::span<const Value> aggregates, ResultRow& row) {
  Evaluation at_row = evaluation();
  at_row.row = &view;
  at_row.aggregates = aggregates;
  for (const std::size_t place : computed_outputs_) {
    row.compute(place, [&](Value& value) { evaluate_into(plan_.columns[place].value, at_row, value); });
  }
}

/// One row comes out, also of no rows; columns outside the aggregates show the first row.
void Selection::aggregate(Transaction& transaction) {
  std::vector<Aggregation> aggregations;
  for (const AggregateCall& call : plan_.aggregates) aggregations.emplace_back(call, *plan_.table);
  std::optional<KeptRow> first;
  Evaluation at_row = evaluation();
  while (const RowView* view = source_.next(transaction, now_)) {
    ++gathered_from_;
    if (!first) first.emplace(*view);
    at_row.row = view;
    for (Aggregation& aggregation : aggregations) aggregation.add(at_row);
  }
  std::vector<Value> results;
  for (const Aggregation& aggregation : aggregations) results.push_back(aggregation.accumulator->result());
  const RowView shown =
      first ? first->view(*plan_.table) : RowView{plan_.table.get(), nullptr, nullptr, nullptr};
  ResultRow& row = gathered_rows_.push();
  project(shown, results, row);
  row.keep();
}

void Selection::sort(Transaction& transaction) {
  std::vector<SortedRow> rows;
  while (const RowView* view = source_.next(transaction, now_)) {
    ++gathered_from_;
    SortedRow& row = rows.emplace_back();
    row.keys.resize(plan_.sort.size());
    for (std::size_t index = 0; index < plan_.sort.size(); ++index) {
      read_column(*view, plan_.sort[index].column, row.keys[index]);
    }
    project(*view, {}, row.row);
    row.row.keep();
  }
  std::stable_sort(rows.begin(), rows.end(), [&](const SortedRow& left, const SortedRow& right) {
    steps_.count();
    for (std::size_t index = 0; index < plan_.sort.size(); ++index) {
      const int order = compare_keys(*plan_.table, plan_.sort[index], left.keys[index], right.keys[index]);
      if (order != 0) return order < 0;
    }
    return false;
  });
  for (SortedRow& row : rows) {
    steps_.count();
    gathered_rows_.push() = std::move(row.row);
    row.keys = {};  // frees their memory between two questions
  }
}

void Selection::suspend() {
  source_.suspend();
  asking_.reset();
}

std::optional<PagePosition> Selection::end_page() {
  const bool is_sorted = !plan_.sort.empty();
  if (limit_ && returned_ >= static_cast<std::uint64_t>(*limit_)) return std::nullopt;
  if (is_sorted && gathered_rows_.empty()) return std::nullopt;
  PagePosition position{plan_.table->id, returned_, 0, std::nullopt};
  if (is_sorted) return position;
  source_.suspend();
  if (source_.is_at_end()) return std::nullopt;
  position.returned_of_partition = source_.returned_of_partition();
  position.place = source_.place();
  return position;
}

void Selection::go_on(const PagePosition& position) {
  if (position.place.has_value() != (plan_.sort.empty() && has_pages())) refuse("read_position_unknown");
  returned_ = returned_before_ = position.returned;
  if (position.place) source_.go_on(*position.place, position.returned_of_partition);
}

}  // namespace cellar
