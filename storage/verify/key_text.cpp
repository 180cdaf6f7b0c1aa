#include "storage/verify/key_text.h"

#include <algorithm>

#include "storage/format/bytes.h"
#include "storage/format/keys.h"
#include "storage/format/row_text.h"
#include "storage/verify/entry_fault.h"
#include "types/text/hex.h"

namespace cellar {

namespace {

constexpr std::size_t kShownBytes = 24;

std::string hex_of(std::string_view bytes) {
  const std::string text = "0x" + to_hex(bytes.substr(0, kShownBytes));
  return bytes.size() > kShownBytes ? text + "..." : text;
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
    std::string row;
    const bool is_readable = !fault_thrown_by([&] { row = row_text(*layout, key); });
    return table + (is_readable ? row : "key " + hex_of(key));
  } catch (const Refusal&) {
    return "key " + hex_of(key);
  }
}

}  // namespace cellar
