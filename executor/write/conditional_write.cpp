#include "executor/write/conditional_write.h"

#include <algorithm>
#include <map>

#include "executor/select/bounds/slices.h"
#include "executor/write/conditions.h"
#include "executor/write/deleted_writes.h"
#include "planner/plan/write_plan.h"

namespace cellar {

namespace {

/// The conditions about a row.
struct ConditionedRow {
  WriteCondition kind;  // that of the first condition; ColumnsPass is empty here
  std::vector<BoundCondition> conditions;
};

/// Stored order; the static row, which has no clustering values, comes first.
struct ByOrderOfRows {
  const Table* table;
  bool operator()(const std::optional<KeyValues>& left, const std::optional<KeyValues>& right) const {
    return left && right ? compare_rows(*table, *left, *right) < 0 : right.has_value() && !left.has_value();
  }
};
using ConditionedRows = std::map<std::optional<KeyValues>, ConditionedRow, ByOrderOfRows>;

const std::vector<ClusteringStep>& steps_of(const UpsertPlan& plan) { return plan.clustering; }
const std::vector<ClusteringStep>& steps_of(const DeletePlan& plan) { return plan.clustering.steps; }
bool is_about_row(const UpsertPlan& plan) { return plan.writes_row; }
bool is_about_row(const DeletePlan& plan) {
  return plan.table->clustering_size == 0 || !plan.clustering.steps.empty();
}

template <typename Parts>
bool names_list(const Table& table, const Parts& parts) {
  return std::ranges::any_of(
      parts, [&](const auto& part) { return table.columns[part.column].type.kind == TypeKind::list; });
}
bool writes_lists(const UpsertPlan& plan) { return names_list(*plan.table, plan.assignments); }
bool writes_lists(const DeletePlan& plan) { return names_list(*plan.table, plan.columns); }

/// The rows that are read, which stay as long as the transaction does not write.
class StoredRows {
 public:
  StoredRows(const TablePointer& table, const KeyValues& key, const WantedColumns& wanted,
             const WriteRun& run)
      : table_(*table),
        wanted_(wanted),
        interrupted_(run.interrupted),
        reader_(run.transaction.partition(table, key, wanted, run.evaluation.now)) {
    const bool reads_static = std::ranges::any_of(
        wanted, [&](std::size_t column) { return table_.columns[column].kind == ColumnKind::static_; });
    if (reads_static) keep_static();
  }

  const StoredRow* static_row() const { return static_row_ ? &*static_row_ : nullptr; }
  /// The rows that were read, in stored order.
  const std::vector<std::unique_ptr<StoredRow>>& rows() const { return rows_; }

  /// Reads the rows at these places, which come in stored order.
  void read(const std::vector<KeyValues>& places) {
    std::vector<Slice> slices;
    for (const KeyValues& place : places) slices.push_back(slice_of_row(place));
    reader_.select(std::move(slices), false);
    while (const StoredRow* row = reader_.next()) keep(*row);
  }
  /// Reads the first row that shows in what is read: an UPDATE made a row without a marker, which shows only by its
  /// values.
  void read_first() {
    constexpr std::size_t kBetweenLooks = 256;
    reader_.select({Slice{}}, false);
    const StoredRow* row = reader_.next();
    for (std::size_t passed = 1; row != nullptr && !shows(*row); ++passed, row = reader_.next())
      if (passed % kBetweenLooks == 0 && is_interrupted()) refuse("interrupted");
    if (row != nullptr) keep(*row);
  }
  const StoredRow* find(const KeyValues& clustering) const {
    const auto found = std::ranges::partition_point(
        rows_, [&](const auto& row) { return compare_rows(table_, row->clustering, clustering) < 0; });
    const bool is_same = found != rows_.end() && compare_rows(table_, (*found)->clustering, clustering) == 0;
    return is_same ? found->get() : nullptr;
  }

 private:
  void keep(const StoredRow& row) {
    rows_.push_back(std::make_unique<StoredRow>(row));
    rows_.back()->marker = nullptr;  // it ends with the reader's row
  }
  /// Keeps the static row if it has a value in a column that is read.
  void keep_static() {
    const StoredRow* row = reader_.static_row();
    if (row == nullptr || !has_wanted_value(*row)) return;
    static_row_ = *row;
    static_row_->marker = nullptr;
  }

