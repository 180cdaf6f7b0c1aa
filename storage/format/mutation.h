// A write as data: its values are encoded as bytes.
//
// In:      values in native-protocol bytes, timestamps, times to live.
// Out:     the same as plain data: changes of rows, deletions of ranges and partitions.
// Refused: nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "schema/schema.h"
#include "storage/format/timestamp.h"

namespace cellar {

/// When a marker or cell was written and when it ends.
struct Liveness {
  Timestamp timestamp = 0;
  std::int32_t time_to_live = 0;  // seconds; 0: for ever
  Seconds expires_at = 0;         // if there is a time to live

  bool is_live(Seconds now) const { return time_to_live == 0 || expires_at > now; }
  bool operator==(const Liveness&) const = default;
};

/// One cell. `path` names an element of a multicell column in native bytes: a map's key, a set's element, a
/// list's position (list_position), a user type's field (field_path); empty for a simple column. A cell
/// without a value is a tombstone. The value of a counter is what is added to the stored one, as a bigint.
struct CellWrite {
  ColumnId column = 0;
  std::string path;
  Value value;
  Liveness liveness;
};

/// The elements that a statement writes to a list, set or map as a whole. Means one cell for each of them, but is as
/// small as the collection itself; storage/format/row_cells.h shows the cells.
struct ElementsWrite {
  ColumnId column = 0;
  TypeKind kind = TypeKind::set;
  std::string collection;  // native bytes, in which null is a tombstone
  Liveness liveness;
  std::int64_t order = 0;  // of list_position(), for a list
};

/// Deletes all elements of a multicell column that are not younger than the timestamp.
struct ColumnDeletion {
  ColumnId column = 0;
  Timestamp timestamp = 0;
};

/// The changes of one statement to one row, or to the static row of a partition.
struct RowWrite {
  bool is_static = false;
  /// One value per clustering column; empty if static. Table::may_lack_clustering: the last ones may be left
  /// out.
  std::vector<std::string> clustering;
  std::optional<Liveness> marker;     // written by INSERT
  std::optional<Timestamp> deletion;  // written by DELETE of the row
  std::vector<ColumnDeletion> column_deletions;
  std::vector<CellWrite> cells;
  std::vector<ElementsWrite> elements;  // each holds at least one
};

/// A position between rows: before or after all rows that begin with `prefix`, in stored order (which is
/// descending for a descending column).
struct Position {
  std::vector<std::string> prefix;  // values of the leading clustering columns
  bool after = false;
  bool is_row = false;  // the rows are the one that has these values and lacks the others
};
/// The rows between two positions, in stored order. The default is the whole partition.
struct Slice {
  Position start;
  Position end{{}, true};
};

struct RangeDeletion {
  Slice slice;
  Timestamp timestamp = 0;
};
/// Deletes the rows and the static row.
struct PartitionDeletion {
  Timestamp timestamp = 0;
};

struct Mutation {
  TablePointer table;
  std::vector<std::string> partition_key;  // one value per column
  std::variant<RowWrite, RangeDeletion, PartitionDeletion> write;
};

/// The most common write, as views: a row of simple cells with the same liveness in one partition. Cells are
/// ordered by column id, each occurs once; a cell without a value is a tombstone, and that of a counter adds.
struct SimpleCell {
  ColumnId column = 0;
  std::optional<std::string_view> value;
};
struct SimpleRow {
  const TablePointer& table;
  std::span<const std::string_view> partition_key;
  std::span<const std::string_view> clustering;
  bool marker = false;
  Liveness liveness;
  std::span<const SimpleCell> cells;
};

/// Returns the path of a list element: `order` is a fresh timestamp of the store, negated to prepend; `index`
/// counts the elements of one statement.
std::string list_position(std::int64_t order, std::uint32_t index);
std::string field_path(std::uint16_t field);
std::uint16_t field_of_path(std::string_view path);

}  // namespace cellar
