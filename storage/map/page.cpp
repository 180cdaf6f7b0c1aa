#include "storage/map/page.h"

#include <array>

#include "types/number/byte_order.h"

namespace cellar {

namespace {

// The one flag of LMDB's databases that is used here: keys are integers in the machine's byte order.
constexpr std::uint16_t kIntegerKeys = 0x08;
constexpr std::uint16_t kKindsOfTree = 0x7F;  // the flags that describe a tree's layout
constexpr std::uint16_t kFixedAddress = 0x01;

bool is_page_of_tree(std::uint64_t number, std::uint64_t last_page) {
  return number >= kMetaPages && number <= last_page;
}

struct NodeHeader {
  explicit NodeHeader(const char* at) {
    std::memcpy(&value_size, at, sizeof value_size);
    std::memcpy(&flags, at + 4, sizeof flags);
    std::memcpy(&key_size, at + 6, sizeof key_size);
  }
  std::uint64_t child() const { return value_size | static_cast<std::uint64_t>(flags) << 32; }

  std::uint32_t value_size;
  std::uint16_t flags;
  std::uint16_t key_size;
};

/// Checks a leaf's node with flags: its value is in overflow pages, or is the record of a database. `bytes`
/// is the part of the page from the end of the node's key on.
const char* special_value_fault(const NodeHeader& node, std::string_view bytes, std::size_t page_size,
                                std::uint64_t last_page) {
  if (node.flags == kBigValue) {
    const auto first = number_at<std::uint64_t>(bytes, 0);
    const std::uint64_t pages = overflow_pages_of(node.value_size, page_size);
    const bool there = is_page_of_tree(first, last_page) && pages <= last_page - first + 1;
    return there ? nullptr : "a value is in pages that cannot exist";
  }
  if (node.flags == kTreeValue) {
    return node.value_size == sizeof(TreeRecord) ? nullptr : "the record of a database has another size";
  }
  return "an entry is of an unknown kind";
}

/// Checks that the nodes follow one another without gaps from `upper` to the page's end.
class NodePlaces {
 public:
  bool add(std::size_t offset, std::size_t size) {
    std::uint16_t& place = sizes_[offset / 2];
    if (place != 0) return false;
    place = static_cast<std::uint16_t>(size);
    return true;
  }
  bool fill(std::size_t upper, std::size_t end, std::size_t nodes) const {
    std::size_t offset = upper;
    for (std::size_t i = 0; i < nodes; ++i) {
      if (offset >= end || sizes_[offset / 2] == 0) return false;
      offset += sizes_[offset / 2];
    }
    return offset == end;
  }
  void clear(std::size_t upper, std::size_t end) {
    std::memset(&sizes_[upper / 2], 0, (end - upper) / 2 * sizeof sizes_[0]);
  }

 private:
  std::array<std::uint16_t, kLargestPage / 2> sizes_;
};

/// A key to compare others with: most differ from it in their first eight bytes.
class ComparedKey {
 public:
  explicit ComparedKey(std::string_view key) : key_(key) {
    if (key.size() >= sizeof begin_) begin_ = load_big_endian<std::uint64_t>(key.data());
  }

  bool is_less_than(std::string_view other) const {
    if (key_.size() >= sizeof begin_ && other.size() >= sizeof begin_) {
      const auto begin = load_big_endian<std::uint64_t>(other.data());
      if (begin != begin_) return begin_ < begin;
    }
    return key_ < other;
  }

