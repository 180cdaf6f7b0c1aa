// Live rows: of one partition, or of a range of tokens.
//
// In:      a partition or a scan of some (partition_state.h, scan.h), slices of clustering positions, a direction.
// Out:     live rows, as of a given second, in stored order, one at a time.
// Refused: damaged entries (`file_damaged`), a read that was interrupted.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "storage/format/mutation.h"
#include "storage/rows/read_counters.h"

namespace cellar {

/// A live cell. `value` points into the transaction's map and is valid until its next write or its end.
struct StoredCell {
  std::string_view value;
  Liveness liveness;
};
struct StoredElement {
  std::string path;  // native bytes, as in CellWrite
  StoredCell cell;
};

/// A live row: it has a live marker or at least one live cell (of any column, wanted or not).
struct StoredRow {
  std::vector<std::string> clustering;  // native bytes; empty for a static row; without those that it lacks
  const Liveness* marker = nullptr;     // null if none lives, or if nothing is wanted; valid like the row
  /// Indexed as Table::columns; only wanted columns are filled. `cells` holds simple columns.
  std::vector<std::optional<StoredCell>> cells;
  /// Indexed likewise: the elements of multicell columns in the order of their paths.
  std::vector<std::vector<StoredElement>> elements;
};

/// Which columns a read wants: indexes into Table::columns. Key columns are always returned; a read that wants one of
/// them returns the row marker, too, as does one that wants any other column.
using WantedColumns = std::vector<std::size_t>;

/// The most common read: some simple cells of one row, given its whole key.
struct SimpleRowRead {
  const TablePointer& table;
  std::span<const std::string_view> partition_key;
  std::span<const std::string_view> clustering;
  std::span<const ColumnId> columns;  // in the order of ids, each once
  /// False: damage beside the place of a row that is not there need not be found. For a write, which puts the row there
  /// in any case.
  bool proves_absence = true;
};
enum class SimpleRowFound {
  yes,      // the row lives
  no,       // no such row lives
  unknown,  // only a PartitionReader can tell: there is a large cell, a range tombstone, ...
};

struct PartitionState;
/// Reads one partition. Valid while its transaction is open and has not written.
class PartitionReader {
 public:
  explicit PartitionReader(std::unique_ptr<PartitionState> state);
  PartitionReader(PartitionReader&&) noexcept;
  PartitionReader& operator=(PartitionReader&&) noexcept;
  ~PartitionReader();

  const std::vector<std::string>& key() const;
  std::int64_t token() const;
  /// Returns the wanted live static cells; null if no static cell lives. May be called at any time.
  const StoredRow* static_row();
  /// Starts to read rows: `slices` are in stored order and do not overlap. With `reversed`, rows come last
  /// first. Without this call the whole partition is read forwards.
  void select(std::vector<Slice> slices, bool reversed);
  /// Returns the next live row, null at the end. The row is valid until the next call.
  const StoredRow* next();
  /// Does what next() does, but the row's clustering values are only available from clustering().
  const StoredRow* advance();
  const std::vector<std::string>& clustering();

 private:
  std::unique_ptr<PartitionState> state_;
};

/// Tokens from `lower` to `upper`; the default is the whole ring.
struct TokenRange {
  std::int64_t lower = INT64_MIN;
  std::int64_t upper = INT64_MAX;
  bool lower_inclusive = true;
  bool upper_inclusive = true;
};

/// The place at which a read stopped, so that another transaction can continue it: after this row, or after the
/// partition's static row if `clustering` is empty and the table has clustering columns.
struct ReadPosition {
  std::vector<std::string> partition_key;
  std::vector<std::string> clustering;
};
std::string encode(const ReadPosition& position);
/// Refuses bytes that encode() has not produced.
ReadPosition decode_read_position(std::string_view bytes);

class RowBatch;
struct ScanState;
/// Iterates over the partitions of a table in the order of their tokens.
class PartitionCursor {
 public:
  explicit PartitionCursor(std::unique_ptr<ScanState> state);
  PartitionCursor(PartitionCursor&&) noexcept;
  PartitionCursor& operator=(PartitionCursor&&) noexcept;
  ~PartitionCursor();

  /// Moves to the next partition that has any entry, in one seek however large the current one is. The
  /// partition may hold no live row.
  bool next();
  /// Returns the next live row, of the current partition or of a later one; null at the end. Equivalent to
  /// calling advance() of partition() and next() in turns, for a scan that needs nothing between two
  /// partitions. partition() is then the row's partition.
  const StoredRow* next_row();
  /// Moves over rows that next_row() would return next, if it has returned the current one and no columns are
  /// wanted. The last of them is then the current one. Returns how many there were; may return 0 although more
  /// follow.
  std::uint64_t pass_rows();
  /// As above, but adds the rows, at most `most` of them, to a batch (storage/rows/read/row_batch.h), which shows all
  /// wanted columns.
  std::uint64_t read_rows(RowBatch& batch, std::size_t most);
  /// Returns the place of a row of a batch.
  ReadPosition place_of(const RowBatch& batch) const;
  /// From now on the scan ends before the partitions whose token is greater than `last`.
  void end_at(std::int64_t last);
  PartitionReader& partition();

 private:
  std::unique_ptr<ScanState> state_;
};

}  // namespace cellar
