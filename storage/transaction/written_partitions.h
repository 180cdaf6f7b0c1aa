// The partitions to which a transaction has written, as a set of hashes.
//
// In:      the prefixes of the keys that are written.
// Out:     whether a partition may be among them; a collision of hashes says so of one that is not.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace cellar {

class WrittenPartitions {
 public:
  void add(std::string_view prefix) {
    if (2 * (size_ + 1) > hashes_.size()) grow();
    insert(hash_of(prefix));
  }
  bool may_contain(std::string_view prefix) const {
    return !hashes_.empty() && hashes_[place_of(hash_of(prefix))] != kFree;
  }

 private:
  static constexpr std::uint64_t kFree = 0;
  static constexpr std::size_t kSmallest = 1024;  // a power of two, like every size

  static std::uint64_t hash_of(std::string_view prefix) {
    const std::uint64_t hash = std::hash<std::string_view>()(prefix);
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

}  // namespace cellar