  bool is_interrupted() const { return interrupted_ != nullptr && *interrupted_ && (*interrupted_)(); }
  bool shows(const StoredRow& row) const { return row.marker != nullptr || has_wanted_value(row); }
  bool has_wanted_value(const StoredRow& row) const {
    return std::ranges::any_of(wanted_, [&](std::size_t column) {
      return row.cells[column].has_value() || !row.elements[column].empty();
    });
  }

  const Table& table_;
  const WantedColumns wanted_;
  const std::function<bool()>* const interrupted_;
  PartitionReader reader_;
  std::optional<StoredRow> static_row_;
  std::vector<std::unique_ptr<StoredRow>> rows_;
};

class ConditionalRun {
 public:
  ConditionalRun(const ConditionalPlan& plan, const WriteRun& run)
      : plan_(plan), table_(*plan.table), run_(run), rows_(ByOrderOfRows{&table_}) {
    for (const std::int64_t shift : run.shifts)
      contexts_.push_back(shifted_context(*run.evaluation.context, shift));
  }

  std::optional<MetRows> gather(std::vector<Mutation>& mutations) {
    for (const ConditionalWrite& write : plan_.writes) add(write);
    const StoredRows stored = read(plan_.tested);
    if (!std::ranges::all_of(rows_,
                             [&](const auto& row) { return holds_for(row.first, row.second, stored); }))
      return plan_.tested == plan_.wanted ? met(stored) : met(read(plan_.wanted));
    for (const ConditionalWrite& write : plan_.writes) gather_write(write, stored, mutations);
    return std::nullopt;
  }

 private:
  std::size_t index_of(const ConditionalWrite& write) const {
    return static_cast<std::size_t>(&write - plan_.writes.data());
  }
  Evaluation evaluation_of(const ConditionalWrite& write) {
    Evaluation evaluation = run_.evaluation;
    if (!contexts_.empty()) evaluation.context = &contexts_[index_of(write)];
    return evaluation;
  }

  void add(const ConditionalWrite& write) {
    std::visit([&](const auto& plan) { add_to_partition(plan, write); }, write.write);
    if (std::holds_alternative<Unconditional>(write.condition)) return;
    const std::optional<KeyValues> clustering = clustering_of(write);
    const auto* columns = std::get_if<ColumnsPass>(&write.condition);
    if (columns == nullptr) {
      condition(clustering, write.condition, write.span);
      return;
    }
    for (const ConditionPlan& each : columns->conditions) {
      const bool is_static = table_.columns[each.column].kind == ColumnKind::static_;
      ConditionedRow& row = condition(is_static ? std::nullopt : clustering, ColumnsPass{}, write.span);
      row.conditions.push_back(bind_condition(table_, each, evaluation_of(write)));
    }
  }

  template <typename Write>
  void add_to_partition(const Write& plan, const ConditionalWrite& write) {
    std::vector<KeyValues> keys = partition_keys(table_, plan.partition_key, evaluation_of(write));
    if (key_.empty()) {
      key_ = std::move(keys.front());
    } else if (key_ != keys.front()) {
      refuse("conditions_on_partitions", write.span);
    }
  }

  std::optional<KeyValues> clustering_of(const ConditionalWrite& write) {
    return std::visit(
        [&](const auto& plan) -> std::optional<KeyValues> {
          if (!is_about_row(plan)) return std::nullopt;
          KeyValues clustering = clustering_keys(table_, steps_of(plan), evaluation_of(write)).front();
          std::ranges::for_each(clustering, refuse_too_long);
          return clustering;
        },
        write.write);
  }

  /// Returns the row among those with conditions. R-166
  ConditionedRow& condition(const std::optional<KeyValues>& clustering, const WriteCondition& kind,
                            Span span) {
    const bool of_columns = std::holds_alternative<ColumnsPass>(kind);
    const auto [row, is_new] =
        rows_.try_emplace(clustering, of_columns ? WriteCondition(ColumnsPass{}) : kind);
    if (row->second.kind.index() != kind.index()) refuse("conditions_contradict", span);
    return row->second;
  }

  /// Reads the rows that have conditions. Without any, the first row of the partition is read: it tells whether
  /// there is one.
  StoredRows read(const WantedColumns& wanted) const {
    StoredRows stored(plan_.table, key_, wanted, run_);
    std::vector<KeyValues> places;
    for (const auto& [clustering, row] : rows_) {
      if (clustering) places.push_back(*clustering);
    }
    places.empty() ? stored.read_first() : stored.read(places);
    return stored;
  }

