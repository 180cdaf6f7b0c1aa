#include "shell/move/row_check.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "shell/copy/times/moment.h"
#include "shell/copy/times/read_at_second.h"
#include "shell/move/move_waits.h"
#include "shell/render/statement_literals.h"
#include "types/text/text.h"
#include "types/time/time.h"
#include "types/value/value.h"

namespace cellar {

namespace {

constexpr Seconds kSlackOfClusters = 5;
constexpr std::uint64_t kRowsOfRange = 10'000;
constexpr std::size_t kLongestShown = 60;

/// User types may lack their last fields, and a null field says the same.
bool is_same_value(const Type& type, const ValueView& left, const ValueView& right) {
  if (!left || !right) return left.has_value() == right.has_value();
  if (*left == *right) return true;
  if (type.arguments.empty()) return false;
  const std::vector<ValueView> parts = unpack(type, *left), others = unpack(type, *right);
  if (parts.size() != others.size()) return false;
  const bool has_fields = type.kind == TypeKind::tuple || type.kind == TypeKind::user;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Type& part = type.arguments[has_fields ? i : i % type.arguments.size()];
    if (!is_same_value(part, parts[i], others[i])) return false;
  }
  return true;
}

/// What a move makes of the times of a value.
std::vector<CellTime> moved_times(const Type& type, const std::vector<CellTime>& times) {
  if (type.kind != TypeKind::list || times.size() == 1) return times;
  return {time_of_whole(times)};
}

std::string moments_of(const std::vector<CellTime>& times,
                       std::optional<std::int64_t> (*microseconds)(const CellTime&)) {
  std::string text;
  std::size_t told = 0;
  for (const CellTime& time : times) {
    const std::optional<std::int64_t> moment = microseconds(time);
    text += text.empty() ? "" : ", ";
    moment ? append_moment(*moment, text) : void(text += "null");
    told += moment ? 1 : 0;
  }
  if (told == 0) return "";
  return times.size() == 1 ? text : '[' + text + ']';
}

}  // namespace

RowCheck::RowCheck(const MoveTask& task, const Table& table, MoveRecord* record, MoveProgress& progress,
                   MoveWaits& waits, MovedTable& checked, MoveReport& report)
    : task_(task),
      table_(table),
      record_(record),
      progress_(progress),
      waits_(waits),
      checked_(checked),
      report_(report),
      slack_(task.source.keeps_seconds() && task.target_reads.keeps_seconds() ? 0 : kSlackOfClusters) {}

/// What a try that has ended early has found and counted behind the place of the record is found and counted again.
void RowCheck::begin_again() {
  std::erase_if(report_.differences,
                [&](const MoveDifference& difference) { return difference.table == checked_.name; });
  report_.difference_count -= std::exchange(checked_.differences, 0);
  checked_.checked_rows = noted_rows_;
  checked_.checked_ranges = noted_ranges_;
  rows_of_range_ = 0;
}

void RowCheck::check() {
  begin_again();
  std::optional<std::int64_t> after;
  if (record_ != nullptr) after = record_->through(MoveRecord::Work::checked, checked_.name);
  const Seconds second = second_now(task_.target_reads);
  TimedRows source(task_.source, table_, task_.sample, after, second);
  TimedRows target(task_.target_reads, table_, task_.sample.whole_partitions(), after, second);
  RowPairs pairs(table_, source, target);
  std::optional<std::int64_t> token;
  while (pairs.next()) {
    if (task_.stop.stop_requested()) refuse("interrupted");
    // Other rows of the target need not be those of the sample.
    if (pairs.source() == nullptr && !task_.sample.has_whole_partitions()) continue;
    const TimedRow& row = pairs.source() != nullptr ? *pairs.source() : *pairs.target();
    if (token && *token != row.token && rows_of_range_ >= kRowsOfRange) {
      note_range(*token);
      source.pause();
      target.pause();
    }
    token = row.token;
    second_ = std::max(source.second(), target.second());
    compare(pairs);
    ++rows_of_range_;
    progress_.note(row.token);
  }
  note_range(std::numeric_limits<std::int64_t>::max());
  checked_.is_checked = true;
}

void RowCheck::note_range(std::int64_t token) {
  checked_.checked_rows += std::exchange(rows_of_range_, 0);
  ++checked_.checked_ranges;
  // A range with differences is compared again when the move goes on, so that they are told again.
  if (record_ != nullptr && checked_.differences == 0) {
    record_->note(MoveRecord::Work::checked, checked_.name, token);
    noted_rows_ = checked_.checked_rows;
    noted_ranges_ = checked_.checked_ranges;
  }
  waits_.note_step();
}

