#include "shell/copy/dump/cell_statements.h"

#include <fmt/format.h>

#include <algorithm>

#include "shell/copy/copy_target.h"
#include "shell/copy/dump/deleted_range.h"
#include "shell/render/words/render_words.h"
#include "types/names.h"
#include "types/value/value.h"

namespace cellar {

namespace {

void append_listed(std::string& list, std::string_view part) {
  if (!list.empty()) list += ", ";
  list += part;
}

/// `m['k']`, `u.street`.
std::string element_name(const std::string& name, const Type& type, const std::string& path) {
  if (type.kind == TypeKind::user) return name + '.' + quote_name(type.field_names[field_of_path(path)]);
  return name + '[' + statement_literal(type.arguments[0], path) + ']';
}

/// The bytes of a collection or user type of these elements.
template <typename Elements>
std::string packed(const Type& type, const Elements& elements) {
  std::vector<Value> parts;
  if (type.kind == TypeKind::user) parts.resize(type.arguments.size());
  for (const auto& element : elements) {
    switch (type.kind) {
      case TypeKind::user:
        parts[field_of_path(element.path)] = element.value;
        break;
      case TypeKind::list:
        parts.emplace_back(element.value);
        break;
      case TypeKind::map:
        parts.emplace_back(element.path);
        parts.emplace_back(element.value);
        break;
      default:
        parts.emplace_back(element.path);
    }
  }
  return pack(type, parts);
}

}  // namespace

CellStatements::CellStatements(TablePointer table, Seconds now, std::string& text,
                               std::function<void()> end_statements)
    : table_(std::move(table)),
      now_(now),
      grace_(table_->gc_grace_seconds()),
      name_(qualified_name(*table_)),
      text_(text),
      end_statements_(std::move(end_statements)) {
  for (std::size_t i = table_->partition_key_size; i < table_->key_size(); ++i)
    clustering_names_.push_back(quote_name(table_->columns[i].name));
}

const std::string& CellStatements::name_of(const RawColumn& column) {
  std::string& name = column_names_[column.id];
  if (name.empty()) name = quote_name(column.name);
  return name;
}

CellStatements::Written CellStatements::written(const Liveness& liveness) const {
  if (liveness.time_to_live == 0) return {liveness.timestamp, 0};
  return {liveness.timestamp, static_cast<std::int32_t>(std::max<Seconds>(liveness.expires_at - now_, 1))};
}

std::string CellStatements::using_times(const Written& written) const {
  const auto& [timestamp, time_to_live] = written;
  // Rows of the table may expire if nothing is said.
  const bool says_time = time_to_live != 0 || table_->default_time_to_live() > 0;
  return fmt::format(" USING TIMESTAMP {}", timestamp) +
         (says_time ? fmt::format(" AND TTL {}", time_to_live) : "");
}

std::string CellStatements::literal(const RawColumn& column, const Type& type, std::string_view bytes) {
  if (!holds_what_has_no_literal(type, bytes)) return statement_literal(type, bytes);
  unwritable_ = name_of(column);
  return "";
}

void CellStatements::write(Transaction& transaction) {
  RawPartitions partitions(transaction, table_, {});
  while (partitions.next()) write_partition(partitions);
}

void CellStatements::write_partition(RawPartitions& partitions) {
  RowKey key;
  partition_names_.clear();
  partition_values_.clear();
  for (std::size_t i = 0; i < table_->partition_key_size; ++i) {
    const Column& column = table_->columns[i];
    const std::string value = statement_literal(column.type, partitions.key()[i]);
    key.add(column, value);
    append_listed(partition_names_, quote_name(column.name));
    append_listed(partition_values_, value);
  }
  partition_ = std::move(key.partition);
  if (partitions.deletion() && is_kept(partitions.deletion()->local_deletion_time)) {
    append_deletion(partitions.deletion()->timestamp, "", "");
    end_statements_();
  }
  // Static columns are in each row of their partition, and a row of their own if there is no other.
  const std::uint64_t rows_before = counts_.rows;
  bool has_static_values = false;
  while (const RawItem* const item = partitions.next_item()) {
    const auto* const row = std::get_if<RawRow>(item);
    if (row != nullptr && row->is_static) {
      write_row(*row, partitions);
      has_static_values = counts_.rows > rows_before;
      counts_.rows = rows_before;
    } else if (row != nullptr) {
      write_row(*row, partitions);
    } else if (const auto* const range = std::get_if<RawRangeStart>(item)) {
      append_range(range->range);
    }
  }
  if (has_static_values && counts_.rows == rows_before) ++counts_.rows;
}

void CellStatements::append_deletion(Timestamp timestamp, const std::string& columns,
                                     const std::string& where) {
  text_ += fmt::format("DELETE {}{}FROM {} USING TIMESTAMP {} WHERE {}{};\n", columns,
                       columns.empty() ? "" : " ", name_, timestamp, partition_, where);
  ++counts_.deletions;
}

void CellStatements::append_range(const RawRange& range) {
  if (!is_kept(range.deletion.local_deletion_time)) return;
  const std::vector<std::string> conditions = deleted_range(*table_, range.start, range.end);
  for (const std::string& condition : conditions) append_deletion(range.deletion.timestamp, "", condition);
  if (conditions.empty()) ++counts_.unsaid_deletions;
  end_statements_();
}

void CellStatements::write_row(const RawRow& row, RawPartitions& partitions) {
  assignments_.clear();
  appended_.clear();
  deletions_.clear();
  unwritable_.clear();
  Timestamp hidden_before = INT64_MIN;
  for (const std::optional<Deletion>& deletion : {row.deletion, row.deleted_around})
    if (deletion) hidden_before = std::max(hidden_before, deletion->timestamp);
  read_parts(partitions, hidden_before);
  const bool has_marker = row.marker && row.marker->is_live(now_) && row.marker->timestamp > hidden_before;
  append_row(row, has_marker ? row.marker : std::nullopt);
}

void CellStatements::read_parts(RawPartitions& partitions, Timestamp hidden_before) {
  elements_ = {};
  Timestamp hidden_in_column = hidden_before;
  while (const RawRowPart* const part = partitions.next_part()) {
    const auto* const deletion = std::get_if<RawColumnDeletion>(part);
    const RawColumn* const column = deletion != nullptr ? deletion->column : std::get<RawCell>(*part).column;
    if (column != elements_.column) {
      end_elements();
      elements_ = {column, std::nullopt, {}};
      hidden_in_column = hidden_before;
    }
    if (deletion == nullptr) {
      const RawCell& cell = std::get<RawCell>(*part);
      if (!cell.is_dropped() && cell.version.liveness.timestamp > hidden_in_column) add_cell(cell);
    } else if (deletion->deletion.timestamp > std::max(hidden_before, column->dropped_before) &&
               !column->is_dropped) {
      elements_.deletion = deletion->deletion;
      hidden_in_column = deletion->deletion.timestamp;
    }
  }
  end_elements();
}

void CellStatements::add_cell(const RawCell& cell) {
  const CellVersion& version = cell.version;
  if (!version.is_live(now_)) {
    // A new list has other ids for its elements, so that of a deleted one says nothing of it.
    const bool has_name = !cell.path || cell.column->type->kind != TypeKind::list;
    if (has_name && is_kept(*version.end()))
      append_listed(deletions_[version.liveness.timestamp],
                    cell.path ? element_name(name_of(*cell.column), *cell.column->type, *cell.path)
                              : name_of(*cell.column));
    return;
  }
  if (cell.path) {
    elements_.living.push_back({*cell.path, std::string(version.value), written(version.liveness)});
    return;
  }
  assignments_[written(version.liveness)].values.emplace_back(
      name_of(*cell.column), literal(*cell.column, *cell.column->type, version.value));
}

void CellStatements::end_elements() {
  if (elements_.column == nullptr || !elements_.column->is_multicell || add_as_one()) return;
  if (elements_.deletion && is_kept(elements_.deletion->local_deletion_time))
    append_listed(deletions_[elements_.deletion->timestamp], name_of(*elements_.column));
  elements_.column->type->kind == TypeKind::list ? add_list() : add_by_element();
}

/// A value that is written as a whole deletes what was there a microsecond before.
bool CellStatements::add_as_one() {
  const std::vector<Element>& living = elements_.living;
  const bool is_whole = elements_.deletion && !living.empty() &&
                        elements_.deletion->timestamp == living.front().written.first - 1 &&
                        std::ranges::all_of(living, [&](const Element& element) {
                          return element.written == living.front().written;
                        });
  if (!is_whole) return false;
  assignments_[living.front().written].values.emplace_back(
      name_of(*elements_.column),
      literal(*elements_.column, *elements_.column->type, packed(*elements_.column->type, living)));
  return true;
}

void CellStatements::add_list() {
  const RawColumn& column = *elements_.column;
  const std::string& name = name_of(column);
  std::span<const Element> rest = elements_.living;
  while (!rest.empty()) {
    const auto end = std::ranges::find_if(
        rest, [&](const Element& element) { return element.written != rest.front().written; });
    const auto alike = rest.first(static_cast<std::size_t>(end - rest.begin()));
    appended_.emplace_back(
        alike.front().written,
        name + " = " + name + " + " + literal(column, *column.type, packed(*column.type, alike)));
    rest = rest.subspan(alike.size());
  }
}

void CellStatements::add_by_element() {
  const RawColumn& column = *elements_.column;
  const std::string& name = name_of(column);
  std::map<Written, std::vector<Element>> alike;
  for (Element& element : elements_.living) alike[element.written].push_back(std::move(element));
  for (const auto& [when, elements] : alike) {
    std::string& list = assignments_[when].elements;
    if (column.type->kind != TypeKind::user) {
      append_listed(
          list, name + " = " + name + " + " + literal(column, *column.type, packed(*column.type, elements)));
      continue;
    }
    for (const Element& field : elements) {
      const Type& type = column.type->arguments[field_of_path(field.path)];
      append_listed(
          list, element_name(name, *column.type, field.path) + " = " + literal(column, type, field.value));
    }
  }
}

std::string CellStatements::where_of(const RawRow& row) const {
  RowKey key;
  for (std::size_t i = 0; i < row.clustering.size(); ++i) {
    const Column& column = table_->columns[table_->partition_key_size + i];
    key.add(column, statement_literal(column.type, row.clustering[i]));
  }
  return key.clustering;
}

void CellStatements::append_row(const RawRow& row, const std::optional<Liveness>& marker) {
  const bool has_cells = marker || !assignments_.empty() || !appended_.empty();
  if (!unwritable_.empty()) {
    // The script may be read anywhere.
    text_ += RenderWords::say(Language::english,
                              "-- a row is left out: {column} holds an empty value that has no literal\n",
                              {{"column", unwritable_}});
    ++counts_.left_out;
    return end_statements_();
  }
  const bool expires =
      (marker && marker->time_to_live != 0) ||
      std::ranges::any_of(assignments_, [](const auto& each) { return each.first.second != 0; }) ||
      std::ranges::any_of(appended_, [](const auto& each) { return each.first.second != 0; });
  counts_.expiring += expires ? 1 : 0;
  counts_.rows += has_cells ? 1 : 0;
  if (marker) append_insert(row, *marker);
  const bool is_done =
      std::ranges::all_of(assignments_, [](const auto& each) { return each.second.empty(); }) &&
      appended_.empty() && deletions_.empty() && !row.deletion;
  if (is_done) return end_statements_();
  const std::string where = row.is_static ? "" : where_of(row);
  append_updates(where);
  if (row.deletion && is_kept(row.deletion->local_deletion_time))
    append_deletion(row.deletion->timestamp, "", where);
  for (const auto& [timestamp, columns] : deletions_) append_deletion(timestamp, columns, where);
  end_statements_();
}

/// The values that were written with the marker are written with it again.
void CellStatements::append_insert(const RawRow& row, const Liveness& marker) {
  const Written when = written(marker);
  std::string names = partition_names_, values = partition_values_;
  for (std::size_t i = 0; i < row.clustering.size(); ++i) {
    const Column& column = table_->columns[table_->partition_key_size + i];
    append_listed(names, clustering_names_[i]);
    append_listed(values, statement_literal(column.type, row.clustering[i]));
  }
  if (const auto alike = assignments_.find(when); alike != assignments_.end()) {
    for (const auto& [name, value] : alike->second.values) {
      append_listed(names, name);
      append_listed(values, value);
    }
    alike->second.values.clear();
  }
  text_ += "INSERT INTO " + name_ + " (" + names + ") VALUES (" + values + ")" + using_times(when) + ";\n";
}

void CellStatements::append_updates(const std::string& where) {
  const auto append = [&](const Written& when, const std::string& set) {
    text_ += "UPDATE " + name_ + using_times(when) + " SET " + set + " WHERE " + partition_ + where + ";\n";
  };
  for (const auto& [when, assignments] : assignments_) {
    std::string set;
    for (const auto& [name, value] : assignments.values) append_listed(set, name + " = " + value);
    if (!assignments.elements.empty()) append_listed(set, assignments.elements);
    if (!set.empty()) append(when, set);
  }
  for (const auto& [when, set] : appended_) append(when, set);
}

}  // namespace cellar
