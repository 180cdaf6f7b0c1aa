// Checks the pages of a large file that a write is about to change, before LMDB changes them.
//
// In:      the file; the key of each write, before it.
// Out:     whether the pages on the way to the key are sound, and those beside them if the write may join
//          pages.
//
// LMDB copies each page on the way into memory of its own and then moves bytes in it by the sizes that it
// finds: a damaged page would take the memory around it along. All pages of a small file are checked at its
// first write (storage/lmdb/file_check.h); of a large one those that are needed, once each. The pages that a
// transaction finds are those that were committed before it; what this process or another sound one has
// written needs no check, and is checked only if it lies on the way to a key. Writes that fall into one page,
// as sorted ones do, ask for it once. If the address space for a map of the file is not granted, nothing is
// checked.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "storage/lmdb/page_file.h"

namespace cellar {

class PathCheck {
 public:
  /// `names` are those of the databases, by their handles.
  PathCheck(int descriptor, std::vector<std::string> names);
  ~PathCheck();
  PathCheck(const PathCheck&) = delete;
  PathCheck& operator=(const PathCheck&) = delete;

  /// For a transaction that holds the lock to write. False if what it starts from is not sound.
  bool begin(std::uint64_t transaction);
  bool is_sound_to_put(unsigned database, std::string_view key) { return is_sound(database, key, false); }
  bool is_sound_to_erase(unsigned database, std::string_view key) { return is_sound(database, key, true); }

 private:
  /// A page, and the keys that it and the pages below it may hold.
  struct Step {
    std::uint64_t page = kNoPage;
    std::string_view from;
    std::string_view to;  // empty: to the end

    bool covers(std::string_view key) const { return key >= from && (to.empty() || key < to); }
  };
  struct Tree {
    std::string name;
    bool is_known = false;
    std::uint64_t root = kNoPage;
    /// From the root to the leaf that was checked last, as it was committed.
    std::vector<Step> way;
    bool has_leaf = false;        // it has no large values, so that all of its keys are sound
    bool has_neighbours = false;  // the pages beside the way were checked, too, and are from now on
  };

  bool map(std::uint64_t pages);
  bool is_sound(unsigned database, std::string_view key, bool erases);
  bool find_root(Tree& tree);
  bool check_way(Tree& tree, std::string_view key, bool erases);
  bool check_siblings(const Page& page, std::size_t index);
  bool check_edge(std::uint64_t number, bool is_behind, unsigned depth);
  bool is_sparse(std::uint64_t number) const;
  bool check_leaf(Tree& tree, const Page& page, std::string_view key);
  bool check_page(std::uint64_t number);
  static Step step_below(const Page& page, std::size_t index, const Step& step);
  std::string_view bytes_of(std::uint64_t number) const { return {map_ + number * page_size_, page_size_}; }

  PageFile file_;
  int descriptor_;
  std::vector<Tree> trees_;
  MetaRecord meta_{};
  std::size_t page_size_ = 0;
  const char* map_ = nullptr;
  std::size_t map_size_ = 0;
  std::uint64_t file_pages_ = 0;
  std::uint64_t pages_beside_ = 0;  // that check_siblings() has looked at
  std::vector<bool> checked_;
  std::vector<bool> has_large_;  // of checked pages: leaves with large values
};

}  // namespace cellar
