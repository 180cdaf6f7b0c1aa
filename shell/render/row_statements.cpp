#include "shell/render/row_statements.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "shell/render/statement_literals.h"
#include "shell/render/words/render_words.h"
#include "types/names.h"
#include "types/value/value.h"

namespace cellar {

namespace {

/// True for a value that the INSERT of its row writes.
bool is_inserted(const RowTimes& times, std::size_t column) {
  return times.values.empty() || (times.has_marker && times.values[column] == times.marker);
}

}  // namespace

RowStatements::RowStatements(std::span<const ResultColumn> columns, Language language)
    : columns_(columns), language_(language) {
  const Table& table = *columns.front().table;
  table_ = quote_name(table.keyspace) + "." + quote_name(table.name);
  is_counter_ = table.is_counter();
  has_default_time_ = table.default_time_to_live() > 0;
}

void RowStatements::append(const ResultRow& row, std::string& text, const RowTimes& times) {
  if (append_left_out(row, text)) return;
  if (is_counter_) return append_sums(row, text);
  if (times.has_marker) append_insert(row, text, times);
  if (!times.values.empty()) append_updates(row, text, times);
}

bool RowStatements::append_left_out(const ResultRow& row, std::string& text) const {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const ResultColumn& column = columns_[i];
    if (!row[i] || !holds_what_has_no_literal(column.type, *row[i])) continue;
    text += RenderWords::say(language_,
                             "-- a row is left out: {column} holds an empty value that has no literal\n",
                             {{"column", quote_name(column.name)}});
    return true;
  }
  return false;
}

void RowStatements::append_insert(const ResultRow& row, std::string& text, const RowTimes& times) const {
  std::string names, values;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (!row[i] || is_repeated(i) || (!columns_[i].source()->is_key() && !is_inserted(times, i))) continue;
    if (!names.empty()) (names += ", "), (values += ", ");
    names += quote_name(columns_[i].source()->name);
    values += statement_literal(columns_[i].type, *row[i]);
  }
  text += "INSERT INTO " + table_ + " (" + names + ") VALUES (" + values + ")" +
          (times.values.empty() ? "" : using_time(times.marker)) + ";\n";
}

/// " USING TTL 60". Zero means that nothing expires, though rows of the table do if nothing is said.
std::string RowStatements::using_time(TimeToLive time) const {
  if (time) return fmt::format(" USING TTL {}", std::max(*time, 1));
  return has_default_time_ ? " USING TTL 0" : "";
}

/// Writes the columns that were not inserted. A write of static columns names the partition.
void RowStatements::append_updates(const ResultRow& row, std::string& text, const RowTimes& times) const {
  RowKey key;
  std::map<std::pair<bool, TimeToLive>, std::string> settings;  // by being static, and by time
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (!row[i] || is_repeated(i)) continue;
    const Column& column = *columns_[i].source();
    if (!column.is_key() && is_inserted(times, i)) continue;
    const std::string value = statement_literal(columns_[i].type, *row[i]);
    if (column.is_key()) {
      key.add(column, value);
      continue;
    }
    std::string& set = settings[{column.kind == ColumnKind::static_, times.values[i]}];
    set += (set.empty() ? "" : ", ") + quote_name(column.name) + " = " + value;
  }
  for (const auto& [kind_and_time, set] : settings) {
    const auto& [is_static, time] = kind_and_time;
    text += "UPDATE " + table_ + using_time(time) + " SET " + set + " WHERE " + key.partition +
            (is_static ? "" : key.clustering) + ";\n";
  }
}

/// A static counter is one of all rows of its partition, so the first of them adds it, by a statement of its own.
void RowStatements::append_sums(const ResultRow& row, std::string& text) {
  RowKey key;
  std::string sums, static_sums;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (!row[i] || is_repeated(i)) continue;
    const Column& column = *columns_[i].source();
    const std::string name = quote_name(column.name);
    const std::string value = statement_literal(columns_[i].type, *row[i]);
    if (column.is_key()) {
      key.add(column, value);
    } else {
      std::string& added = column.kind == ColumnKind::static_ ? static_sums : sums;
      added += (added.empty() ? "" : ", ") + name + " = " + name + " + " + value;
    }
  }
  if (partition_ != key.partition && !static_sums.empty())
    text += "UPDATE " + table_ + " SET " + static_sums + " WHERE " + key.partition + ";\n";
  if (!sums.empty())
    text += "UPDATE " + table_ + " SET " + sums + " WHERE " + key.partition + key.clustering + ";\n";
  partition_ = std::move(key.partition);
}

/// True for a column that is in the select list before.
bool RowStatements::is_repeated(std::size_t index) const {
  for (std::size_t i = 0; i < index; ++i)
    if (columns_[i].place == columns_[index].place) return true;
  return false;
}

}  // namespace cellar
