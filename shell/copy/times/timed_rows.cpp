#include "shell/copy/times/timed_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "shell/connection/asked_columns.h"
#include "shell/copy/file_column.h"
#include "types/number/byte_order.h"
#include "types/time/time.h"
#include "types/token.h"
#include "types/value/value.h"

namespace cellar {

namespace {

int sign_of(std::strong_ordering order) { return order < 0 ? -1 : order > 0 ? 1 : 0; }

std::string_view key_bytes(const TimedRow& row, std::size_t column) {
  return row.values[column].value ? std::string_view(*row.values[column].value) : std::string_view();
}

CellTime time_of(const ValueView& written, const ValueView& time_to_live, Seconds second) {
  CellTime time{.written = std::nullopt, .expires = kNever};
  if (written) time.written = load_big_endian<std::int64_t>(written->data());
  if (time_to_live) time.expires = second + load_big_endian<std::int32_t>(time_to_live->data());
  return time;
}

}  // namespace

int compare_partitions(const Table& table, const TimedRow& left, const TimedRow& right) {
  if (const int order = sign_of(left.token <=> right.token)) return order;
  for (std::size_t i = 0; i < table.partition_key_size; ++i)
    if (const int order = key_bytes(left, i).compare(key_bytes(right, i))) return order;
  return 0;
}

int compare_rows(const Table& table, const TimedRow& left, const TimedRow& right) {
  if (const int order = compare_partitions(table, left, right)) return order;
  if (left.is_row != right.is_row) return left.is_row ? 1 : -1;
  if (!left.is_row) return 0;
  for (std::size_t i = table.partition_key_size; i < table.key_size(); ++i) {
    const Column& column = table.columns[i];
    const int order = compare(column.type, key_bytes(left, i), key_bytes(right, i));
    if (order != 0) return column.descending ? -order : order;
  }
  return 0;
}

std::vector<const Column*> all_columns(const Table& table) {
  std::vector<const Column*> columns;
  for (const Column& column : table.columns) columns.push_back(&column);
  return columns;
}

bool StaticColumns::leave_to_first(const TimedRow& row, std::vector<BoundValue>& values, CellTimes& times) {
  if (!table_.has_static()) return true;
  if (!first_ || compare_partitions(table_, row, *first_) != 0) {
    first_ = row;
    return true;
  }
  for (std::size_t i = table_.key_size(); i < table_.columns.size(); ++i) {
    if (table_.columns[i].kind != ColumnKind::static_) continue;
    values[i].value.reset();
    times[i].assign(1, CellTime{});
  }
  return false;
}

TimedRows::TimedRows(Connection& connection, const Table& table, const MoveSample& sample,
                     std::optional<std::int64_t> after, Seconds second)
    : connection_(connection),
      table_(table),
      after_(after),
      asks_for_time_(!connection.keeps_seconds()),
      second_(second) {
  try {
    result_ = read(sample);
  } catch (const Refusal& refusal) {
    const bool has_elements =
        std::ranges::any_of(table.columns, [](const Column& column) { return is_multicell(column.type); });
    if (!has_elements || connection.cluster() == nullptr ||
        refusal.diagnostic.error_class() != ErrorClass::invalid)
      throw;
    knows_elements_ = false;
    result_ = read(sample);
  }
  require_asked_columns();
  row_.values.resize(table.columns.size());
  row_.times.resize(table.columns.size());
  time_types_.resize(table.columns.size());
  std::size_t place = table.columns.size();
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (!has_told_times(table.columns[i])) continue;
    time_types_[i] = result_.columns()[place].type;
    place += 2;
  }
}

/// The times of collections come as lists.
void TimedRows::require_asked_columns() const {
  std::vector<Type> types = types_of_columns(table_);
  const std::vector<ResultColumn>& columns = result_.columns();
  for (const Column& column : table_.columns) {
    if (!has_told_times(column)) continue;
    const bool is_list = types.size() < columns.size() && columns[types.size()].type.kind == TypeKind::list;
    for (const TypeKind kind : {TypeKind::bigint, TypeKind::int_})
      types.push_back(is_list ? list_of(native_type(kind)) : native_type(kind));
  }
  if (asks_for_time_) types.push_back(native_type(TypeKind::timestamp));
  require_columns(connection_, result_, types);
}

