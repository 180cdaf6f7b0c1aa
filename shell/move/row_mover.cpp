#include "shell/move/row_mover.h"

#include <algorithm>

#include "shell/copy/copy_target.h"
#include "shell/copy/times/counter_addition.h"
#include "shell/copy/times/read_at_second.h"
#include "shell/move/move_waits.h"

namespace cellar {

namespace {

/// A cluster holds no group back: one ends so that the record comes on. A file ends it when memory is full.
constexpr std::uint64_t kMostRowsOfGroup = 10'000;

bool is_list_of_cells(const Column& column) {
  return column.type.kind == TypeKind::list && is_multicell(column.type);
}

/// True if a write that is made twice changes something.
bool needs_care(const Table& table) {
  return table.is_counter() || std::ranges::any_of(table.columns, is_list_of_cells);
}

std::size_t bytes_of(const TimedRow& row) {
  std::size_t bytes = 0;
  for (const BoundValue& value : row.values) bytes += value.value ? value.value->size() : 0;
  return bytes;
}

}  // namespace

RowMover::RowMover(const MoveTask& task, const Table& table, MoveRecord& record, MoveProgress& progress,
                   MoveWaits& waits, MovedTable& moved)
    : task_(task),
      table_(table),
      record_(record),
      progress_(progress),
      waits_(waits),
      moved_(moved),
      limits_(task.target),
      static_columns_(table) {
  table.is_counter() ? prepare_additions() : prepare_writes();
}

void RowMover::prepare_writes() {
  writes_.emplace(task_.target, table_, all_columns(table_), std::nullopt, timed_counts_);
}

void RowMover::prepare_additions() {
  of_row_ = addition_to(ColumnKind::regular, table_.key_size());
  of_partition_ = addition_to(ColumnKind::static_, table_.partition_key_size);
}

std::optional<RowMover::Addition> RowMover::addition_to(ColumnKind kind, std::size_t key_size) {
  std::vector<const Column*> columns;
  for (const Column& column : table_.columns)
    if (column.kind == kind) columns.push_back(&column);
  if (columns.empty()) return std::nullopt;
  for (std::size_t i = 0; i < key_size; ++i) columns.push_back(&table_.columns[i]);
  return Addition{task_.target.prepare(addition_text(table_, columns)), std::move(columns)};
}

void RowMover::move() {
  const std::optional<std::int64_t> after = record_.through(MoveRecord::Work::copied, moved_.name);
  if (needs_care(table_)) waits_.await_late_writes();
  const Seconds second = second_now(task_.target);
  TimedRows rows(task_.source, table_, task_.sample, after, second);
  const auto drop = [&] {
    if (task_.target.in_group()) task_.target.drop_group();
  };
  begin_group();
  try {
    needs_care(table_) && target_has_rows() ? move_beside(rows, after, second) : move_new(rows);
    end_group();
  } catch (...) {
    drop();
    throw;
  }
  record_.note_done(MoveRecord::Work::copied, moved_.name);
  waits_.note_step();
}

/// Each replica is asked, since one may be missing what another has got.
class RowMover::AllReplicas {
 public:
  explicit AllReplicas(const MoveTask& task) : task_(task) {
    task_.target_reads.set_consistency("ALL", task_.serial_consistency);
  }
  ~AllReplicas() { task_.target_reads.set_consistency(task_.consistency, task_.serial_consistency); }
  AllReplicas(const AllReplicas&) = delete;
  AllReplicas& operator=(const AllReplicas&) = delete;

