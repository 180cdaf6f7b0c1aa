// The entries of `data` as LMDB holds them, with the parts of their keys (storage/format/format.h).
//
// In:      a transaction; a table and the partitions to read, or an index.
// Out:     keys and values in stored order, and what each part of a key is.
// Refused: damaged bytes (`file_damaged`); an interrupt.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "storage/raw_partition.h"

namespace cellar {

struct RawPart {
  std::string_view bytes;
  std::string meaning;  // "table 3", "k = 7", "row"
};

struct RawEntriesState;
class RawEntries {
 public:
  RawEntries(Transaction& transaction, const TablePointer& table, const RawPlace& place);
  /// All entries of an index, which is given by its place among Table::indexes.
  RawEntries(Transaction& transaction, const TablePointer& table, std::size_t index);
  RawEntries(RawEntries&&) noexcept;
  RawEntries& operator=(RawEntries&&) noexcept;
  ~RawEntries();

  bool next();
  /// The whole key, however it is stored. Views are valid until the next call.
  std::string_view key() const;
  std::string_view value() const;
  /// Returns true if the key is too long for LMDB, so that a part of it is in a space of its own.
  bool is_long() const;
  /// Returns true if the entry belongs to another partition than the one before, or is the first.
  bool begins_partition() const;
  /// Returns true for the packed entry of a row, which comes before its own entries; false for a static row.
  bool begins_row() const;
  std::int64_t token() const;
  std::vector<RawPart> parts() const;
  /// Returns what the value is: "marker, cells a v"; "range tombstone, to c = 5".
  std::string meaning() const;

 private:
  std::unique_ptr<RawEntriesState> state_;
};

}  // namespace cellar
