// The keys of partitions, rows and positions, as storage/format/format.h specifies them.
//
// In:      native bytes of key columns.
// Out:     key bytes, and back.
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
#include "storage/format/table_layout.h"
#include "storage/store.h"

namespace cellar {

/// Table id, token and partition key.
std::string partition_prefix(const Table& table, const std::vector<std::string>& partition_key);
void append_partition_prefix(std::string& out, const Table& table,
                             const std::vector<std::string>& partition_key);
void append_partition_prefix(std::string& out, const Table& table,
                             std::span<const std::string_view> partition_key);
/// Table id and token: before all partitions of the token.
std::string token_prefix(TableId table, std::int64_t token);
/// How many bytes at the front of a key name its partition.
std::size_t partition_prefix_size(std::string_view key, const Table& table);
/// Returns the size of a partition key that is one column whose type has one size, and whose length is
/// therefore not written; 0 for others.
std::size_t fixed_key_size(const Table& table);
/// How many bytes name the partition in all keys of the table; 0 where it differs.
std::size_t fixed_prefix_size(const TableLayout& layout);
std::int64_t token_of_prefix(std::string_view prefix);
void partition_key_of_prefix(std::string_view prefix, const TableLayout& layout,
                             std::vector<std::string>& values);
/// Before all partitions of a table.
std::string table_prefix(TableId table);
TableId table_of_key(std::string_view key);

/// Components of clustering values. True if they all read back as the same bytes.
bool append_clustering(std::string& out, const TableLayout& layout, const std::vector<std::string>& values);
bool append_clustering(std::string& out, const TableLayout& layout, std::span<const std::string_view> values);
/// A position among the rows of a partition.
std::string position_bytes(const TableLayout& layout, const Position& position);
/// Size of the clustering components at the front.
std::size_t clustering_size(const TableLayout& layout, std::string_view bytes);
void read_clustering(const TableLayout& layout, std::string_view bytes, std::vector<std::string>& values);

/// True if the path reads back as the same bytes.
bool append_path(std::string& out, const ColumnLayout& column, std::string_view path);
void read_path(const ColumnLayout& column, std::string_view bytes, std::string& path);

/// Returns key.starts_with(prefix), without a call for the usual sizes.
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

/// Copies bytes to others that do not overlap, without a call for the usual sizes.
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

/// A column's own entries within a row: the row's key is appended to, as it is for a large cell.
void append_own_entry(std::string& out, ColumnId column);
/// The column in the key of an own entry; `entry` is the part of the key from kOwnEntry on.
ColumnId column_of_own_entry(std::string_view entry);
/// The same, and the path behind it.
std::pair<ColumnId, std::string_view> column_and_path(std::string_view entry);

/// True if the own entry is an element of a multicell column, false if it is a large cell. The key tells,
/// also of a column that was dropped.
bool is_element_key(std::string_view own_entry, std::size_t row_key_size);

/// The first key that is greater than all that begin with the prefix.
std::string after_prefix(std::string_view prefix);

/// Refuses more bytes than a value may have.
void check_value_size(std::size_t size, std::string_view column);
void check_value_sizes(const SimpleRow& row);
/// Values, too.
void check_key_sizes(const Mutation& mutation, const TableLayout& layout);
void check_key_sizes(const SimpleRow& row);

}  // namespace cellar