 private:
  std::string_view key_;
  std::uint64_t begin_ = 0;
};

std::size_t short_at(const char* place) {
  std::uint16_t number = 0;
  std::memcpy(&number, place, sizeof number);
  return number;
}

/// Returns how far apart the entries are, as a power of two, of which `most` are asked for at once.
unsigned distance_of_entries(std::size_t count, std::size_t most) {
  unsigned distance = 0;
  while (count >> distance > most) ++distance;
  return distance;
}

}  // namespace

/// A page whose entries are not in the processor's caches would cost a wait for each of those that a search looks at.
/// So it is asked for some at a time, at equal distances, among which the search goes on. Of a branch those are few,
/// since the processor has it more often than a leaf, and it has many entries.
std::optional<std::size_t> Page::first_above(std::string_view key) const {
  const char* const page = bytes_.data();
  const char* const offsets = page + kPageHeaderSize;
  if (lower() < kPageHeaderSize || lower() > bytes_.size()) return std::nullopt;
  constexpr std::size_t kAtOnceOfBranch = 8, kAtOnceOfLeaf = 24;
  const std::size_t most = is_branch() ? kAtOnceOfBranch : kAtOnceOfLeaf;
  const ComparedKey compared(key);
  std::size_t low = is_branch() ? 1 : 0;
  for (std::size_t high = size(); low < high;) {
    const unsigned distance = distance_of_entries(high - low, most);
    const std::size_t count = (high - low) >> distance;
    const auto place = [&](std::size_t number) { return low + ((number + 1) << distance) - 1; };
    for (std::size_t number = 0; number < count; ++number)
      __builtin_prefetch(page + short_at(offsets + 2 * place(number)));
    std::size_t first = 0;
    for (std::size_t end = count; first < end;) {
      const std::size_t middle = (first + end) / 2;
      const std::size_t at = short_at(offsets + 2 * place(middle)) + kNodeHeaderSize;
      if (at > bytes_.size()) return std::nullopt;
      const std::size_t key_size = short_at(page + at - sizeof(std::uint16_t));
      if (at + key_size > bytes_.size()) return std::nullopt;
      if (compared.is_less_than({page + at, key_size})) {
        end = middle;
      } else {
        first = middle + 1;
      }
    }
    if (first < count) high = place(first);
    low += first << distance;
  }
  return low;
}

PageNode Page::node(std::size_t index) const {
  const std::size_t at = offset(index);
  PageNode node;
  node.value_size = number_at<std::uint32_t>(bytes_, at);
  node.flags = number_at<std::uint16_t>(bytes_, at + 4);
  const std::size_t key_size = number_at<std::uint16_t>(bytes_, at + 6);
  const std::size_t key = at + kNodeHeaderSize;
  if (key > bytes_.size() || key_size > bytes_.size() - key) return node;
  node.key = bytes_.substr(key, key_size);
  const std::size_t value = key + key_size;
  if (is_branch()) {
    node.child = node.value_size | static_cast<std::uint64_t>(node.flags) << 32;
  } else if ((node.flags & kBigValue) != 0) {
    node.child = number_at<std::uint64_t>(bytes_, value);
  } else {
    node.value = bytes_.substr(value, node.value_size);
  }
  return node;
}

bool Page::has_big_values() const {
  bool found = false;
  for (std::size_t i = 0; i < size(); ++i) {
    found |= number_at<std::uint16_t>(bytes_, offset(i) + 4) == kBigValue;
  }
  return found;
}

const char* page_fault(std::string_view bytes, std::uint64_t number, std::uint64_t last_page) {
  const Page page(bytes);
  if (page.number() != number) return "another page is in its place";
  if (page.flags() != kBranchPage && page.flags() != kLeafPage) return "it is no page of entries";
  const bool is_branch = page.is_branch();
  const std::size_t lower = page.lower();
  const std::size_t upper = page.upper();
  const std::size_t fewest = is_branch ? 2 : 1;
  if (lower % 2 != 0 || upper % 2 != 0 || lower < kPageHeaderSize + 2 * fewest || lower > upper ||
      upper >= bytes.size()) {
    return "its bounds are impossible";
  }
  NodePlaces places;
  places.clear(upper, bytes.size());
  for (std::size_t i = 0; i < page.size(); ++i) {
    const std::size_t offset = page.offset(i);
    if (offset % 2 != 0 || offset < upper || offset > bytes.size() - kNodeHeaderSize) {
      return "an entry is outside of it";
    }
    const NodeHeader node(bytes.data() + offset);
    if (node.key_size > kLargestNodeKey || (node.key_size == 0 && !(is_branch && i == 0))) {
      return "a key has an impossible size";
    }
    const std::size_t key_end = offset + kNodeHeaderSize + node.key_size;
    std::size_t end = key_end;
    if (is_branch) {
      if (!is_page_of_tree(node.child(), last_page)) return "it leads to a page that cannot exist";
    } else {
      end += node.flags == kBigValue ? sizeof(std::uint64_t) : node.value_size;
    }
    end += end & 1;
    if (end > bytes.size()) return "an entry ends outside of it";
    if (!is_branch && node.flags != 0) {
      const std::string_view behind_key = bytes.substr(key_end);
      if (const char* fault = special_value_fault(node, behind_key, bytes.size(), last_page)) return fault;
    }
    if (!places.add(offset, end - offset)) return "two entries are in one place";
  }
  return places.fill(upper, bytes.size(), page.size()) ? nullptr : "its entries overlap";
}

const char* overflow_fault(std::string_view bytes, std::uint64_t number, std::uint64_t value_size,
                           std::size_t page_size) {
  const Page page(bytes);
  if (page.number() != number) return "another page is in its place";
  if (page.flags() != kOverflowPage) return "it is no page of a value";
  if (page.overflow_pages() < overflow_pages_of(value_size, page_size)) return "its value has another size";
  return nullptr;
}

const char* tree_fault(const TreeRecord& tree, std::uint64_t last_page) {
  const bool is_empty = tree.root == kNoPage;
  if (!is_empty && !is_page_of_tree(tree.root, last_page)) return "its first page cannot exist";
  if (tree.depth > kDeepestTree || is_empty != (tree.depth == 0) || is_empty != (tree.entries == 0)) {
    return "its depth is impossible";
  }
  return nullptr;
}

const char* meta_fault(std::string_view bytes, std::uint64_t number) {
  const Page page(bytes);
  const auto meta = number_at<MetaRecord>(bytes, kPageHeaderSize);
  if (meta.magic != kLmdbMagic) return "it is no meta page";
  if (page.number() != number || page.flags() != kMetaPage) return "another page is in its place";
  if (meta.version != kLmdbVersion) return "it has another version";
  if (meta.page_size() != bytes.size()) return "its page size is another one";
  if (meta.map_size / meta.page_size() <= meta.last_page || meta.last_page < kMetaPages - 1) {
    return "its last page cannot exist";
  }
  const std::uint16_t free_flags = meta.free_pages.flags & kKindsOfTree;
  if (free_flags != kIntegerKeys || (meta.names.flags & kKindsOfTree) != 0 ||
      (meta.free_pages.flags & kFixedAddress) != 0) {
    return "its flags are unknown";
  }
  // An odd transaction writes page 1, an even one page 0; in a new file both have transaction 0.
  if (meta.transaction != 0 && meta.transaction % 2 != number) return "its transaction cannot be in it";
  return nullptr;
}

const char* meta_trees_fault(const MetaRecord& meta) {
  const char* fault = tree_fault(meta.free_pages, meta.last_page);
  return fault != nullptr ? fault : tree_fault(meta.names, meta.last_page);
}

}  // namespace cellar
