// What a table has kept of the rows of the data.
//
// A static column has one value in a partition: a later row overwrites it for the rows before. This is a fault of its own, which
// costs the points of one rule: `static` where the task asks for it, else MR1 of the queries that name the column, else MR5.
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
      overwritten_.push_back(column->name);
      break;
    }
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

/// Says which static column has overwritten what rows said; with a query, of those that it names.
Judgement TableAttempt::static_change(const TaskSelect* select) const {
  for (const std::string& column : overwritten_)
    if (select == nullptr || names_column(*select, column))
      return shortfall({"static_changed", {{"column", column}}});
  return std::nullopt;
}

/// As above, if no other check of the task is about it.
Judgement TableAttempt::unasked_static_change() const {
  if (trial_.task.asks_static()) return std::nullopt;
  for (const TaskExpectation& expectation : trial_.task.expectations) {
    if (!std::holds_alternative<RowsExpected>(expectation.what)) continue;
    const auto query = std::ranges::find(trial_.task.queries, expectation.query, &TaskQuery::name);
    const TaskSelect select = read_select(trial_.database.exercise(), trial_.task, *query);
    if (static_change(&select)) return std::nullopt;
  }
  return static_change();
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
  return static_change();
}

}  // namespace cellar