 private:
  const MoveTask& task_;
};

bool RowMover::target_has_rows() {
  const AllReplicas all(task_);
  const std::string key = quote_name(table_.columns.front().name);
  return task_.target_reads.execute("SELECT " + key + " FROM " + qualified_name(table_) + " LIMIT 1")
             .next() != nullptr;
}

void RowMover::move_new(TimedRows& rows) {
  while (const TimedRow* const row = rows.next()) {
    write(*row, nullptr, nullptr);
    if (is_group_due(*row)) {
      end_group();
      rows.pause();
      begin_group();
    }
  }
}

void RowMover::move_beside(TimedRows& rows, std::optional<std::int64_t> after, Seconds second) {
  std::optional<TimedRows> there;
  {
    const AllReplicas all(task_);
    there.emplace(task_.target_reads, table_, task_.sample.whole_partitions(), after, second);
  }
  RowPairs pairs(table_, rows, *there);
  while (pairs.next()) {
    if (pairs.source() == nullptr) continue;
    write(*pairs.source(), pairs.target(), pairs.partition_of_target());
    if (is_group_due(*pairs.source())) {
      end_group();
      rows.pause();
      there->pause();
      begin_group();
    }
  }
}

void RowMover::begin_group() {
  task_.target.begin_group(GroupKind::bulk);
  limits_.begin_group();
  group_ = {};
}

void RowMover::end_group() {
  task_.target.commit_group();
  moved_.rows += group_.rows;
  moved_.cells += group_.cells;
  moved_.kept += group_.kept;
  moved_.expired += timed_counts_.expired;
  moved_.mixed_lists += timed_counts_.mixed_lists;
  timed_counts_ = {};
  if (!complete_) return;
  record_.note(MoveRecord::Work::copied, moved_.name, *complete_);
  waits_.note_step();
}

bool RowMover::is_group_due(const TimedRow& row) {
  const bool is_size_due = limits_.note(bytes_of(row));
  if (task_.target.cluster() != nullptr && group_.rows >= kMostRowsOfGroup) return true;
  return limits_.must_end_group(is_size_due);
}

void RowMover::write(const TimedRow& row, const TimedRow* there, const TimedRow* partition_there) {
  if (task_.stop.stop_requested()) refuse("interrupted");
  // The partition of the last row may go on, so a token is complete when the next one comes.
  if (token_ && *token_ != row.token) complete_ = token_;
  token_ = row.token;
  values_ = row.values;
  times_ = row.times;
  const bool is_first = static_columns_.leave_to_first(row, values_, times_);
  for (std::size_t i = table_.key_size(); i < table_.columns.size(); ++i)
    group_.cells += values_[i].value ? 1 : 0;
  ++group_.rows;
  progress_.note(row.token);
  if (!writes_) {
    if (of_row_ && row.is_row) add(*of_row_, there);
    if (of_partition_ && is_first) add(*of_partition_, partition_there);
    return;
  }
  keep_newer_lists(there, partition_there);
  writes_->gather(values_, times_, row.is_row, gathered_);
  writes_->write(gathered_);
}

/// Written as a whole, a list deletes what is older than itself: nothing that is as new.
void RowMover::keep_newer_lists(const TimedRow* there, const TimedRow* partition_there) {
  for (std::size_t i = table_.key_size(); i < table_.columns.size(); ++i) {
    const Column& column = table_.columns[i];
    const TimedRow* const other = column.kind == ColumnKind::static_ ? partition_there : there;
    if (!is_list_of_cells(column) || other == nullptr || !values_[i].value || !other->values[i].value)
      continue;
    const CellTime whole = time_of_whole(times_[i]), whole_there = time_of_whole(other->times[i]);
    const bool is_same = *values_[i].value == *other->values[i].value;
    if (!whole_there.written && !is_same) {
      // The other side does not tell how new its list is, and one of the same time would be doubled.
      times_[i].assign(1, CellTime{.written = std::nullopt, .expires = whole.expires});
      continue;
    }
    if (whole_there.written && whole.written > whole_there.written) continue;
    group_.kept += is_same ? 0 : 1;
    values_[i].value.reset();
    times_[i].assign(1, CellTime{});
  }
}

void RowMover::add(const Addition& addition, const TimedRow* there) {
  std::vector<BoundValue> bound;
  bool adds = false;
  for (const Column* const column : addition.columns) {
    const auto i = static_cast<std::size_t>(column - table_.columns.data());
    bound.push_back(values_[i]);
    if (column->is_key()) continue;
    BoundValue& counter = bound.back();
    const bool is_there = there != nullptr && there->values[i].value.has_value();
    group_.kept += is_there && counter.value && *counter.value != *there->values[i].value ? 1 : 0;
    counter.unset = is_there || !counter.value;
    if (counter.unset) counter.value.reset();
    adds = adds || !counter.unset;
  }
  if (adds) task_.target.execute(addition.prepared, std::span<const BoundValue>(bound));
}

}  // namespace cellar