bool TimedRows::has_told_times(const Column& column) const {
  return has_times(table_, column) && (knows_elements_ || !is_multicell(column.type));
}

TableScan TimedRows::scan_of(const MoveSample& sample) const {
  FileColumns columns;
  for (const Column& column : table_.columns) columns.push_back({&column});
  for (const Column& column : table_.columns) {
    if (!has_told_times(column)) continue;
    columns.push_back({&column, FieldPart::writetime});
    columns.push_back({&column, FieldPart::ttl});
  }
  TableScan scan = scan_of_table(table_, names_of(columns) + (asks_for_time_ ? ", toTimestamp(now())" : ""));
  // A condition of somebody may name the partition, and CQL does not take both: what is done is passed over.
  scan.begin = sample.where.empty() && after_ ? after_ : sample.after_token;
  scan.end = sample.through_token;
  return scan;
}

Result TimedRows::read(const MoveSample& sample) {
  const TableScan scan = scan_of(sample);
  const bool is_scan = sample.where.empty() && !sample.rows_per_partition;
  if (is_scan && asks_for_time_) return connection_.scan(scan);
  std::vector<std::string> conditions;
  if (scan.begin) conditions.push_back(fmt::format("{} > {}", scan.token, *scan.begin));
  if (scan.end) conditions.push_back(fmt::format("{} <= {}", scan.token, *scan.end));
  if (!sample.where.empty()) conditions.push_back(sample.where);
  std::string text = scan.select + (conditions.empty() ? "" : " WHERE ");
  text += fmt::format("{}", fmt::join(conditions, " AND "));
  if (sample.rows_per_partition) text += fmt::format(" PER PARTITION LIMIT {}", *sample.rows_per_partition);
  text += " ALLOW FILTERING";
  return asks_for_time_ ? connection_.execute(text)
                        : connection_.execute(connection_.prepare(text), {}, second_);
}

const TimedRow* TimedRows::next() {
  while (const ResultRow* const row = result_.next()) {
    const std::int64_t before = row_.token;
    take(*row);
    if (has_rows_ && row_.token < before) refuse("move_where_order");
    has_rows_ = true;
    if (!after_ || row_.token > *after_) return &row_;
  }
  return nullptr;
}

void TimedRows::take(const ResultRow& row) {
  if (asks_for_time_) {
    const ValueView now = row[row.size() - 1];
    if (now) second_ = floor_divide(load_big_endian<std::int64_t>(now->data()), 1'000);
  }
  std::vector<std::string_view> key;
  for (std::size_t i = 0; i < table_.partition_key_size; ++i) key.push_back(row[i].value_or(""));
  row_.token = token_of(key);
  row_.is_row = table_.clustering_size == 0 || row[table_.partition_key_size].has_value();
  std::size_t place = table_.columns.size();
  for (std::size_t i = 0; i < table_.columns.size(); ++i) {
    Value& value = row_.values[i].value;
    row_.values[i].unset = false;
    row[i] ? void(value.emplace(*row[i])) : value.reset();
    const bool is_told = has_told_times(table_.columns[i]);
    row_.times[i].assign(1, CellTime{});
    if (value) is_told ? take_times(row, i, place) : row_.times[i].assign(1, {std::nullopt, kNever});
    place += is_told ? 2 : 0;
  }
}

/// `place`: of writetime(column), and ttl(column) is behind it.
void TimedRows::take_times(const ResultRow& row, std::size_t column, std::size_t place) {
  const ValueView written = row[place], time_to_live = row[place + 1];
  std::vector<CellTime>& times = row_.times[column];
  if (time_types_[column].arguments.empty()) {
    times.front() = time_of(written, time_to_live, second_);
    return;
  }
  const Type& type = table_.columns[column].type;
  const std::size_t count =
      std::max<std::size_t>(1, count_of_elements(type, row_.values[column].value).value_or(1));
  std::vector<ValueView> of_written, of_life;
  if (written) of_written = unpack(time_types_[column], *written);
  if (time_to_live) of_life = unpack(list_of(native_type(TypeKind::int_)), *time_to_live);
  of_written.resize(count);
  of_life.resize(count);
  times.clear();
  for (std::size_t i = 0; i < count; ++i) times.push_back(time_of(of_written[i], of_life[i], second_));
  unite_alike(type, row_.values[column].value, times);
}

}  // namespace cellar
