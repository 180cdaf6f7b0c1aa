// Walks the trees of one snapshot of an LMDB file, page by page, without LMDB.
//
// In:      the file and the meta page of the snapshot, whose pages must not be overwritten meanwhile.
// Out:     the damage, and every readable entry, in the order of its tree.
// Refused: nothing: damage is what it finds.
//
// A page that is reached a second time counts as damage and is not entered, so that every walk ends. A
// damaged page hides the pages below it; the walk continues after them. Memory: one bit for each page of the
// file, and one page for each level.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/map/page_file.h"

namespace cellar {

enum class DamageKind : std::uint8_t {
  /// The tree's record states other numbers of entries or pages than were found; all entries are readable.
  count,
  content,  // a range of entries is unreadable, or cannot be trusted
  missing,  // the same, because the file ends before the page
};

/// The range of entries that is affected goes from the key `from` to before `to`.
struct PageDamage {
  std::string tree;  // name of the database
  std::uint64_t page = 0;
  std::string reason;
  DamageKind kind = DamageKind::content;
  std::string from;
  std::optional<std::string> to;
};

/// `value` may be only the beginning of a value of `value_size` bytes.
struct WalkedEntry {
  std::string_view key;
  std::string_view value;
  std::uint64_t value_size = 0;
};

inline constexpr std::string_view kNamesTree = "the list of its parts";
inline constexpr std::string_view kFreePagesTree = "the list of free pages";

class PageWalk {
 public:
  using OnDamage = std::function<void(const PageDamage&)>;
  using OnEntry = std::function<void(const WalkedEntry&)>;

  PageWalk(const PageFile& file, const MetaRecord& meta, OnDamage on_damage);

  /// Returns the records of the named databases.
  std::map<std::string, TreeRecord> names();
  /// Walks one tree. Values in overflow pages are not read if `on_entry` is null.
  void tree(const std::string& name, const TreeRecord& tree, const OnEntry& on_entry);
  /// To be called last: checks that no free page is in use.
  void free_pages();

  std::uint64_t pages() const { return pages_; }
  std::uint64_t entries() const { return all_entries_; }

 private:
  struct Bounds {
    std::string_view from;
    std::optional<std::string_view> to;
  };
  struct Counts {
    std::uint64_t branch_pages = 0;
    std::uint64_t leaf_pages = 0;
    std::uint64_t overflow_pages = 0;
    std::uint64_t entries = 0;
  };

  void walk(const std::string& name, const TreeRecord& tree, bool integer_keys, const OnEntry* on_entry);
  void compare_counts(const TreeRecord& tree);
  void visit(std::uint64_t number, unsigned depth, const Bounds& bounds);
  void visit_branch(std::string_view bytes, unsigned depth, const Bounds& bounds);
  void visit_leaf(std::string_view bytes, std::uint64_t number);
  bool is_in_order(const Page& page, const Bounds& bounds) const;
  void visit_entry(const PageNode& node, std::uint64_t number);
  /// Returns false if the value cannot be read as a whole.
  bool read_value(const PageNode& node, std::uint64_t number);
  void visit_free_list(std::uint64_t transaction, const WalkedEntry& entry);
  bool is_less(std::string_view left, std::string_view right) const;
  /// Marks pages as used. Returns false if one of them was marked already, or is beyond the end of the file.
  bool take(std::uint64_t number, std::uint64_t count);
  void damaged(std::uint64_t number, std::string reason, const Bounds& bounds,
               DamageKind kind = DamageKind::content);

  const PageFile& file_;
  MetaRecord meta_;
  OnDamage on_damage_;
  std::uint64_t file_pages_ = 0;
  std::vector<bool> taken_;
  std::uint64_t pages_ = 0;
  std::uint64_t all_entries_ = 0;

  // The tree that is walked, and what was found in it.
  std::string name_;
  TreeRecord tree_{};
  bool integer_keys_ = false;
  bool has_damage_ = false;
  const OnEntry* on_entry_ = nullptr;
  Counts counts_;
  std::array<std::string, kDeepestTree + 1> buffers_;  // by depth
  std::string value_;
};

}  // namespace cellar
