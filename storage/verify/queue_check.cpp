// Checks the entries of `purge` and `meta`.

#include "storage/format/bytes.h"
#include "storage/format/format.h"
#include "storage/format/keys.h"
#include "storage/rows/purge_lanes.h"
#include "storage/rows/purge_queue.h"
#include "storage/rows/range_tombstones.h"
#include "storage/verify/entry_check.h"
#include "storage/verify/entry_fault.h"

namespace cellar {

std::optional<std::string> EntryCheck::fault_in_purge(std::string_view key, std::string_view value) {
  return fault_thrown_by([&] {
    check_purge_entry(key, value);
    if (!key.starts_with(kPurgeLane)) return;
    ByteReader reader(key.substr(1));
    const TableId lane = reader.u32();
    const auto kind = static_cast<PurgeKind>(reader.u8());
    const std::string_view place = place_of_purge_entry(key);
    require(!place.empty() && table_of_key(place) == lane, "it is queued for another table");
    const std::size_t owner = has_owner(kind) ? ByteReader(value).varint() : 0;
    require(owner < place.size(), "it names no entry");
    if (const TableLayout* layout = tables_.find(lane)) return check_place(*layout, kind, place, owner);
    if (const auto* index = tables_.find_index(lane)) {
      require(kind == PurgeKind::index_entry, "it is of an unknown kind");
      check_index_key(*index->table, index->table->derived->indexes[index->place], place);
    }
  });
}

/// `owner` is the number of bytes that name the row of an element, or the partition of a range tombstone.
void EntryCheck::check_place(const TableLayout& layout, PurgeKind kind, std::string_view place,
                             std::size_t owner) {
  const std::size_t prefix = partition_prefix_size(place, *layout.table);
  check_partition(layout, place.substr(0, prefix));
  require(place.size() > prefix, "its key ends early");
  if (kind == PurgeKind::range_tombstone) {
    require(owner == prefix && place[prefix] == kRangeTombstoneKind && place.ends_with(kRangeTombstoneEnd),
            "it names no deleted range");
    range_tombstone_start(place, prefix);
    return;
  }
  const bool is_static = place[prefix] == kStaticKind;
  require(is_static || place[prefix] == kRowKind, "it names no row");
  const std::size_t row = prefix + 1 + (is_static ? 0 : clustering_size(layout, place.substr(prefix + 1)));
  if (kind == PurgeKind::element) {
    require(owner == row && place.size() > row && is_element_key(place, row), "it names no element");
  } else {
    require(kind != PurgeKind::index_entry && place.size() == row, "it names no row");
  }
}

std::optional<std::string> EntryCheck::fault_in_meta(std::string_view key, std::string_view value) {
  return fault_thrown_by([&] {
    if (key == kFormatKey) {
      require(value.starts_with(kFormatMagic), "it does not name the format");
      ByteReader reader(value.substr(kFormatMagic.size()));
      require(reader.u32() == kFormatVersion, "it names another version of the format");
      constexpr const char* kUnknownFeatures = "it names features that this program does not know";
      require((reader.u32() & ~kFeaturesKnownToRead) == 0, kUnknownFeatures);
      require((reader.u32() & ~kFeaturesKnownToWrite) == 0, kUnknownFeatures);
    } else if (key == kCountersKey) {
      require(value.size() == 4 * sizeof(std::uint64_t), "it has another size than the counters");
    } else if (key == kHostKey) {
      require(value.size() == kHostIdSize, "it has another size than a uuid");
    } else if (key.starts_with(kStatsMark)) {
      require(key.size() == 1 + sizeof(TableId), "it names no table");
      require(value.size() == 6 * sizeof(std::uint64_t), "it has another size than statistics");
    }
  });
}

}  // namespace cellar
