#include "shell/render/row_statements.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "types/text/names.h"
#include "types/value/value.h"

namespace cellar {

namespace {

/// True of the empty value of a type whose literals never are empty.
bool is_without_literal(const Type& type, std::string_view bytes) {
  const bool is_textual =
      type.kind == TypeKind::ascii || type.kind == TypeKind::text || type.kind == TypeKind::blob;
  return type.arguments.empty() && bytes.empty() && !is_textual;
}

/// Likewise for a part of a value.
bool holds_what_has_no_literal(const Type& type, std::string_view bytes) {
  if (type.arguments.empty()) return is_without_literal(type, bytes);
  const bool has_fields = type.kind == TypeKind::tuple || type.kind == TypeKind::user;
  const std::vector<ValueView> parts = unpack(type, bytes);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!parts[i]) continue;
    const std::size_t argument = has_fields ? i : i % type.arguments.size();
    if (holds_what_has_no_literal(type.arguments[argument], *parts[i])) return true;
  }
  return false;
}

std::string literal(const Type& type, std::string_view bytes) {
  if (is_without_literal(type, bytes)) return "blob_as_" + to_cql(type) + "(0x)";
  return to_literal(type, bytes);
}

/// What WHERE says of a row.
struct RowKey {
  std::string partition, clustering;
  bool has_clustering = false;

  void add(const Column& column, const std::string& value) {
    const std::string relation = quote_name(column.name) + " = " + value;
    if (column.kind == ColumnKind::partition_key) {
      partition += (partition.empty() ? "" : " AND ") + relation;
    } else {
      clustering += " AND " + relation;
      has_clustering = true;
    }
  }
};

std::optional<std::int32_t> time_of(const TimesToLive& times, std::size_t column) {
  return times.empty() ? std::nullopt : times[column];
}

}  // namespace

RowStatements::RowStatements(std::span<const ResultColumn> columns) : columns_(columns) {
  const Table& table = *columns.front().table;
  table_ = quote_name(table.keyspace) + "." + quote_name(table.name);
  is_counter_ = table.is_counter();
  has_default_time_ = table.default_time_to_live() > 0;
}

void RowStatements::append(const ResultRow& row, std::string& text, const TimesToLive& times) {
  if (append_left_out(row, text)) return;
  is_counter_ ? append_sums(row, text) : append_insert(row, text, times);
}

bool RowStatements::append_left_out(const ResultRow& row, std::string& text) const {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const ResultColumn& column = columns_[i];
    if (!row[i] || column.type.arguments.empty() || !holds_what_has_no_literal(column.type, *row[i]))
      continue;
    text +=
        "-- a row is left out: " + quote_name(column.name) + " holds an empty value that has no literal\n";
    return true;
  }
  return false;
}

/// The row marker that the INSERT writes lives as long as the last of the row's values, and for ever if one of them does.
void RowStatements::append_insert(const ResultRow& row, std::string& text, const TimesToLive& times) const {
  std::optional<std::int32_t> longest;
  bool is_lasting = times.empty();
  bool has_clustering = false;
  for (std::size_t i = 0; i < columns_.size(); ++i)
    has_clustering = has_clustering || (row[i] && columns_[i].source()->kind == ColumnKind::clustering);
  bool has_values = false;
  for (std::size_t i = 0; i < columns_.size() && !is_lasting; ++i) {
    const ColumnKind kind = columns_[i].source()->kind;
    if (!row[i] || columns_[i].source()->is_key() || (kind == ColumnKind::static_ && has_clustering))
      continue;
    has_values = true;
    is_lasting = !times[i];
    longest = std::max(longest, times[i]);
  }
  const std::optional<std::int32_t> inserted = is_lasting || !has_values ? std::nullopt : longest;
  std::string names, values;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Column& column = *columns_[i].source();
    if (!row[i] || is_repeated(i) || (!column.is_key() && time_of(times, i) != inserted)) continue;
    if (!names.empty()) (names += ", "), (values += ", ");
    names += quote_name(column.name);
    values += literal(columns_[i].type, *row[i]);
  }
  text += "INSERT INTO " + table_ + " (" + names + ") VALUES (" + values + ")" +
          (has_values ? using_time(times, inserted) : "") + ";\n";
  if (!times.empty()) append_updates(row, text, times, inserted);
}

/// " USING TTL 60". Zero means that a value does not expire, though values of the table do if nothing is said.
std::string RowStatements::using_time(const TimesToLive& times, std::optional<std::int32_t> time) const {
  if (time) return fmt::format(" USING TTL {}", std::max(*time, 1));
  return !times.empty() && has_default_time_ ? " USING TTL 0" : "";
}

/// Writes the columns that do not live as long as what was inserted. A write of static columns names the partition.
void RowStatements::append_updates(const ResultRow& row, std::string& text, const TimesToLive& times,
                                   std::optional<std::int32_t> inserted) const {
  RowKey key;
  std::map<std::pair<bool, std::optional<std::int32_t>>, std::string>
      settings;  // by being static, and by time
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (!row[i] || is_repeated(i)) continue;
    const Column& column = *columns_[i].source();
    if (!column.is_key() && times[i] == inserted) continue;
    const std::string value = literal(columns_[i].type, *row[i]);
    if (column.is_key()) {
      key.add(column, value);
      continue;
    }
    std::string& set = settings[{column.kind == ColumnKind::static_, times[i]}];
    set += (set.empty() ? "" : ", ") + quote_name(column.name) + " = " + value;
  }
  for (const auto& [kind_and_time, set] : settings) {
    const auto& [is_static, time] = kind_and_time;
    text += "UPDATE " + table_ + using_time(times, time) + " SET " + set + " WHERE " + key.partition +
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
    const std::string value = literal(columns_[i].type, *row[i]);
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