  bool holds_for(const std::optional<KeyValues>& clustering, const ConditionedRow& row,
                 const StoredRows& stored) const {
    const StoredRow* const of_row = clustering ? stored.find(*clustering) : nullptr;
    const StoredRow* const found = clustering ? of_row : stored.static_row();
    if (std::holds_alternative<RowExists>(row.kind)) return found != nullptr;
    if (std::holds_alternative<RowIsAbsent>(row.kind)) return found == nullptr;
    const RowView view{&table_, &key_, stored.static_row(), of_row};
    return std::ranges::all_of(row.conditions,
                               [&](const BoundCondition& condition) { return holds(condition, view); });
  }

  MetRows met(const StoredRows& stored) const {
    MetRows rows;
    const auto show = [&](const StoredRow* row) {
      const RowView view{&table_, &key_, stored.static_row(), row};
      std::vector<Value>& values = rows.emplace_back(plan_.shown.size());
      for (std::size_t index = 0; index < values.size(); ++index)
        read_column(view, plan_.shown[index], values[index]);
    };
    for (const auto& row : stored.rows()) show(row.get());
    if (rows.empty() && stored.static_row() != nullptr) show(nullptr);
    return rows;
  }

  /// Values that are computed from the stored ones see the row as it was before all statements of the batch.
  void gather_write(const ConditionalWrite& write, const StoredRows& stored,
                    std::vector<Mutation>& mutations) {
    RowView view{&table_, &key_, stored.static_row(), nullptr};
    std::optional<StoredRows> own;
    const auto* upsert = std::get_if<UpsertPlan>(&write.write);
    if (upsert != nullptr && upsert->writes_row && !std::holds_alternative<Unconditional>(write.condition)) {
      const KeyValues clustering = *clustering_of(write);
      view.row = stored.find(clustering);
      if (view.row == nullptr && is_known_by_static_alone()) {
        own.emplace(plan_.table, key_, plan_.tested, run_).read({clustering});
        view.row = own->find(clustering);
      }
    }
    const SeenLists lists{plan_.wanted, sees_lists_of_row(write)};
    WriteRun with_row = run_;
    with_row.stored = &view;
    with_row.lists = &lists;
    with_row.shifts = run_.shifts_of(index_of(write));
    std::visit([&](const auto& plan) { cellar::gather(plan, with_row, mutations); }, write.write);
  }

  /// A statement without a condition sees the lists of its row if the row is read for the conditions of others: because
  /// they name it, or because they name static columns alone and it is the first row of the partition.
  bool sees_lists_of_row(const ConditionalWrite& write) {
    if (!std::holds_alternative<Unconditional>(write.condition)) return true;
    if (!std::visit([](const auto& plan) { return writes_lists(plan); }, write.write)) return false;
    const std::optional<KeyValues> clustering = clustering_of(write);
    if (!clustering || clustering->size() != table_.clustering_size) return false;
    if (!is_known_by_static_alone()) return rows_.contains(clustering);
    if (!first_row_) first_row_.emplace(read(plan_.wanted));
    return first_row_->find(*clustering) != nullptr;
  }

  bool is_known_by_static_alone() const {
    return std::ranges::none_of(rows_, [](const auto& row) { return row.first.has_value(); });
  }

  const ConditionalPlan& plan_;
  const Table& table_;
  const WriteRun& run_;
  std::vector<EvaluationContext> contexts_;  // of the writes, if they are shifted
  KeyValues key_;
  ConditionedRows rows_;
  std::optional<StoredRows> first_row_;  // what is read where conditions name static columns alone
};

void set_deletion_time(RowWrite& write, Timestamp timestamp) {
  if (write.deletion) write.deletion = timestamp;
  for (ColumnDeletion& deletion : write.column_deletions) deletion.timestamp = timestamp;
}
void set_deletion_time(RangeDeletion& write, Timestamp timestamp) { write.timestamp = timestamp; }
void set_deletion_time(PartitionDeletion& write, Timestamp timestamp) { write.timestamp = timestamp; }

}  // namespace

std::optional<MetRows> gather(const ConditionalPlan& plan, const WriteRun& run,
                              std::vector<Mutation>& mutations) {
  std::optional<MetRows> met = ConditionalRun(plan, run).gather(mutations);
  if (met) return met;
  remove_deleted_writes(mutations, run.timestamp);
  for (Mutation& mutation : mutations)
    std::visit([&](auto& write) { set_deletion_time(write, run.timestamp - 1); }, mutation.write);
  return std::nullopt;
}

}  // namespace cellar
