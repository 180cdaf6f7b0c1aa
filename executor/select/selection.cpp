#include "executor/select/selection.h"

#include <algorithm>
#include <utility>

#include "executor/select/nearest.h"
#include "planner/plan/read_plan.h"
#include "planner/select/selection.h"

namespace cellar {

namespace {

/// A result row beside the values it is sorted by.
struct SortedRow {
  std::vector<Value> keys;
  ResultRow row;
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

bool has_aggregate(const Node& node);

bool has_aggregate(const std::vector<Node>& nodes) {
  return std::ranges::any_of(nodes, [](const Node& node) { return has_aggregate(node); });
}

struct AggregateFinder {
  bool operator()(const NullNode&) const { return false; }
  bool operator()(const ConstantNode&) const { return false; }
  bool operator()(const SlotNode&) const { return false; }
  bool operator()(const ColumnNode&) const { return false; }
  bool operator()(const CollectionNode& collection) const { return has_aggregate(collection.elements); }
  bool operator()(const CallNode& call) const { return has_aggregate(call.arguments); }
  bool operator()(const ElementNode& element) const { return has_aggregate(element.operands); }
  bool operator()(const SliceNode& slice) const { return has_aggregate(slice.operand); }
  bool operator()(const FieldNode& field) const { return has_aggregate(field.operand); }
  bool operator()(const CellFunctionNode&) const { return false; }
  bool operator()(const AggregateNode&) const { return true; }
};

bool has_aggregate(const Node& node) { return std::visit(AggregateFinder{}, node.node); }

bool reads_column(const Node& node) {
  std::set<std::size_t> columns;
  collect_columns(node, columns);
  return !columns.empty();
}

}  // namespace

Selection::Selection(const SelectPlan& plan, std::vector<BoundValue> slots, EvaluationContext context,
                     Seconds now, std::function<bool()> interrupted, const SystemFacts* facts)
    : plan_(plan),
      slots_(std::move(slots)),
      context_(std::move(context)),
      now_(now),
      interrupted_(std::move(interrupted)),
      limit_(limit_value(plan.limit, evaluation())),
      per_partition_limit_(limit_value(plan.per_partition_limit, evaluation())),
      group_(std::holds_alternative<EachRow>(plan.grouping)
                 ? std::nullopt
                 : std::optional<GroupOfRows>(std::in_place, plan)),
      source_(plan, facts, evaluation(), limit_of_rows()) {
  for (std::size_t place = 0; place < plan.columns.size(); ++place) {
    const Node& value = plan.columns[place].value;
    const auto* column = std::get_if<ColumnNode>(&value.node);
    if (column != nullptr && simple_outputs_.add(*plan.table, column->column, place)) continue;
    if (has_aggregate(value)) {
      aggregate_outputs_.push_back(place);
      aggregates_beside_columns_ = aggregates_beside_columns_ || reads_column(value);
    } else {
      computed_outputs_.push_back(place);
    }
  }
}

/// Returns nothing unless each row of the source is one of the result, and shows columns as they are stored.
std::optional<RowBatch> Selection::find_batch() const {
  if (group_ || is_sorted()) return std::nullopt;
  std::vector<std::size_t> columns;
  for (const OutputColumn& output : plan_.columns) {
    const auto* column = std::get_if<ColumnNode>(&output.value.node);
    if (column == nullptr) return std::nullopt;
    columns.push_back(column->column);
  }
  const bool shows_all = std::ranges::all_of(
      plan_.wanted, [&](std::size_t wanted) { return std::ranges::find(columns, wanted) != columns.end(); });
  return shows_all ? RowBatch::of(*plan_.table, columns) : std::nullopt;
}

/// Reads rows ahead, and returns whether there are any.
bool Selection::read_ahead(std::size_t most) {
  if (!batch_ && source_.may_read_ahead()) batch_ = find_batch();
  may_read_ahead_ = batch_.has_value();
  if (!batch_) return false;
  if (limit_) most = std::min<std::size_t>(most, static_cast<std::uint64_t>(*limit_) - returned_);
  return source_.read_rows(*batch_, most) > 0;
}

bool Selection::read_next(Transaction& transaction, ResultRow& row, std::size_t most) {
  if (!asking_) asking_.emplace(transaction, interrupted_);
  if (is_sorted() && !is_sorted_already_) sort_rows(transaction);
  if (limit_ && returned_ >= static_cast<std::uint64_t>(*limit_)) return false;
  // A short read is not worth the memory of a batch.
  constexpr std::uint64_t kRowsOneByOne = 256;
  if (may_read_ahead_ && matched_ >= kRowsOneByOne && read_ahead(most)) return show_batched(row);
  if (is_sorted()) {
    if (sorted_rows_.empty()) return false;
    row = sorted_rows_.pop();
  } else if (!produce(transaction, row, nullptr)) {
    return false;
  }
  ++returned_;
  return true;
}

/// Fills `row` with the next row of the result before it is sorted; `sort_values` too, if it is given.
inline bool Selection::produce(Transaction& transaction, ResultRow& row, std::vector<Value>* sort_values) {
  if (group_) return produce_group(transaction, row, sort_values);
  const RowView* view = source_.next(transaction, now_);
  if (!view) return false;
  ++matched_;
  show_first(*view, row, sort_values);
  return true;
}

/// Fills `row` with all that needs one row of the table only; of a group, its first row.
inline void Selection::show_first(const RowView& view, ResultRow& row, std::vector<Value>* sort_values) {
  row.begin(plan_.columns.size());
  simple_outputs_.show(view, row);
  if (!computed_outputs_.empty()) {
    Evaluation at_row = evaluation();
    at_row.row = &view;
    compute(computed_outputs_, at_row, row);
  }
  if (sort_values == nullptr) return;
  for (const SortKey& key : std::get<SortedBy>(plan_.order).keys)
    read_column(view, key.column, sort_values->emplace_back());
}

void Selection::compute(const std::vector<std::size_t>& outputs, const Evaluation& at_row, ResultRow& row) {
  for (const std::size_t place : outputs) {
    row.compute(place, [&](Value& value) { evaluate_into(plan_.columns[place].value, at_row, value); });
  }
}

/// Columns outside of the aggregates show the first row of their group.
bool Selection::produce_group(Transaction& transaction, ResultRow& row, std::vector<Value>* sort_values) {
  if (!has_pages() && std::exchange(all_rows_gathered_, true)) return false;
  const RowView* first = first_of_group(transaction);
  if (first == nullptr && has_pages()) return false;
  const RowView nothing{plan_.table.get(), nullptr, nullptr, nullptr};
  show_first(first != nullptr ? *first : nothing, row, sort_values);
  row.keep();
  std::optional<KeptRow> kept;
  if (first != nullptr && aggregates_beside_columns_) kept.emplace(*first);
  gather_group(transaction, first);
  if (aggregate_outputs_.empty()) return true;
  const RowView shown = kept ? kept->view(*plan_.table) : nothing;
  Evaluation at_row = evaluation();
  at_row.row = &shown;
  at_row.aggregates = group_->results();
  compute(aggregate_outputs_, at_row, row);
  return true;
}

/// Returns the first row of the next group that PER PARTITION LIMIT allows; null if there is none.
const RowView* Selection::first_of_group(Transaction& transaction) {
  const RowView* row = source_.next(transaction, now_);
  if (!has_pages()) return row;
  while (row != nullptr) {
    if (!group_->is_of_partition(*row->partition_key)) groups_of_partition_ = 0;
    if (!per_partition_limit_ || groups_of_partition_ < *per_partition_limit_) break;
    ++matched_;
    source_.skip_partition();
    row = source_.next(transaction, now_);
  }
  ++groups_of_partition_;
  return row;
}

/// Reads a group to its end; the first row of the next group is returned to the source.
void Selection::gather_group(Transaction& transaction, const RowView* row) {
  if (row == nullptr) return group_->begin_empty();
  Evaluation at_row = evaluation();
  at_row.row = row;
  group_->begin(at_row);
  if (group_->counts_rows()) return count_rows(transaction);
  for (++matched_; (at_row.row = source_.next(transaction, now_)) != nullptr; ++matched_) {
    if (!group_->holds(at_row)) return source_.unread();
    group_->add(at_row);
  }
}

/// Reads all rows behind the first one. Waiting for memory takes most of the time of a long scan, so two threads need
/// about half of it.
void Selection::count_rows(Transaction& transaction) {
  constexpr std::uint64_t kRowsOfOneThread = 10'000;
  std::uint64_t rows = 0;
  std::unique_ptr<SharedCount> shared;
  while (true) {
    rows += source_.pass_rows();
    if (source_.next(transaction, now_) == nullptr) break;
    ++rows;
    if (rows >= kRowsOfOneThread && std::exchange(may_share_count_, false))
      shared = source_.share_count(transaction, now_);
  }
  if (shared) rows += shared->finish(transaction, interrupted_);
  matched_ += 1 + rows;
  group_->add_rows(rows);
}

void Selection::sort_by(const AsRead&, Transaction&) {}

void Selection::sort_by(const SortedBy& order, Transaction& transaction) {
  std::vector<SortedRow> rows;
  for (SortedRow row; produce(transaction, row.row, &row.keys); row = {}) {
    row.row.keep();
    rows.push_back(std::move(row));
  }
  std::stable_sort(rows.begin(), rows.end(), [&](const SortedRow& left, const SortedRow& right) {
    steps_.count();
    for (std::size_t index = 0; index < order.keys.size(); ++index) {
      const int result = compare_keys(*plan_.table, order.keys[index], left.keys[index], right.keys[index]);
      if (result != 0) return result < 0;
    }
    return false;
  });
  for (SortedRow& row : rows) {
    steps_.count();
    sorted_rows_.push() = std::move(row.row);
    row.keys = {};  // frees their memory between two questions
  }
}

void Selection::sort_by(const NearestOrder& order, Transaction& transaction) {
  NearestRows rows(order, limit_, evaluation());
  while (const RowView* view = source_.next(transaction, now_)) {
    ++matched_;
    ResultRow* row = rows.place_for(*view);
    if (row == nullptr) continue;
    show_first(*view, *row, nullptr);
    row->keep();
  }
  for (ResultRow& row : rows.take()) sorted_rows_.push() = std::move(row);
}

void Selection::sort_rows(Transaction& transaction) {
  std::visit([&](const auto& order) { sort_by(order, transaction); }, plan_.order);
  is_sorted_already_ = true;
  for (std::uint64_t passed = 0; passed < returned_ && !sorted_rows_.empty(); ++passed) sorted_rows_.pop();
}

void Selection::suspend() {
  suspend_source();
  asking_.reset();
}

void Selection::suspend_source() {
  source_.suspend(batch_ && !batch_->current_key().empty() ? &*batch_ : nullptr);
  if (batch_) batch_->clear();
}

std::optional<PagePosition> Selection::end_page() {
  if (limit_ && returned_ >= static_cast<std::uint64_t>(*limit_)) return std::nullopt;
  if (is_sorted() && sorted_rows_.empty()) return std::nullopt;
  PagePosition position;
  position.returned = returned_;
  if (is_sorted()) return position;
  suspend_source();
  // A group ends at the first row of the next one, or at the end of all rows.
  if (group_ ? !source_.resumes_at_row() : source_.is_at_end()) return std::nullopt;
  position.returned_of_partition = group_ ? groups_of_partition_ : source_.returned_of_partition();
  position.place = source_.place();
  position.begins_at_place = source_.resumes_at_row();
  if (group_ && !group_->is_of_partition(position.place->partition_key)) position.returned_of_partition = 0;
  return position;
}

void Selection::go_on(const PagePosition& position) {
  const bool has_place = !is_sorted() && has_pages();
  if (position.place.has_value() != has_place || position.begins_at_place != (has_place && group_)) {
    refuse("read_position_of_another_read");
  }
  returned_ = position.returned;
  if (!position.place) return;
  // A position comes from a client, so its bytes are not trusted.
  if (!is_place_in(*plan_.table, *position.place)) refuse("read_position_of_another_read");
  source_.go_on(*position.place, position.begins_at_place, position.returned_of_partition);
  if (!group_) return;
  groups_of_partition_ = position.returned_of_partition;
  group_->go_on(position.place->partition_key);
}

}  // namespace cellar
