// Finds keys in a tree of a snapshot, page by page, without LMDB.
//
// In:      a snapshot; the name of a database; keys as they are stored.
// Out:     the values, as views into the map.
// Refused: pages and entries that cannot be those of the tree (`file_damaged`).
//
// LMDB finds the root of the tree anew in each transaction, and waits for each entry with which it compares the key. A
// read of one row costs little else. Here the root is found once for each version of the file, and the entries of a
// page come from memory together (Page::first_above).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "storage/map/lmdb.h"
#include "storage/map/page.h"

namespace cellar {

class TreeSearch {
 public:
  /// The name must outlive it.
  explicit TreeSearch(const char* name) : name_(name) {}

  /// Returns false if LMDB is to be asked: for a write transaction, pages of another size, a database that does not
  /// exist, or a snapshot that is too old to find the map by it. The transaction is always the same object, or one with
  /// the same map.
  bool can_read(LmdbTransaction& snapshot) {
    if (!snapshot.has_pages_of(kPage)) return false;
    if (snapshot_ != snapshot.id()) enter(snapshot);
    return is_entered_;
  }
  /// Returns nothing if there is no such key. Requires that can_read() has returned true.
  std::optional<std::string_view> get(LmdbTransaction& snapshot, std::string_view key);

 private:
  void enter(LmdbTransaction& snapshot);
  bool find_map(LmdbTransaction& snapshot, const char* leaf);
  Page page(LmdbTransaction& snapshot, std::uint64_t number) const;
  std::string_view value(LmdbTransaction& snapshot, const Page& leaf, std::size_t index) const;

  static constexpr std::size_t kPage = 4096;

  const char* name_;
  const char* map_ = nullptr;
  std::size_t snapshot_ = 0;  // the version of the file that the following are of
  bool is_entered_ = false;
  std::uint64_t root_ = kNoPage;
  std::uint64_t last_page_ = 0;
};

}  // namespace cellar
