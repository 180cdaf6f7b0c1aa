#include "storage/map/path_check.h"

namespace cellar {

namespace {

/// The page was checked.
std::size_t first_above(const Page& page, std::string_view key) { return *page.first_above(key); }

}  // namespace

PathCheck::PathCheck(int descriptor, const MetaRecord& newest, std::vector<std::string> names)
    : file_(descriptor), descriptor_(descriptor), meta_(newest), page_size_(newest.page_size()) {
  for (std::string& name : names) trees_.push_back({.name = std::move(name), .path = {}});
}

bool PathCheck::begin(std::uint64_t transaction) {
  for (Tree& tree : trees_) {
    tree.is_known = tree.has_leaf = tree.has_neighbours = false;
    tree.path.clear();
  }
  const std::uint64_t committed = transaction - 1;
  if (map_.bytes() == nullptr && !map(meta_.last_page + 1)) return true;
  const std::string_view bytes = bytes_of(committed % kMetaPages);
  if (meta_fault(bytes, committed % kMetaPages) != nullptr) return false;
  meta_ = number_at<MetaRecord>(bytes, kPageHeaderSize);
  if (meta_.transaction != committed || meta_trees_fault(meta_) != nullptr) return false;
  file_pages_ = file_.size().value_or(0) / page_size_;
  checked_.resize(meta_.last_page + 1);
  has_large_.resize(meta_.last_page + 1);
  const std::uint64_t pages = meta_.last_page + 1;
  if (pages * page_size_ > map_.size()) map(pages);
  return true;
}

bool PathCheck::is_sound(unsigned database, std::string_view key, bool erases) {
  if (map_.bytes() == nullptr || database >= trees_.size() || trees_[database].name.empty()) return true;
  Tree& tree = trees_[database];
  const bool is_covered = tree.has_leaf && (!erases || tree.has_neighbours);
  if (is_covered && tree.path.back().covers(key)) return true;
  if (!tree.is_known && !find_root(tree)) return false;
  return tree.root == kNoPage || check_path(tree, key, erases);
}

bool PathCheck::find_root(Tree& tree) {
  std::uint64_t number = meta_.names.root;
  tree.root = kNoPage;
  for (unsigned depth = 0; number != kNoPage; ++depth) {
    if (depth == kDeepestTree || !check_page(number)) return false;
    const Page page(bytes_of(number));
    if (page.is_branch()) {
      number = page.child(first_above(page, tree.name) - 1);
      continue;
    }
    const std::size_t above = first_above(page, tree.name);
    if (above > 0 && page.key(above - 1) == tree.name) {
      const PageNode node = page.node(above - 1);
      if (node.value.size() != sizeof(TreeRecord)) return false;
      tree.root = number_at<TreeRecord>(node.value, 0).root;
    }
    number = kNoPage;
  }
  tree.is_known = true;
  return true;
}

bool PathCheck::check_path(Tree& tree, std::string_view key, bool erases) {
  tree.has_leaf = false;
  if (erases && !tree.has_neighbours) tree.path.clear();
  tree.has_neighbours |= erases;
  // Sorted keys share most of their paths.
  while (!tree.path.empty() && !tree.path.back().covers(key)) tree.path.pop_back();
  if (tree.path.empty()) tree.path.push_back({.page = tree.root, .from = {}, .to = {}});
  while (tree.path.size() <= kDeepestTree) {
    const Step& step = tree.path.back();
    if (!check_page(step.page)) return false;
    const Page page(bytes_of(step.page));
    if (!page.is_branch()) return check_leaf(tree, page, key);
    const std::size_t index = first_above(page, key) - 1;
    if (tree.has_neighbours && !check_siblings(page, index)) return false;
    tree.path.push_back(step_below(page, index, step));
  }
  return false;
}

/// Checks the pages with which the one below `index` may be merged when entries of it are erased. LMDB merges
/// a page that is left with little with an adjacent one, and so on upwards. If the adjacent page also has
/// little, both together may be merged with the next one.
bool PathCheck::check_siblings(const Page& page, std::size_t index) {
  pages_beside_ = 0;
  for (std::size_t i = index; i-- > 0;) {
    if (!check_edge(page.child(i), false, 0)) return false;
    if (!is_sparse(page.child(i))) break;
  }
  for (std::size_t i = index + 1; i < page.size(); ++i) {
    if (!check_edge(page.child(i), true, 0)) return false;
    if (!is_sparse(page.child(i))) break;
  }
  return true;
}

/// Checks a page beside the path, and the pages below it that would be beside the path if the two were
/// merged.
bool PathCheck::check_edge(std::uint64_t number, bool is_behind, unsigned depth) {
  // A tree has no more pages than the file has, and none of them twice.
  if (depth == kDeepestTree || ++pages_beside_ > file_pages_ || !check_page(number)) return false;
  const Page page(bytes_of(number));
  if (!page.is_branch()) return true;
  for (std::size_t i = 0; i < page.size(); ++i) {
    const std::uint64_t child = page.child(is_behind ? i : page.size() - 1 - i);
    if (!check_edge(child, is_behind, depth + 1)) return false;
    if (!is_sparse(child)) break;
  }
  return true;
}

/// LMDB merges pages that are less than a quarter full.
bool PathCheck::is_sparse(std::uint64_t number) const {
  constexpr std::size_t kFewestChildren = 4;
  const Page page(bytes_of(number));
  const std::size_t used = page_size_ - (page.upper() - page.lower());
  return 3 * used < page_size_ || (page.is_branch() && page.size() < kFewestChildren);
}

/// When a large value is freed, its first page says how many pages become free, so that number is checked.
bool PathCheck::check_leaf(Tree& tree, const Page& page, std::string_view key) {
  tree.has_leaf = !has_large_[page.number()];
  const std::size_t above = first_above(page, key);
  if (above == 0 || page.key(above - 1) != key) return true;
  const PageNode node = page.node(above - 1);
  if (node.flags != kBigValue) return true;
  if (node.child + overflow_pages_of(node.value_size, page_size_) > file_pages_) return false;
  const std::string_view first = bytes_of(node.child);
  return overflow_fault(first, node.child, node.value_size, page_size_) == nullptr &&
         Page(first).overflow_pages() <= meta_.last_page - node.child + 1;
}

bool PathCheck::check_page(std::uint64_t number) {
  if (number >= file_pages_ || number >= checked_.size()) return false;
  if (checked_[number]) return true;
  if (page_fault(bytes_of(number), number, meta_.last_page) != nullptr) return false;
  checked_[number] = true;
  const Page page(bytes_of(number));
  has_large_[number] = !page.is_branch() && page.has_big_values();
  return true;
}

PathCheck::Step PathCheck::step_below(const Page& page, std::size_t index, const Step& step) {
  Step below{page.child(index), step.from, step.to};
  if (index > 0) below.from = page.key(index);
  if (index + 1 < page.size()) below.to = page.key(index + 1);
  return below;
}

}  // namespace cellar