void RowCheck::compare(const RowPairs& pairs) {
  const TimedRow* const source = pairs.source();
  const TimedRow* const target = pairs.target();
  if (source != nullptr && target != nullptr)
    return compare_cells(*source, *target, source->is_row, pairs.begins_partition());
  if (source == nullptr) {
    if (target->is_row || !pairs.has_partition_elsewhere())
      note_row_of_one_side(*target, DifferenceKind::further_row);
    return;
  }
  const TimedRow* const partition = pairs.begins_partition() ? pairs.partition_of_target() : nullptr;
  if (partition != nullptr) compare_cells(*source, *partition, false, true);
  if (source->is_row || partition == nullptr) note_row_of_one_side(*source, DifferenceKind::missing_row);
}

void RowCheck::compare_cells(const TimedRow& source, const TimedRow& target, bool of_row, bool of_partition) {
  for (std::size_t i = table_.key_size(); i < table_.columns.size(); ++i) {
    const bool is_static = table_.columns[i].kind == ColumnKind::static_;
    if (is_static ? of_partition : of_row) compare_cell(source, target, i);
  }
}

bool RowCheck::expires_now(const std::vector<CellTime>& times) const {
  return std::ranges::any_of(times, [&](const CellTime& time) {
    const Seconds expires = time.expires.value_or(kNever);
    return expires != kNever && expires <= second_ + slack_;
  });
}

void RowCheck::compare_cell(const TimedRow& source, const TimedRow& target, std::size_t column) {
  const Type& type = table_.columns[column].type;
  if (expires_now(source.times[column]) || expires_now(target.times[column])) return;
  const auto tell = [&](DifferenceKind kind) {
    add(kind, source, table_.columns[column].name, cell_of(source, column), cell_of(target, column));
  };
  const Value &value = source.values[column].value, &other = target.values[column].value;
  if (!is_same_value(type, value, other)) return tell(DifferenceKind::value);
  if (!value || table_.is_counter()) return;
  const std::vector<CellTime> times = moved_times(type, source.times[column]);
  std::vector<CellTime> others = moved_times(type, target.times[column]);
  if (others.size() < times.size()) others.resize(times.size(), others.front());
  for (std::size_t i = 0; i < others.size(); ++i) {
    DifferenceKind kind = DifferenceKind::written;
    if (has_differing_times(times[i < times.size() ? i : 0], others[i], kind)) return tell(kind);
  }
}

/// A side that does not tell a time has no other one.
bool RowCheck::has_differing_times(const CellTime& source, const CellTime& target,
                                   DifferenceKind& kind) const {
  kind = DifferenceKind::written;
  if (source.written && target.written && *source.written != *target.written) return true;
  kind = DifferenceKind::expiry;
  if (!source.written || !target.written || source.expires == target.expires) return false;
  const Seconds expires = source.expires.value_or(kNever), other = target.expires.value_or(kNever);
  if (expires == kNever || other == kNever) return true;
  return std::max(expires, other) - std::min(expires, other) > slack_;
}

/// A row that goes with the last of its values is on one side until then.
void RowCheck::note_row_of_one_side(const TimedRow& row, DifferenceKind kind) {
  bool has_values = false, has_lasting = false;
  for (std::size_t i = table_.key_size(); i < table_.columns.size(); ++i) {
    if (!row.values[i].value || (row.is_row && table_.columns[i].kind == ColumnKind::static_)) continue;
    has_values = true;
    has_lasting = has_lasting || !expires_now(row.times[i]);
  }
  if (has_values && !has_lasting) return;
  add(kind, row, "", {}, {});
}

DifferingCell RowCheck::cell_of(const TimedRow& row, std::size_t column) const {
  DifferingCell cell;
  const Value& value = row.values[column].value;
  if (!value) return cell;
  const Type& type = table_.columns[column].type;
  cell.value = shorten(to_literal(type, *value), kLongestShown);
  const std::vector<CellTime> times = moved_times(type, row.times[column]);
  cell.written = moments_of(times, [](const CellTime& time) { return time.written; });
  cell.expires = moments_of(times, [](const CellTime& time) -> std::optional<std::int64_t> {
    if (!time.expires || *time.expires == kNever) return std::nullopt;
    return *time.expires * kMicrosecondsOfSecond;
  });
  return cell;
}

void RowCheck::add(DifferenceKind kind, const TimedRow& row, const std::string& column, DifferingCell source,
                   DifferingCell target) {
  ++checked_.differences;
  ++report_.difference_count;
  if (checked_.differences > kMostDifferences) return;
  RowKey key;
  const std::size_t place = column.empty() ? 0 : *table_.find(column);
  const bool is_of_partition =
      !row.is_row || (!column.empty() && table_.columns[place].kind == ColumnKind::static_);
  for (std::size_t i = 0; i < (is_of_partition ? table_.partition_key_size : table_.key_size()); ++i) {
    const Column& of_key = table_.columns[i];
    key.add(of_key, shorten(to_literal(of_key.type, row.values[i].value), kLongestShown));
  }
  report_.differences.push_back({.kind = kind,
                                 .table = checked_.name,
                                 .row = key.partition + key.clustering,
                                 .column = column.empty() ? column : quote_name(column),
                                 .source = std::move(source),
                                 .target = std::move(target)});
}

}  // namespace cellar
