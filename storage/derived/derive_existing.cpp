#include "storage/derived/derive_existing.h"

#include "storage/derived/derivation.h"
#include "storage/format/format.h"
#include "storage/format/keys.h"
#include "storage/rows/range_tombstones.h"

namespace cellar {

namespace {

class ExistingRows {
 public:
  ExistingRows(DerivingMaps& maps, const TableLayout& layout)
      : maps_(maps), layout_(layout), cursor_(maps.data, &maps.visited.entries) {}

  bool run(std::string& position, std::uint64_t steps) {
    const std::string table = table_prefix(layout_.table->id);
    if (position.empty()) position = table;
    while (cursor_.seek(position) && cursor_.key().starts_with(table)) {
      if (steps == 0) return false;
      steps -= std::min(steps, take(std::string(cursor_.key())));
      position = next_;
    }
    return true;
  }

 private:
  /// Returns the number of entries that it visited, and sets next_ to the key from which to go on.
  std::uint64_t take(const std::string& key) {
    const std::size_t prefix = partition_prefix_size(key, *layout_.table);
    enter(std::string_view(key).substr(0, prefix));
    if (key.size() > prefix && key[prefix] == kRangeTombstoneKind) {
      next_ = partition_ + kRowKind;
      return 1;
    }
    const std::size_t size = row_key_size(layout_, key, prefix);
    if (key[prefix] == kRowKind && covering_) {
      if (const RangeTombstone* covering = covering_->find(std::string_view(key).substr(prefix + 1))) {
        next_ = partition_ + kRowKind + covering->end;
        return 1;
      }
    }
    return derive(key.substr(0, size));
  }

  void enter(std::string_view partition) {
    if (partition == partition_) return;
    partition_ = partition;
    covering_.reset();
    if (maps_.stats(layout_.table->id).covering_tombstones == 0) return;
    covering_.emplace(maps_.data, partition_, &maps_.visited.entries);
  }

  std::uint64_t derive(const std::string& row_key) {
    const std::string stored(cursor_.value());
    PackedRow row;
    decode_row(stored, row);
    Derivation derivation(maps_, layout_, partition_.size());
    derivation.begin(row_key, nullptr);
    std::uint64_t visited = 1;
    const std::string own = row_key + kOwnEntry;
    for (bool found = row.has_own_entries && cursor_.next(); found && cursor_.key().starts_with(own);
         found = cursor_.next()) {
      ++visited;
      if (!is_element_key(cursor_.key(), row_key.size())) continue;
      derivation.change_element(cursor_.key(), std::nullopt, cursor_.value());
    }
    derivation.check_fits(row);
    derivation.finish(row);
    next_ = row_key + kAfter;
    return visited;
  }

  DerivingMaps& maps_;
  const TableLayout& layout_;
  OrderedCursor cursor_;
  std::string partition_;
  std::optional<CoveringFinder> covering_;
  std::string next_;
};

}  // namespace

bool derive_existing(DerivingMaps& maps, const TablePointer& table, TableId derived, std::string& position,
                     std::uint64_t steps) {
  TableLayout layout(table);
  layout.derived = std::make_shared<const DerivedLayout>(*table, derived);
  const bool is_done = ExistingRows(maps, layout).run(position, steps);
  maps.put_derived();
  return is_done;
}

}  // namespace cellar
