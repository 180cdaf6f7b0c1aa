// Checks the entries of `data`, `purge` and `meta` against the rules of storage/format/format.h, with the
// decoders that reads use.
//
// In:      entries in the order of the file.
// Out:     the first fault of an entry, in words; nothing if it is sound.
//
// In:      entries in the order of their file.
// Out:     what is wrong with one, in words.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "storage/derived/derived_layout.h"
#include "storage/format/row_format.h"
#include "storage/verify/key_text.h"

namespace cellar {

class EntryCheck {
 public:
  explicit EntryCheck(const TablesById& tables) : tables_(tables) {}

  /// `is_whole` is false if `value` is only the beginning of a larger value.
  std::optional<std::string> fault_in_data(std::string_view key, std::string_view value, bool is_whole);
  static std::optional<std::string> fault_in_purge(std::string_view key, std::string_view value);
  static std::optional<std::string> fault_in_meta(std::string_view key, std::string_view value);

 private:
  void check_data(const TableLayout& layout, std::string_view key, std::string_view value, bool is_whole);
  void check_index_entry(const TableLayout& layout, const IndexLayout& index, std::string_view key,
                         std::string_view value, bool is_whole);
  void check_partition(const TableLayout& layout, std::string_view prefix);
  void check_range_tombstone(std::string_view key, std::size_t prefix, std::string_view value);
  void check_packed(const TableLayout& layout, std::string_view value);
  void check_own(const TableLayout& layout, std::string_view own, std::string_view value, bool is_whole);

  const TablesById& tables_;
  std::string partition_;      // the partition that was checked last
  std::string tombstone_end_;  // the end of the last range tombstone in that partition
  PackedRow row_;
  std::vector<std::string> values_;
};

}  // namespace cellar
