// Prints keys of `data` as CQL, for messages.
//
// In:      the tables of a schema and a key, which may be damaged.
// Out:     `shop.orders, customer = 5 AND day = '2024-01-02'`; the bytes of a key that cannot be decoded; the
//          id of an unknown table.
// Refused: nothing.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "storage/format/table_layout.h"

namespace cellar {

/// The tables of a schema by id.
class TablesById {
 public:
  explicit TablesById(const std::vector<TablePointer>& tables);
  /// Returns null if there is no such table.
  const TableLayout* find(TableId id) const;

  struct IndexOfTable {
    LayoutPointer table;
    std::size_t place = 0;  // among the indexes of the table
  };
  /// Returns null if there is no such index.
  const IndexOfTable* find_index(TableId id) const;
  /// Returns the largest id of a table, view or index; 0 if there is none.
  TableId largest_id() const;

 private:
  std::unordered_map<TableId, LayoutPointer> tables_;
  std::unordered_map<TableId, IndexOfTable> indexes_;
};

std::string table_text(const TablesById& tables, TableId id);
std::string key_text(const TablesById& tables, std::string_view key);

}  // namespace cellar
