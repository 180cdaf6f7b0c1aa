#include "storage/map/tree_search.h"

#include "types/number/byte_order.h"

namespace cellar {

/// LMDB tells no address of its map, so it follows from that of a page and its number.
void TreeSearch::enter(LmdbTransaction& snapshot) {
  snapshot_ = 0;
  root_ = kNoPage;
  const auto record = snapshot.get(snapshot.main_database(), name_);
  if (!record) return;
  if (record->size() != sizeof(TreeRecord)) snapshot.refuse_damage();
  const LmdbCall call(snapshot);
  const char* const leaf = record->data() - reinterpret_cast<std::uintptr_t>(record->data()) % kPage;
  map_ = leaf - Page({leaf, kPage}).number() * kPage;
  // A writer may have replaced the meta page by a newer one since the snapshot was taken.
  const char* const newer = map_ + snapshot.id() % kMetaPages * kPage;
  const auto meta = number_at<MetaRecord>({newer, kPage}, kPageHeaderSize);
  if (meta.magic != kLmdbMagic || meta.transaction < snapshot.id()) snapshot.refuse_damage();
  last_page_ = meta.last_page;
  root_ = number_at<TreeRecord>(*record, 0).root;
  snapshot_ = snapshot.id();
}

Page TreeSearch::page(LmdbTransaction& snapshot, std::uint64_t number) const {
  if (number < kMetaPages || number > last_page_) snapshot.refuse_damage();
  return Page({map_ + number * kPage, kPage});
}

std::optional<std::string_view> TreeSearch::get(LmdbTransaction& snapshot, std::string_view key) {
  if (snapshot_ != snapshot.id()) enter(snapshot);
  if (root_ == kNoPage) return std::nullopt;
  const LmdbCall call(snapshot);
  std::uint64_t number = root_;
  for (unsigned depth = 0; depth < kDeepestTree; ++depth) {
    const Page here = page(snapshot, number);
    const std::optional<std::size_t> above = here.first_above(key);
    if (!above) snapshot.refuse_damage();
    if (here.is_branch()) {
      number = here.child(*above - 1);
    } else if (here.flags() != kLeafPage) {
      break;
    } else if (*above == 0 || here.key(*above - 1) != key) {
      return std::nullopt;
    } else {
      return value(snapshot, here, *above - 1);
    }
  }
  snapshot.refuse_damage();
}

/// The key lies in the page.
std::string_view TreeSearch::value(LmdbTransaction& snapshot, const Page& leaf, std::size_t index) const {
  const PageNode node = leaf.node(index);
  if (node.flags == 0 && node.value.size() == node.value_size) return node.value;
  if (node.flags != kBigValue) snapshot.refuse_damage();
  const Page first = page(snapshot, node.child);
  const std::uint64_t pages = overflow_pages_of(node.value_size, kPage);
  if (first.flags() != kOverflowPage || pages > first.overflow_pages() || pages > last_page_ - node.child + 1)
    snapshot.refuse_damage();
  return {map_ + node.child * kPage + kPageHeaderSize, node.value_size};
}

}  // namespace cellar
