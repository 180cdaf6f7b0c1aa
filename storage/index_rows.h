// The rows of a table that an index names.
//
// In:      a transaction, an index, what it is asked for, and from where on.
// Out:     keys of rows, each once, in the order of tokens, as of a given second. A row may be gone since it was
//          named, if it has expired: whoever reads it sees that.
// Refused: damaged entries (`file_damaged`).
//
// Memory does not grow with the number of rows: those of one value lie in the order of tokens, those of a range
// of values are gathered in passes over the range, each of which keeps the next ones alone.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "storage/store.h"

namespace cellar {

/// Native bytes. Without `equal`: the values between the bounds.
struct IndexValues {
  std::optional<std::string> equal;  // a value, an element or a key of a collection
  std::optional<std::string> key;    // of an index on entries; `equal` is the value
  std::optional<std::string> lower, upper;
  bool lower_inclusive = false, upper_inclusive = false;
};

struct IndexedRow {
  std::vector<std::string> partition_key;
  std::vector<std::string> clustering;  // empty if whole_partition
  bool whole_partition = false;  // all rows of the partition have the value: it is static, or in its key
};

struct IndexRowsState;
class IndexRows {
 public:
  /// `index` is its place among Table::indexes. Begins after `after`, if it is given: after the whole
  /// partition if that has no clustering values.
  IndexRows(Transaction& transaction, const TablePointer& table, std::size_t index, IndexValues values,
            const TokenRange& tokens, Seconds now, const ReadPosition* after = nullptr);
  IndexRows(IndexRows&&) noexcept;
  IndexRows& operator=(IndexRows&&) noexcept;
  ~IndexRows();

  /// Returns the next row, null at the end; valid until the next call.
  const IndexedRow* next();
  /// From now on only rows of this partition are named; it must not come before what was read.
  void enter(const std::vector<std::string>& partition_key);
  /// Returns how many entries there are from the beginning on, counting at most `most`.
  std::uint64_t count(std::uint64_t most) const;

 private:
  std::unique_ptr<IndexRowsState> state_;
};

}  // namespace cellar
