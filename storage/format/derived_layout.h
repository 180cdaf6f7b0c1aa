// What the store needs to know about the indexes and views of a table, arranged for its writes.
//
// In:      a table with indexes or views.
// Out:     where each index finds what it holds, and each view the parts of its key.
// Refused: nothing.
#pragma once

#include <string>
#include <vector>

#include "schema/schema.h"
#include "storage/format/table_layout.h"

namespace cellar {

/// The place of a value in a base row.
enum class ValueSource : std::uint8_t { partition_key, clustering, cell };

struct ValuePlace {
  ValueSource source = ValueSource::cell;
  std::size_t index = 0;  // among the columns of the partition key or the clustering columns
  const Column* column = nullptr;
};

struct IndexLayout {
  const Index* index = nullptr;
  std::string prefix;  // of the keys of its entries: its id
  ValuePlace place;
  bool of_elements = false;    // the column is multicell: one entry for each element
  bool holds_path = false;     // `path` is what is indexed, or a part of it
  bool holds_element = false;  // the value of an element is indexed, or a part of it
  bool repeats = false;        // elements of a row may have equal values: the path follows the row
  bool keeps_value = false;    // a vector is in the value of the entry, not in its key
  const Type* type = nullptr;  // of the value in the key, of an element's value where `of_elements`
};

struct ViewLayout {
  const View* view = nullptr;
  LayoutPointer layout;
  std::vector<ValuePlace> partition_key;
  std::vector<ValuePlace> clustering;
  ColumnId key_column = 0;  // ViewSource::key_column
  /// Columns of the base that the view does not have keep its row alive, unless it has all of them.
  bool has_unselected = false;
  bool has_multicell = false;
  std::vector<ColumnId> unselected_multicell;
  struct Filter {
    const ViewFilter* filter = nullptr;
    std::vector<ValuePlace> places;
  };
  std::vector<Filter> filters;

  /// Returns true for a column that is no part of the view's key.
  bool has_cells_of(ColumnId column) const { return layout->find(column) != nullptr; }
};

struct DerivedLayout {
  explicit DerivedLayout(const Table& table);
  /// As above, but for the index or view with this id alone.
  DerivedLayout(const Table& table, TableId derived);

  std::vector<IndexLayout> indexes;
  std::vector<ViewLayout> views;
};

}  // namespace cellar
