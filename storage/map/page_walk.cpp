#include "storage/map/page_walk.h"

#include <algorithm>

namespace cellar {

namespace {

/// A larger value is read to its end, but only its beginning is handed on.
constexpr std::uint64_t kLargestWhole = 64 << 20;
constexpr std::uint64_t kPiece = 1 << 20;
constexpr const char* kFileEnds = "the file ends before it";

}  // namespace

PageWalk::PageWalk(const PageFile& file, const MetaRecord& meta, OnDamage on_damage)
    : file_(file), meta_(meta), on_damage_(std::move(on_damage)) {
  file_pages_ = file.size().value_or(0) / meta.page_size();
  taken_.resize(file_pages_);
  take(0, kMetaPages);
}

std::map<std::string, TreeRecord> PageWalk::names() {
  std::map<std::string, TreeRecord> found;
  const OnEntry note = [&](const WalkedEntry& entry) {
    const auto record = number_at<TreeRecord>(entry.value, 0);
    const char* fault = entry.value_size != sizeof record ? "its record has another size"
                        : record.flags != 0               ? "its flags are unknown"
                                                          : tree_fault(record, meta_.last_page);
    if (fault != nullptr) {
      damaged(0, "the part \"" + std::string(entry.key) + "\": " + fault, {entry.key, std::nullopt});
    } else {
      found.emplace(entry.key, record);
    }
  };
  walk(std::string(kNamesTree), meta_.names, false, &note);
  return found;
}

void PageWalk::tree(const std::string& name, const TreeRecord& tree, const OnEntry& on_entry) {
  walk(name, tree, false, on_entry ? &on_entry : nullptr);
}

void PageWalk::free_pages() {
  const OnEntry list = [this](const WalkedEntry& entry) {
    visit_free_list(number_at<std::uint64_t>(entry.key, 0), entry);
  };
  walk(std::string(kFreePagesTree), meta_.free_pages, true, &list);
}

void PageWalk::walk(const std::string& name, const TreeRecord& tree, bool integer_keys,
                    const OnEntry* on_entry) {
  name_ = name;
  tree_ = tree;
  integer_keys_ = integer_keys;
  on_entry_ = on_entry;
  has_damage_ = false;
  counts_ = {};
  if (tree.root != kNoPage) visit(tree.root, 0, {});
  if (!has_damage_) compare_counts(tree);
  all_entries_ += counts_.entries;
}

void PageWalk::compare_counts(const TreeRecord& tree) {
  const auto compare = [&](const char* what, std::uint64_t said, std::uint64_t found) {
    if (said == found) return;
    damaged(tree.root,
            std::string("its number of ") + what + " is said to be " + std::to_string(said) + ", and is " +
                std::to_string(found),
            {}, DamageKind::count);
  };
  compare("entries", tree.entries, counts_.entries);
  compare("leaf pages", tree.leaf_pages, counts_.leaf_pages);
  compare("branch pages", tree.branch_pages, counts_.branch_pages);
  compare("pages of large values", tree.overflow_pages, counts_.overflow_pages);
}

void PageWalk::visit(std::uint64_t number, unsigned depth, const Bounds& bounds) {
  if (number >= file_pages_) return damaged(number, kFileEnds, bounds, DamageKind::missing);
  if (depth >= tree_.depth) return damaged(number, "the tree is deeper than it is said to be", bounds);
  if (!take(number, 1)) return damaged(number, "it is used twice", bounds);
  std::string& bytes = buffers_[depth];
  if (!file_.read(number * meta_.page_size(), meta_.page_size(), bytes)) {
    return damaged(number, kUnreadable, bounds);
  }
  if (const char* fault = page_fault(bytes, number, meta_.last_page)) return damaged(number, fault, bounds);
  const Page page(bytes);
  if (page.is_branch() == (depth + 1 == tree_.depth)) {
    return damaged(number, "it is in another level than its tree has", bounds);
  }
  if (!is_in_order(page, bounds)) return damaged(number, "its keys are not in order", bounds);
  if (page.is_branch()) {
    ++counts_.branch_pages;
    visit_branch(bytes, depth, bounds);
  } else {
    ++counts_.leaf_pages;
    visit_leaf(bytes, number);
  }
}

bool PageWalk::is_less(std::string_view left, std::string_view right) const {
  if (!integer_keys_) return left < right;
  return number_at<std::uint64_t>(left, 0) < number_at<std::uint64_t>(right, 0);
}

/// The first key of a branch is not used: keys less than the second one are below the first child.
bool PageWalk::is_in_order(const Page& page, const Bounds& bounds) const {
  std::string_view before = bounds.from;
  for (std::size_t i = page.is_branch() ? 1 : 0; i < page.size(); ++i) {
    const std::string_view key = page.node(i).key;
    if (integer_keys_ && key.size() != sizeof(std::uint64_t)) return false;
    const bool is_least = i == 0 || before.empty();
    if (is_least ? !before.empty() && is_less(key, before) : !is_less(before, key)) return false;
    if (bounds.to && !is_less(key, *bounds.to)) return false;
    before = key;
  }
  return true;
}

void PageWalk::visit_branch(std::string_view bytes, unsigned depth, const Bounds& bounds) {
  const Page page(bytes);
  for (std::size_t i = 0; i < page.size(); ++i) {
    const PageNode node = page.node(i);
    Bounds below{i == 0 ? bounds.from : node.key, bounds.to};
    if (i + 1 < page.size()) below.to = page.node(i + 1).key;
    visit(node.child, depth + 1, below);
  }
}

void PageWalk::visit_leaf(std::string_view bytes, std::uint64_t number) {
  const Page page(bytes);
  for (std::size_t i = 0; i < page.size(); ++i) visit_entry(page.node(i), number);
}

void PageWalk::visit_entry(const PageNode& node, std::uint64_t number) {
  ++counts_.entries;
  const bool is_name = name_ == kNamesTree;
  if ((node.flags == kTreeValue) != is_name) {
    return damaged(number, "an entry is of another kind than its tree has", {node.key, node.key});
  }
  if (node.flags != kBigValue) {
    if (on_entry_ != nullptr) (*on_entry_)({node.key, node.value, node.value_size});
    return;
  }
  if (!read_value(node, number)) return;
  if (on_entry_ != nullptr) (*on_entry_)({node.key, value_, node.value_size});
}

bool PageWalk::read_value(const PageNode& node, std::uint64_t number) {
  const std::size_t page_size = meta_.page_size();
  const Bounds itself{node.key, node.key};
  const auto fail = [&](const char* reason, DamageKind kind = DamageKind::content) {
    damaged(number, "a large value in page " + std::to_string(node.child) + ": " + reason, itself, kind);
    return false;
  };
  if (node.child + overflow_pages_of(node.value_size, page_size) > file_pages_) {
    return fail(kFileEnds, DamageKind::missing);
  }
  if (!file_.read(node.child * page_size, kPageHeaderSize, value_)) return fail(kUnreadable);
  if (const char* fault = overflow_fault(value_, node.child, node.value_size, page_size)) return fail(fault);
  const std::uint64_t pages = Page(value_).overflow_pages();
  counts_.overflow_pages += pages;
  if (!take(node.child, pages)) return fail("it is used twice");
  if (on_entry_ == nullptr) return true;
  const std::uint64_t begin = node.child * page_size + kPageHeaderSize;
  const std::uint64_t whole = std::min<std::uint64_t>(node.value_size, kLargestWhole);
  for (std::uint64_t done = whole; done < node.value_size; done += kPiece) {
    const std::uint64_t piece = std::min(kPiece, node.value_size - done);
    if (!file_.read(begin + done, piece, value_)) return fail(kUnreadable);
  }
  return file_.read(begin, whole, value_) || fail(kUnreadable);
}

void PageWalk::visit_free_list(std::uint64_t transaction, const WalkedEntry& entry) {
  const Bounds itself{entry.key, entry.key};
  const auto fail = [&](const std::string& reason) {
    damaged(tree_.root, "the pages set free by transaction " + std::to_string(transaction) + ": " + reason,
            itself);
  };
  const auto count = number_at<std::uint64_t>(entry.value, 0);
  const std::uint64_t room = entry.value_size / sizeof(std::uint64_t);
  if (entry.value_size % sizeof(std::uint64_t) != 0 || room == 0 || count > room - 1) {
    return fail("their number is impossible");
  }
  if (transaction == 0 || transaction > meta_.transaction) return fail("there was no such transaction");
  std::uint64_t before = meta_.last_page + 1;
  const std::uint64_t whole = std::min<std::uint64_t>(count, entry.value.size() / sizeof(std::uint64_t) - 1);
  for (std::uint64_t i = 1; i <= whole; ++i) {
    const auto number = number_at<std::uint64_t>(entry.value, i * sizeof(std::uint64_t));
    if (number < kMetaPages || number >= before) return fail("they are not in order");
    if (number < file_pages_ && !take(number, 1)) {
      return fail("page " + std::to_string(number) + " is in use, or free twice");
    }
    before = number;
  }
}

bool PageWalk::take(std::uint64_t number, std::uint64_t count) {
  if (number >= file_pages_ || count > file_pages_ - number) return false;
  for (std::uint64_t i = number; i < number + count; ++i) {
    if (taken_[i]) return false;
  }
  std::fill_n(taken_.begin() + static_cast<std::ptrdiff_t>(number), count, true);
  pages_ += count;
  return true;
}

void PageWalk::damaged(std::uint64_t number, std::string reason, const Bounds& bounds, DamageKind kind) {
  has_damage_ = true;
  PageDamage damage{name_, number, std::move(reason), kind, std::string(bounds.from), std::nullopt};
  if (bounds.to) damage.to = std::string(*bounds.to);
  on_damage_(damage);
}

}  // namespace cellar
