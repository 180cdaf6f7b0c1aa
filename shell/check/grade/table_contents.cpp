// What a table has kept of the rows of the data.
//
// A static column has one value in a partition: a later row overwrites it for the rows before. And a column may take the values of
// the data for what they are not, such as a room 7 for a date. Each is a fault of its own, which costs the points of one rule:
// `static` or `types` where the task asks for it, else MR1 of the queries that name the column, else MR5.
#include <fmt/format.h>

#include <algorithm>

#include "shell/check/grade/attempt.h"
#include "types/names.h"

namespace cellar {

namespace {

std::vector<const Column*> key_columns(const Table& table, std::size_t size) {
  std::vector<const Column*> columns;
  for (std::size_t i = 0; i < size; ++i) columns.push_back(&table.columns[i]);
  return columns;
}

/// The columns that the data has, the static ones behind all others.
std::vector<const Column*> shared_columns(const Table& table, const DataSet& data) {
  std::vector<const Column*> columns;
  for (const bool is_static : {false, true})
    for (const Column& column : table.columns)
      if ((column.kind == ColumnKind::static_) == is_static && find_column(data, column.name))
        columns.push_back(&column);
  return columns;
}

bool knows_partition_key(const Table& table, const DataSet& data) {
  const std::vector<const Column*> key = key_columns(table, table.partition_key_size);
  return std::ranges::all_of(
      key, [&](const Column* column) { return find_column(data, column->name).has_value(); });
}

/// A kind that stands for all that people take for one another, since they hold the same values in another range or precision. A
/// counter is none of them: it is added to, and not set.
TypeKind family_of(TypeKind kind) {
  switch (kind) {
    case TypeKind::tinyint:
    case TypeKind::smallint:
    case TypeKind::int_:
    case TypeKind::bigint:
    case TypeKind::varint:
    case TypeKind::decimal:
    case TypeKind::float_:
    case TypeKind::double_:
      return TypeKind::varint;
    case TypeKind::ascii:
      return TypeKind::text;
    case TypeKind::date:
      return TypeKind::timestamp;
    case TypeKind::timeuuid:
      return TypeKind::uuid;
    default:
      return kind;
  }
}

bool is_of_family(const Type& left, const Type& right) {
  return family_of(left.kind) == family_of(right.kind) && left.dimension == right.dimension &&
         std::ranges::equal(left.arguments, right.arguments, is_of_family);
}

bool names_column(const TaskSelect& select, const std::string& column) {
  const auto is_among = [&](const std::vector<std::string>& columns) {
    return std::ranges::find(columns, column) != columns.end();
  };
  return is_among(select.columns) || std::ranges::any_of(select.relations, is_among, &QueryRelation::columns);
}

}  // namespace

/// Reads which rows are kept, and what their static columns say now.
void TableAttempt::read_back(const DataSet& data) {
  std::vector<const Column*> columns = shared_columns(*table_, data);
  if (columns.empty()) return;  // its rows say nothing of the data
  const auto first_static = static_cast<std::size_t>(
      std::ranges::find(columns, ColumnKind::static_, &Column::kind) - columns.begin());
  std::string names;
  for (const Column* column : columns) names += (names.empty() ? "" : ", ") + quote_name(column->name);
  std::set<std::string> stored;
  for (std::vector<Value>& row :
       trial_.database.all_rows(fmt::format("SELECT {} FROM {}", names, quote_name(table_->name)))) {
    // The columns of the partition key come first, as in the table.
    if (knows_partition_key(*table_, data)) {
      const auto key_end = row.begin() + static_cast<std::ptrdiff_t>(table_->partition_key_size);
      std::map<std::string, Value>& statics = statics_[packed(std::vector<Value>(row.begin(), key_end))];
      for (std::size_t i = first_static; i < row.size(); ++i) statics[columns[i]->name] = row[i];
    }
    row.resize(first_static);
    stored.insert(packed(row));
  }
  const std::vector<const Column*> statics(columns.begin() + static_cast<std::ptrdiff_t>(first_static),
                                           columns.end());
  columns.resize(first_static);
  const std::vector<std::size_t> last = last_of_keys(data);
  for (std::size_t number = 0; number < data.rows.size(); ++number)
    is_kept_[number] =
        stored.contains(key_of(data.rows[number], data, columns)) &&
        key_of(data.rows[number], data, statics) == key_of(data.rows[last[number]], data, statics);
  for (const Column* column : statics)
    for (std::size_t number = 0; number < data.rows.size(); ++number) {
      const std::string& own = data.rows[number][*find_column(data, column->name)];
      if (!is_kept_[number] ||
          stored_value(data, number, *column) == trial_.database.value_of(column->type, own))
        continue;
      overwritten_.push_back({column->name, {"static_changed", {{"column", column->name}}}});
      break;
    }
  if (!trial_.task.asks<StaticExpected>())
    unasked_.insert(unasked_.end(), overwritten_.begin(), overwritten_.end());
}

/// Of each row of the data, the number of the last one that has its key.
std::vector<std::size_t> TableAttempt::last_of_keys(const DataSet& data) {
  const std::vector<const Column*> key = key_columns(*table_, table_->key_size());
  std::map<std::string, std::size_t> last;
  std::vector<std::string> keys;
  for (const std::vector<std::string>& row : data.rows) {
    keys.push_back(key_of(row, data, key));
    last[keys.back()] = keys.size() - 1;
  }
  std::vector<std::size_t> numbers;
  for (const std::string& each : keys) numbers.push_back(last[each]);
  return numbers;
}

/// What the table has for a cell of a row that it has kept.
Value TableAttempt::stored_value(const DataSet& data, std::size_t number, const Column& column) {
  const std::vector<std::string>& row = data.rows[number];
  if (column.kind == ColumnKind::static_) {
    const std::string key = key_of(row, data, key_columns(*table_, table_->partition_key_size));
    if (const auto partition = statics_.find(key); partition != statics_.end())
      return partition->second.at(column.name);
  }
  return trial_.database.value_of(column.type, row[*find_column(data, column.name)]);
}

/// Notes the columns whose types are of another family than those that the data declare.
void TableAttempt::note_other_families(const DataSet& data) {
  for (std::size_t i = 0; i < data.columns.size(); ++i) {
    const std::optional<std::size_t> place = table_->find(data.columns[i].name);
    if (!place || trial_.task.asks_type_of(data.columns[i].name)) continue;
    const Type declared = trial_.database.type_of(data, i);
    const Type& own = table_->columns[*place].type;
    if (is_of_family(declared, own)) continue;
    unasked_.push_back({data.columns[i].name,
                        {"other_family",
                         {{"column", data.columns[i].name},
                          {"type", to_cql(own)},
                          {"data", data.name},
                          {"expected", to_cql(declared)}}}});
  }
}

/// Says what is wrong with a column that the query names, of which no other check asks.
Judgement TableAttempt::column_fault_of(const TaskSelect& select) const {
  for (const ColumnFault& fault : unasked_)
    if (names_column(select, fault.column)) return shortfall(fault.reason);
  return std::nullopt;
}

/// The same of a column that no query of the task names.
Judgement TableAttempt::unnamed_column_fault() const {
  std::vector<TaskSelect> selects;
  for (const TaskExpectation& expectation : trial_.task.expectations) {
    if (!std::holds_alternative<RowsExpected>(expectation.what)) continue;
    const auto query = std::ranges::find(trial_.task.queries, expectation.query, &TaskQuery::name);
    selects.push_back(read_select(trial_.database.exercise(), trial_.task, *query));
  }
  for (const ColumnFault& fault : unasked_) {
    const bool is_named = std::ranges::any_of(
        selects, [&](const TaskSelect& select) { return names_column(select, fault.column); });
    if (!is_named) return shortfall(fault.reason);
  }
  return std::nullopt;
}

Judgement TableAttempt::judge_static(const StaticExpected& expected) const {
  for (const std::string& name : expected.columns) {
    const std::optional<std::size_t> place = table_->find(name);
    if (!place) return shortfall({"no_column", {{"column", name}}});
    const Column& column = table_->columns[*place];
    // A column of the partition key is once a partition, too.
    if (column.kind == ColumnKind::static_ || column.kind == ColumnKind::partition_key) continue;
    return shortfall({"not_static", {{"column", name}}});
  }
  if (overwritten_.empty()) return std::nullopt;
  return shortfall(overwritten_.front().reason);
}

}  // namespace cellar
