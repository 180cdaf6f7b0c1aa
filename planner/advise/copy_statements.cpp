#include "planner/advise/copy_statements.h"

#include <algorithm>

namespace cellar {

namespace {

constexpr std::size_t kLineWidth = 100;

/// Joins the items with commas; a line that would be too long continues on the next one, behind `indent`.
std::string joined(const std::vector<std::string>& items, std::size_t first_column, std::string_view indent) {
  std::string text;
  std::size_t column = first_column;
  for (std::size_t index = 0; index < items.size(); ++index) {
    const std::string& item = items[index];
    if (index > 0) {
      text += ",";
      const bool fits = column + item.size() + 3 <= kLineWidth;
      text += fits ? " " : "\n" + std::string(indent);
      column = fits ? column + 2 : indent.size();
    }
    text += item;
    column += item.size();
  }
  return text;
}

std::string marker_of(std::string_view column) { return ":" + quote_name(column); }

/// `count` is how many columns of the key.
std::vector<std::string> key_tests(const Table& table, std::size_t count) {
  std::vector<std::string> tests;
  for (std::size_t index = 0; index < count; ++index) {
    const std::string& name = table.columns[index].name;
    tests.push_back(quote_name(name) + " = " + marker_of(name));
  }
  return tests;
}

std::string conjunction(const std::vector<std::string>& tests) {
  std::string text;
  for (const std::string& test : tests) text += (text.empty() ? "" : " AND ") + test;
  return text;
}

std::string insert_text(const Table& table, std::string_view keyspace, std::string_view indent) {
  std::vector<std::string> names, markers;
  for (const Column& column : table.columns) {
    names.push_back(quote_name(column.name));
    markers.push_back(marker_of(column.name));
  }
  const std::string more(indent.size() + 4, ' ');
  const std::string head = "INSERT INTO " + table_text(table, keyspace) + " (";
  std::string text = head + joined(names, indent.size() + head.size(), more) + ")";
  const std::string values = "VALUES (" + joined(markers, more.size() + 8, more) + ");";
  const std::size_t last_line = text.size() - (text.rfind('\n') == text.npos ? 0 : text.rfind('\n') + 1);
  const bool fits = values.find('\n') == values.npos && last_line + 1 + values.size() <= kLineWidth &&
                    text.find('\n') == text.npos;
  return text + (fits ? " " : "\n" + more) + values;
}

std::string delete_text(const Table& table, std::string_view keyspace) {
  return "DELETE FROM " + table_text(table, keyspace) + " WHERE " +
         conjunction(key_tests(table, table.key_size())) + ";";
}

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string update_text(const Table& table, const std::vector<std::string>& columns,
                        std::string_view keyspace) {
  std::string assignments;
  for (const std::string& column : columns)
    assignments += (assignments.empty() ? "" : ", ") + quote_name(column) + " = " + marker_of(column);
  // An UPDATE of static columns alone must not name clustering columns.
  const bool writes_row = std::any_of(columns.begin(), columns.end(), [&](const std::string& column) {
    return table.columns[*table.find(column)].kind == ColumnKind::regular;
  });
  const std::size_t count = writes_row ? table.key_size() : table.partition_key_size;
  return "UPDATE " + table_text(table, keyspace) + " SET " + assignments + " WHERE " +
         conjunction(key_tests(table, count)) + ";";
}

std::string delete_old_text(const Table& copy, const std::vector<std::string>& promoted,
                            std::string_view keyspace) {
  std::vector<std::string> tests;
  for (std::size_t index = 0; index < copy.key_size(); ++index) {
    const std::string& name = copy.columns[index].name;
    tests.push_back(quote_name(name) + " = " + marker_of(contains(promoted, name) ? "old_" + name : name));
  }
  return "DELETE FROM " + table_text(copy, keyspace) + " WHERE " + conjunction(tests) + ";";
}

std::string batch_of(const std::vector<std::string>& statements, std::string_view kind = "") {
  std::string text = "BEGIN " + std::string(kind) + "BATCH\n";
  for (const std::string& statement : statements) text += "  " + statement + "\n";
  return text + "APPLY BATCH;";
}

std::string counter_text(const Table& table, std::string_view keyspace) {
  std::string assignments;
  for (std::size_t index = table.key_size(); index < table.columns.size(); ++index) {
    const std::string name = quote_name(table.columns[index].name);
    assignments += (assignments.empty() ? "" : ", ") + name + " = " + name + " + " +
                   marker_of(table.columns[index].name);
  }
  return "UPDATE " + table_text(table, keyspace) + " SET " + assignments + " WHERE " +
         conjunction(key_tests(table, table.key_size())) + ";";
}

/// A value of the copy's key has changed: the row moves to another place of the copy.
std::string change_batch(const Table& table, const Table& copy, const std::vector<std::string>& promoted,
                         std::string_view keyspace) {
  return batch_of({update_text(table, promoted, keyspace), delete_old_text(copy, promoted, keyspace),
                   insert_text(copy, keyspace, "  ")});
}

}  // namespace

std::string table_text(const Table& table, std::string_view keyspace) {
  const std::string name = quote_name(table.name);
  return table.keyspace == keyspace ? name : quote_name(table.keyspace) + "." + name;
}

std::vector<std::string> promoted_columns(const Table& table, const Table& copy) {
  std::vector<std::string> promoted;
  for (std::size_t index = 0; index < copy.key_size(); ++index) {
    const std::optional<std::size_t> place = table.find(copy.columns[index].name);
    if (!place || !table.columns[*place].is_key()) promoted.push_back(copy.columns[index].name);
  }
  return promoted;
}

std::vector<std::string> writes_to_all(const Table& table, const std::vector<const Table*>& copies,
                                       std::string_view keyspace) {
  std::vector<const Table*> tables = copies;
  tables.insert(tables.begin(), &table);
  std::vector<std::string> writes, deletions;
  const bool is_counter = table.is_counter();
  for (const Table* each : tables) {
    writes.push_back(is_counter ? counter_text(*each, keyspace) : insert_text(*each, keyspace, "  "));
    deletions.push_back(delete_text(*each, keyspace));
  }
  if (is_counter) return {batch_of(writes, "COUNTER ")};
  std::vector<std::string> batches = {batch_of(writes), batch_of(deletions)};
  for (const Table* copy : copies) {
    std::vector<std::string> promoted = promoted_columns(table, *copy);
    std::erase_if(promoted, [&](const std::string& name) { return !table.find(name); });
    if (!promoted.empty()) batches.push_back(change_batch(table, *copy, promoted, keyspace));
  }
  return batches;
}

std::vector<std::string> fill_statements(const Table& table, const Table& whole_copy,
                                         std::string_view keyspace) {
  // A table that exists may have columns of its own.
  Table copy = whole_copy;
  std::erase_if(copy.columns,
                [&](const Column& column) { return !column.is_key() && !table.find(column.name); });
  std::vector<std::string> names;
  for (const Column& column : copy.columns) {
    if (table.find(column.name)) names.push_back(quote_name(column.name));
  }
  const std::string select = "SELECT " + joined(names, 7, "    ");
  const std::string from = "FROM " + table_text(table, keyspace) + " ALLOW FILTERING;";
  const bool fits = select.find('\n') == select.npos && select.size() + 1 + from.size() <= kLineWidth;
  return {select + (fits ? " " : "\n    ") + from,
          table.is_counter() ? counter_text(copy, keyspace) : insert_text(copy, keyspace, "")};
}

}  // namespace cellar
