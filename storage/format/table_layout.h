// What the store needs to know about a table, arranged for fast look-up by column id.
//
// In:      a table with all ids.
// Out:     its columns by id, its clustering columns, the types of its paths.
// Refused: nothing.
#pragma once

#include <memory>
#include <vector>

#include "schema/schema.h"
#include "storage/format/component.h"
#include "types/value/value_form.h"

namespace cellar {

struct ColumnLayout {
  ColumnId id = 0;
  std::size_t index = 0;  // into Table::columns
  bool is_static = false;
  bool is_multicell = false;
  bool is_counter = false;
  const Type* path_type = nullptr;  // for sets and maps: paths are components of this type
  std::int64_t dropped_before = INT64_MIN;
  ValueForm form{};  // of a simple column's values, of the elements of a list, or of a map's values
};

struct DerivedLayout;

struct TableLayout {
  explicit TableLayout(TablePointer of);

  /// Returns null for a column that does not exist any more.
  const ColumnLayout* find(ColumnId id) const;
  /// Returns a column that was dropped and not added again, or null.
  const ColumnLayout* find_dropped(ColumnId id) const;
  /// Cells of the column up to this time are deleted. Returns INT64_MIN for an unknown column.
  std::int64_t dropped_before(ColumnId id) const;

  TablePointer table;
  std::vector<ColumnLayout> columns;            // static and regular, by id
  std::vector<ColumnLayout> dropped;            // in the same order; `index` is not used
  std::vector<const Column*> clustering;        // in key order
  std::vector<ComponentForm> clustering_forms;  // in the same order
  std::vector<ValueForm> partition_key_forms;   // in key order
  std::size_t fixed_key_size = 0;      // of a partition key of one column whose type has one size; else 0
  bool may_lack_clustering = false;    // rows may lack clustering values, from some column to the last
  std::int64_t last_drop = INT64_MIN;  // the largest dropped_before
  std::int64_t grace = 0;              // gc_grace_seconds
  /// The indexes and views that every write of the table has to keep; null if it has none.
  std::shared_ptr<const DerivedLayout> derived;
  /// A row of the table, which is that of a view, lives as long as its marker.
  bool has_strict_liveness = false;
};
using LayoutPointer = std::shared_ptr<const TableLayout>;

}  // namespace cellar
