// The partitions and rows to which a transaction has written, as sets of hashes.
//
// In:      the keys that are written.
// Out:     whether a partition or a row may be among them; a collision of hashes says so of one that is not.
// Refused: nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "storage/format/keys.h"

namespace cellar {

/// A set of 64-bit hashes of keys: may_contain() has false positives, and no false negatives.
class HashesOfKeys {
 public:
  void add(std::string_view key) {
    if (2 * (size_ + 1) > hashes_.size()) grow();
    insert(hash_of(key));
  }
  bool may_contain(std::string_view key) const {
    return !hashes_.empty() && hashes_[place_of(hash_of(key))] != kFree;
  }

 private:
  static constexpr std::uint64_t kFree = 0;
  static constexpr std::size_t kSmallest = 1024;  // a power of two, like every size

  static std::uint64_t hash_of(std::string_view key) {
    const std::uint64_t hash = std::hash<std::string_view>()(key);
    return hash == kFree ? 1 : hash;
  }
  /// Returns where the hash is, or where it would be put.
  std::size_t place_of(std::uint64_t hash) const {
    const std::size_t mask = hashes_.size() - 1;
    std::size_t place = hash & mask;
    while (hashes_[place] != kFree && hashes_[place] != hash) place = (place + 1) & mask;
    return place;
  }
  void insert(std::uint64_t hash) {
    std::uint64_t& place = hashes_[place_of(hash)];
    if (place == kFree) ++size_;
    place = hash;
  }
  void grow() {
    std::vector<std::uint64_t> old(hashes_.empty() ? kSmallest : 2 * hashes_.size(), kFree);
    old.swap(hashes_);
    size_ = 0;
    for (const std::uint64_t hash : old) {
      if (hash != kFree) insert(hash);
    }
  }

  std::vector<std::uint64_t> hashes_;  // open addressing
  std::size_t size_ = 0;
};

class KeysOfWrites {
 public:
  /// From now on rows are noted, too. Requires that nothing was added.
  void note_rows() {
    if (!rows_) rows_.emplace();
  }
  void add(const KeyInPartition& written) {
    partitions_.add(written.partition());
    if (!rows_) return;
    if (written.is_of_row())
      rows_->rows.add(written.key);
    else
      rows_->whole_partitions.add(written.partition());
  }
  bool may_contain(std::string_view partition) const { return partitions_.may_contain(partition); }
  /// Returns false only if neither the row nor a whole partition around it was written.
  bool may_contain_row(const KeyInPartition& row) const {
    if (!rows_) return may_contain(row.partition());
    return rows_->rows.may_contain(row.key) || rows_->whole_partitions.may_contain(row.partition());
  }

 private:
  struct NotedRows {
    HashesOfKeys rows;
    HashesOfKeys whole_partitions;  // with a write that may concern any of their rows
  };
  HashesOfKeys partitions_;
  std::optional<NotedRows> rows_;
};

}  // namespace cellar
