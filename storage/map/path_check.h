// Checks the pages of a large file that a write is about to change, before LMDB changes them.
//
// In:      the file; the key of each write, before the write.
// Out:     whether the pages on the path to the key are sound, and those beside them if the write may merge
//          pages.
// Refused: nothing; the caller refuses the write.
//
// LMDB copies each page on the path into memory of its own and then moves bytes in it by the sizes found
// there: a damaged page would corrupt the memory around the copy. All pages of a small file are checked at
// its first write (storage/map/file_check.h); of a large file only the pages that are needed, once each. The
// pages checked are those committed before the transaction; a page that this process, or another one that is
// sound, has written needs no check, and is checked only if it lies on the path to a key. Consecutive writes
// into one page, as sorted writes are, cost one check. If the system does not grant the address space for a
// map of the file, nothing is checked.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "storage/map/page_file.h"
#include "storage/system/memory.h"

namespace cellar {

class PathCheck {
 public:
  /// `newest` is the newest meta page, `names` are the names of the databases, indexed by handle.
  PathCheck(int descriptor, const MetaRecord& newest, std::vector<std::string> names);

  /// To be called for a transaction that holds the lock to write. Returns false if its meta page is not
  /// sound.
  bool begin(std::uint64_t transaction);
  bool is_sound_to_put(unsigned database, std::string_view key) { return is_sound(database, key, false); }
  bool is_sound_to_erase(unsigned database, std::string_view key) { return is_sound(database, key, true); }

 private:
  /// A page, and the bounds of the keys in it and in the pages below it.
  struct Step {
    std::uint64_t page = kNoPage;
    std::string_view from;
    std::string_view to;  // empty: no upper bound

    bool covers(std::string_view key) const { return key >= from && (to.empty() || key < to); }
  };
  struct Tree {
    std::string name;
    bool is_known = false;
    std::uint64_t root = kNoPage;
    /// The pages from the root to the leaf that was checked last, as they were committed.
    std::vector<Step> path;
    bool has_leaf = false;  // the leaf was checked and has no large values: all of its keys may be written
    bool has_neighbours = false;  // the pages beside the path are checked as well, from the first erasure on
  };

  /// Maps the file with room to grow; pages beyond its end are not read.
  bool map(std::uint64_t pages) { return map_.map(descriptor_, 2 * pages * page_size_); }
  bool is_sound(unsigned database, std::string_view key, bool erases);
  bool find_root(Tree& tree);
  bool check_path(Tree& tree, std::string_view key, bool erases);
  bool check_siblings(const Page& page, std::size_t index);
  bool check_edge(std::uint64_t number, bool is_behind, unsigned depth);
  bool is_sparse(std::uint64_t number) const;
  bool check_leaf(Tree& tree, const Page& page, std::string_view key);
  bool check_page(std::uint64_t number);
  static Step step_below(const Page& page, std::size_t index, const Step& step);
  std::string_view bytes_of(std::uint64_t number) const {
    return {map_.bytes() + number * page_size_, page_size_};
  }

  PageFile file_;
  int descriptor_;
  std::vector<Tree> trees_;
  MetaRecord meta_{};
  std::size_t page_size_ = 0;
  FileMap map_;
  std::uint64_t file_pages_ = 0;
  std::uint64_t pages_beside_ = 0;  // pages that check_siblings() has looked at
  std::vector<bool> checked_;
  std::vector<bool> has_large_;  // for each checked page: it is a leaf with large values
};

}  // namespace cellar
