// The keys of partitions, rows and positions, as storage/format/format.h specifies them.
//
// In:      native bytes of key columns.
// Out:     key bytes, and the way back.
// Refused: a partition key, the clustering values of a row or a path over 65,535 bytes; a value over 256 MiB.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "storage/format/component.h"
#include "storage/format/mutation.h"
#include "storage/format/table_layout.h"

namespace cellar {

/// A key in the file, of a row or of what belongs to a whole partition, and the part of it that names the partition.
struct KeyInPartition {
  std::string_view key;
  std::size_t partition_size = 0;  // bytes

  std::string_view partition() const { return key.substr(0, partition_size); }
  bool is_of_row() const { return key.size() > partition_size; }
};

/// Returns the prefix of all keys of the partition: table id, token and partition key.
std::string partition_prefix(const Table& table, const std::vector<std::string>& partition_key);
void append_partition_prefix(std::string& out, const Table& table,
                             const std::vector<std::string>& partition_key);
void append_partition_prefix(std::string& out, const Table& table,
                             std::span<const std::string_view> partition_key);
/// Returns table id and token: the position before all partitions of the token.
std::string token_prefix(TableId table, std::int64_t token);
/// Returns the number of bytes at the front of a key that identify its partition.
std::size_t partition_prefix_size(std::string_view key, const Table& table);
/// Returns the size of a partition key that is one column whose type has one size, so that its length is not
/// written; 0 for others.
std::size_t fixed_key_size(const Table& table);
/// Returns the size of the partition prefix if it is the same in all keys of the table; otherwise 0.
std::size_t fixed_prefix_size(const TableLayout& layout);
std::int64_t token_of_prefix(std::string_view prefix);
void partition_key_of_prefix(std::string_view prefix, const TableLayout& layout,
                             std::vector<std::string>& values);
/// As above, with views into the prefix.
void partition_key_of_prefix(std::string_view prefix, const TableLayout& layout,
                             std::vector<std::string_view>& values);
/// Returns the position before all partitions of a table.
std::string table_prefix(TableId table);
TableId table_of_key(std::string_view key);

/// Appends the components of clustering values. Returns true if all of them read back as the same bytes.
bool append_clustering(std::string& out, const TableLayout& layout, const std::vector<std::string>& values);
bool append_clustering(std::string& out, const TableLayout& layout, std::span<const std::string_view> values);
/// Returns the encoding of a position among the rows of a partition.
std::string position_bytes(const TableLayout& layout, const Position& position);
/// Returns the size of the clustering components at the front of `bytes`.
std::size_t clustering_size(const TableLayout& layout, std::string_view bytes);
/// Returns the size of the row's key at the front of the key of one of its entries, of which `prefix` bytes are the
/// partition's. Refuses a key that has something else than an own entry there: it may lie behind all entries of the
/// row, and a seek past them would lead to it again and again.
std::size_t row_key_size(const TableLayout& layout, std::string_view key, std::size_t prefix);
/// Returns what follows the components.
std::string_view read_clustering(const TableLayout& layout, std::string_view bytes,
                                 std::vector<std::string>& values);

/// Appends a path. Returns true if it reads back as the same bytes.
bool append_path(std::string& out, const ColumnLayout& column, std::string_view path);
void read_path(const ColumnLayout& column, std::string_view bytes, std::string& path);

/// Returns key.starts_with(prefix); common sizes are compared without a call.
inline bool begins_with(std::string_view key, std::string_view prefix) {
  constexpr std::size_t kWord = sizeof(std::uint64_t);
  const std::size_t size = prefix.size();
  if (key.size() < size) return false;
  if (size < kWord || size > 2 * kWord) return key.starts_with(prefix);
  const auto word = [](const char* at) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, at, kWord);
    return bytes;
  };
  return word(key.data()) == word(prefix.data()) &&
         word(key.data() + size - kWord) == word(prefix.data() + size - kWord);
}

/// Copies `from` to memory that does not overlap; common sizes are copied without a call.
inline void copy_prefix(std::string_view from, char* to) {
  constexpr std::size_t kWord = sizeof(std::uint64_t);
  const std::size_t size = from.size();
  if (size < kWord || size > 2 * kWord) {
    std::memcpy(to, from.data(), size);
    return;
  }
  std::memcpy(to, from.data(), kWord);
  std::memcpy(to + size - kWord, from.data() + size - kWord, kWord);
}

/// Appends the column to a row's key: the result is the key of a large cell, and the prefix of elements'
/// keys.
void append_own_entry(std::string& out, ColumnId column);
/// Returns the column in the key of an own entry; `entry` is the part of the key from kOwnEntry on.
ColumnId column_of_own_entry(std::string_view entry);
/// Returns the column, and the path after it.
std::pair<ColumnId, std::string_view> column_and_path(std::string_view entry);

/// Returns true if the own entry is an element of a multicell column, false if it is a large cell. The key
/// alone tells, so this also works for a dropped column.
bool is_element_key(std::string_view own_entry, std::size_t row_key_size);

/// Returns the first key that is greater than all keys with the prefix.
std::string after_prefix(std::string_view prefix);

/// Returns the number of bytes of all values.
template <typename Values>
std::size_t total_size(const Values& values) {
  std::size_t size = 0;
  for (const auto& value : values) size += value.size();
  return size;
}

/// Refuses a value that is too large.
void check_value_size(std::size_t size, std::string_view column);
void check_value_sizes(const SimpleRow& row);
/// Refuses keys and values of the mutation that are too large.
void check_key_sizes(const Mutation& mutation, const TableLayout& layout);
void check_key_sizes(const SimpleRow& row);

}  // namespace cellar
