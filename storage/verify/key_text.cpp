#include "storage/verify/key_text.h"

#include <algorithm>

#include "storage/format/bytes.h"
#include "storage/format/format.h"
#include "storage/format/keys.h"
#include "types/text/hex.h"
#include "types/text/text.h"
#include "types/value/value.h"

namespace cellar {

namespace {

constexpr std::size_t kLongestValue = 60;
constexpr std::size_t kShownBytes = 24;

std::string hex_of(std::string_view bytes) {
  const std::string text = "0x" + to_hex(bytes.substr(0, kShownBytes));
  return bytes.size() > kShownBytes ? text + "..." : text;
}

void append_value(const Column& column, const std::string& value, std::string& text) {
  check(column.type, value);
  std::string literal = show_control_characters(to_literal(column.type, value));
  if (literal.size() > kLongestValue) {
    literal = literal.substr(0, character_boundary(literal, kLongestValue)) + "...";
  }
  if (!text.empty()) text += " AND ";
  text += quote_name(column.name) + " = " + literal;
}

/// Returns the part of a key that identifies a row, as text.
std::string row_text(const TableLayout& layout, std::string_view key) {
  const Table& table = *layout.table;
  std::string text;
  std::vector<std::string> values;
  const std::size_t prefix = partition_prefix_size(key, table);
  partition_key_of_prefix(key.substr(0, prefix), layout, values);
  for (std::size_t i = 0; i < values.size(); ++i) append_value(table.columns[i], values[i], text);
  if (key.size() <= prefix) return text;
  if (key[prefix] == kStaticKind) return text + " (static columns)";
  if (key[prefix] == kRangeTombstoneKind) return text + " (a deleted range)";
  if (key[prefix] != kRowKind) return text;
  read_clustering(layout, key.substr(prefix + 1), values);
  for (std::size_t i = 0; i < values.size(); ++i) append_value(*layout.clustering[i], values[i], text);
  return text;
}

}  // namespace

TablesById::TablesById(const std::vector<TablePointer>& tables) {
  for (const TablePointer& table : tables) {
    const LayoutPointer layout = std::make_shared<const TableLayout>(table);
    tables_.emplace(table->id, layout);
    for (std::size_t i = 0; i < table->indexes.size(); ++i) {
      indexes_.emplace(table->indexes[i].id, IndexOfTable{layout, i});
    }
  }
}

const TablesById::IndexOfTable* TablesById::find_index(TableId id) const {
  const auto found = indexes_.find(id);
  return found != indexes_.end() ? &found->second : nullptr;
}

const TableLayout* TablesById::find(TableId id) const {
  const auto found = tables_.find(id);
  return found != tables_.end() ? found->second.get() : nullptr;
}

TableId TablesById::largest_id() const {
  TableId largest = 0;
  for (const auto& [id, table] : tables_) largest = std::max(largest, id);
  for (const auto& [id, index] : indexes_) largest = std::max(largest, id);
  return largest;
}

std::string table_text(const TablesById& tables, TableId id) {
  if (const auto* index = tables.find_index(id)) {
    const Table& table = *index->table->table;
    return "index " + quote_name(table.keyspace) + "." + quote_name(table.indexes[index->place].name);
  }
  const TableLayout* layout = tables.find(id);
  if (layout == nullptr) return "table number " + std::to_string(id);
  return quote_name(layout->table->keyspace) + "." + quote_name(layout->table->name);
}

std::string key_text(const TablesById& tables, std::string_view key) {
  try {
    const TableId id = table_of_key(key);
    const std::string table = table_text(tables, id) + ", ";
    const TableLayout* layout = tables.find(id);
    if (layout == nullptr) return table + "key " + hex_of(key);
    try {
      return table + row_text(*layout, key);
    } catch (const std::exception&) {
      return table + "key " + hex_of(key);
    }
  } catch (const Refusal&) {
    return "key " + hex_of(key);
  }
}

}  // namespace cellar
