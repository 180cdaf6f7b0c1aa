// The pages of an LMDB file as they are on disk, parsed without LMDB, which trusts what it reads.
//
// In:      the bytes of a page.
// Out:     its nodes, or the reason why they cannot be used.
// Refused: nothing.
//
// The layout is that of LMDB 0.9 on a 64-bit machine, in the machine's byte order. A page begins with a
// header of 16 bytes: its number u64, unused u16, flags u16, lower u16, upper u16 (of an overflow page: how
// many pages it has, u32). Pages 0 and 1 are meta pages. A branch or leaf page continues with the offsets of
// its nodes in the order of their keys, u16 each, up to `lower`; the nodes fill the page from `upper` to its
// end. A node is the low and the high half of a number u32 (size of the value; of a branch: page below),
// flags u16 (of a branch: bits 32 to 47 of the page below), size of the key u16, the key, and the value, if
// it is not in overflow pages. Nodes have even sizes.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

namespace cellar {

inline constexpr std::size_t kPageHeaderSize = 16;
inline constexpr std::size_t kNodeHeaderSize = 8;
inline constexpr std::size_t kSmallestPage = 512;
inline constexpr std::size_t kLargestPage = 32768;
inline constexpr std::size_t kLargestNodeKey = 511;
inline constexpr unsigned kDeepestTree = 32;
inline constexpr std::uint64_t kNoPage = UINT64_MAX;
inline constexpr std::uint64_t kMetaPages = 2;
inline constexpr std::uint32_t kLmdbMagic = 0xBEEFC0DE;
inline constexpr std::uint32_t kLmdbVersion = 1;

inline constexpr std::uint16_t kBranchPage = 0x01;
inline constexpr std::uint16_t kLeafPage = 0x02;
inline constexpr std::uint16_t kOverflowPage = 0x04;
inline constexpr std::uint16_t kMetaPage = 0x08;

inline constexpr std::uint16_t kBigValue = 0x01;   // the value is in overflow pages
inline constexpr std::uint16_t kTreeValue = 0x02;  // the value is the record of a named database

/// A named database, or one of the two that LMDB keeps for itself.
struct TreeRecord {
  std::uint32_t pad;  // page size, in the first tree of a meta page
  std::uint16_t flags;
  std::uint16_t depth;
  std::uint64_t branch_pages;
  std::uint64_t leaf_pages;
  std::uint64_t overflow_pages;
  std::uint64_t entries;
  std::uint64_t root;
};

struct MetaRecord {
  std::uint32_t magic;
  std::uint32_t version;
  std::uint64_t address;
  std::uint64_t map_size;
  TreeRecord free_pages;  // transaction -> pages that it freed
  TreeRecord names;       // name -> TreeRecord
  std::uint64_t last_page;
  std::uint64_t transaction;

  std::size_t page_size() const { return free_pages.pad; }
};

/// Returns zero if the bytes end before the number does.
template <class Number>
Number number_at(std::string_view bytes, std::size_t offset) {
  Number number{};
  if (offset <= bytes.size() && bytes.size() - offset >= sizeof number) {
    std::memcpy(&number, bytes.data() + offset, sizeof number);
  }
  return number;
}

struct PageNode {
  std::string_view key;
  std::uint16_t flags = 0;        // in a leaf
  std::uint64_t child = kNoPage;  // in a branch: the page below; with a big value: its first overflow page
  std::uint32_t value_size = 0;
  std::string_view value;  // if it is in the page
};

/// Nodes may be read only after page_fault() has found no fault.
class Page {
 public:
  explicit Page(std::string_view bytes) : bytes_(bytes) {}

  std::uint64_t number() const { return number_at<std::uint64_t>(bytes_, 0); }
  std::uint16_t flags() const { return number_at<std::uint16_t>(bytes_, 10); }
  bool is_branch() const { return (flags() & kBranchPage) != 0; }
  std::size_t lower() const { return number_at<std::uint16_t>(bytes_, 12); }
  std::size_t upper() const { return number_at<std::uint16_t>(bytes_, 14); }
  std::uint32_t overflow_pages() const { return number_at<std::uint32_t>(bytes_, 12); }
  std::size_t size() const { return (lower() - kPageHeaderSize) / 2; }
  std::size_t offset(std::size_t index) const {
    return number_at<std::uint16_t>(bytes_, kPageHeaderSize + 2 * index);
  }
  PageNode node(std::size_t index) const;
  std::string_view key(std::size_t index) const {
    const std::size_t at = offset(index);
    return bytes_.substr(at + kNodeHeaderSize, number_at<std::uint16_t>(bytes_, at + 6));
  }
  /// Returns the index of the first key that is greater; the first key of a branch counts as less than all others.
  /// Returns nothing if a key lies outside of the page, so page_fault() need not have been called.
  std::optional<std::size_t> first_above(std::string_view key) const;
  /// Returns the page below an entry of a branch.
  std::uint64_t child(std::size_t index) const {
    const std::size_t at = offset(index);
    return number_at<std::uint32_t>(bytes_, at) |
           static_cast<std::uint64_t>(number_at<std::uint16_t>(bytes_, at + 4)) << 32;
  }
  /// Returns true if a value of the leaf is in overflow pages.
  bool has_big_values() const;

 private:
  std::string_view bytes_;
};

/// Returns the number of pages that a value in overflow pages takes.
inline std::uint64_t overflow_pages_of(std::uint64_t value_size, std::size_t page_size) {
  return (value_size + kPageHeaderSize + page_size - 1) / page_size;
}

// Each of these returns the fault in words, or null if there is none. `last_page` is the greatest page number
// allowed.

/// Checks that nothing in a branch or leaf page points outside of the page, except to page numbers that may
/// exist. Does not check the order of its keys.
const char* page_fault(std::string_view page, std::uint64_t number, std::uint64_t last_page);
/// Checks the first overflow page of a value of `value_size` bytes.
const char* overflow_fault(std::string_view page, std::uint64_t number, std::uint64_t value_size,
                           std::size_t page_size);
/// Checks one meta page alone, but for its trees.
const char* meta_fault(std::string_view page, std::uint64_t number);
/// Checks the records of the two trees in a meta page.
const char* meta_trees_fault(const MetaRecord& meta);
/// Checks the record of a named database.
const char* tree_fault(const TreeRecord& tree, std::uint64_t last_page);

}  // namespace cellar
