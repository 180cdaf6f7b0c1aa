// A table as it lies in the store, with what is dead and not purged yet.
//
// In:      a transaction, a table, the partitions to read.
// Out:     partitions in the order of tokens; of each its deletion, then its static row, then its rows and the
//          deletions of ranges in stored order; of each row its marker, its deletion and its cells, one at a time.
//          Memory does not grow with their number. Values are native-protocol bytes.
// Refused: damaged bytes (`file_damaged`); an interrupt (Transaction::ask_while_reading).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "storage/format/row_format.h"
#include "storage/store.h"

namespace cellar {

/// Which partitions: the one of a key, or those of some tokens.
struct RawPlace {
  std::optional<std::vector<std::string>> key;
  TokenRange tokens;
};

/// A column of the table, or one that was dropped and has left cells behind.
struct RawColumn {
  ColumnId id = 0;
  std::string_view name;
  const Type* type = nullptr;
  bool is_static = false;
  bool is_multicell = false;
  bool is_dropped = false;
  Timestamp dropped_before = INT64_MIN;  // cells up to this time belong to an earlier column of the name
};

/// A cell of a simple column, or an element of a multicell one. Valid until the next call.
struct RawCell {
  const RawColumn* column = nullptr;
  std::optional<std::string> path;  // of an element, as CellWrite::path
  CellVersion version;

  /// True if a drop of the column has deleted it.
  bool is_dropped() const {
    return column->is_dropped || version.liveness.timestamp <= column->dropped_before;
  }
};
/// All elements of a column were deleted.
struct RawColumnDeletion {
  const RawColumn* column = nullptr;
  Deletion deletion;
};
using RawRowPart = std::variant<RawColumnDeletion, RawCell>;

struct RawRow {
  bool is_static = false;
  std::vector<std::string> clustering;  // without the values that the row lacks
  std::optional<Liveness> marker;
  std::optional<Deletion> deletion;
  std::optional<Deletion>
      deleted_around;  // the newest deletion of its partition or of a range that it lies in
};
/// The deletion of a range of rows. Fragments of one deletion that lie side by side are one range.
struct RawRange {
  Position start, end;
  Deletion deletion;
};
struct RawRangeStart {
  RawRange range;
};
struct RawRangeEnd {
  RawRange range;
};
/// Ranges do not overlap: each ends before the next one starts.
using RawItem = std::variant<RawRow, RawRangeStart, RawRangeEnd>;

struct RawPartitionsState;
class RawPartitions {
 public:
  RawPartitions(Transaction& transaction, const TablePointer& table, const RawPlace& place);
  RawPartitions(RawPartitions&&) noexcept;
  RawPartitions& operator=(RawPartitions&&) noexcept;
  ~RawPartitions();

  /// Moves to the next partition that has any entry. Returns false at the end.
  bool next();
  const std::vector<std::string>& key() const;
  std::int64_t token() const;
  const std::optional<Deletion>& deletion() const;

  /// Returns the next row, or start or end of a deleted range, null at the end of the partition. Valid until the
  /// next call.
  const RawItem* next_item();
  /// Returns the next part of the row that next_item() has returned, null at its end: simple columns by name, then
  /// multicell ones by name, each with its deletion and then its elements; then those of dropped columns.
  const RawRowPart* next_part();

 private:
  std::unique_ptr<RawPartitionsState> state_;
};

}  // namespace cellar
