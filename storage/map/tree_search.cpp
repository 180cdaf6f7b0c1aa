#include "storage/map/tree_search.h"

#include "storage/map/page_file.h"

namespace cellar {

/// LMDB does not return the address of its map. It is computed from the address of the page with the names and that page's
/// number in the meta record. The number in the page itself may be damaged, since nobody else reads it; and after a failed
/// commit LMDB leaves its roots under the number of an earlier transaction. So both numbers must be the same.
bool TreeSearch::find_map(LmdbTransaction& snapshot, const char* leaf) {
  const MetaPages metas = read_meta_pages(PageFile(snapshot.descriptor()));
  const MetaRecord* const meta = metas.of_transaction(snapshot.id());
  if (meta == nullptr || meta->names.depth != 1) return false;
  if (Page({leaf, kPage}).number() != meta->names.root) return false;
  map_ = leaf - meta->names.root * kPage;
  return true;
}

void TreeSearch::enter(LmdbTransaction& snapshot) {
  snapshot_ = snapshot.id();
  is_entered_ = false;
  const auto record = snapshot.get(snapshot.main_database(), name_);
  if (!record) return;
  if (record->size() != sizeof(TreeRecord)) snapshot.refuse_damage();
  const LmdbCall call(snapshot);
  const char* const leaf = record->data() - reinterpret_cast<std::uintptr_t>(record->data()) % kPage;
  if (map_ == nullptr && !find_map(snapshot, leaf)) return;
  // A writer may have replaced the meta page by a newer one since the snapshot was taken.
  const char* const newer = map_ + snapshot.id() % kMetaPages * kPage;
  const auto meta = number_at<MetaRecord>({newer, kPage}, kPageHeaderSize);
  if (meta.magic != kLmdbMagic || meta.transaction < snapshot.id()) snapshot.refuse_damage();
  last_page_ = meta.last_page;
  root_ = number_at<TreeRecord>(*record, 0).root;
  is_entered_ = true;
}

Page TreeSearch::page(LmdbTransaction& snapshot, std::uint64_t number) const {
  if (number < kMetaPages || number > last_page_) snapshot.refuse_damage();
  return Page({map_ + number * kPage, kPage});
}

std::optional<std::string_view> TreeSearch::get(LmdbTransaction& snapshot, std::string_view key) {
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
