#include "storage/purge/derived_purge.h"

#include "storage/format/index_entry.h"
#include "storage/format/keys.h"
#include "storage/rows/entries.h"

namespace cellar {

void purge_index_entry(DerivingMaps& maps, std::string_view key, Seconds cutoff) {
  const auto found = maps.data.get(key);
  if (found && !decode_index_value(*found).is_live(cutoff)) maps.data.erase(key);
}

bool purge_view_row(DerivingMaps& maps, std::string_view row_key, Seconds cutoff, std::uint64_t& steps) {
  const auto found = maps.data.get(row_key);
  if (found) {
    const PackedEntry row(*found);
    if (row.has_marker() && row.base().is_live(cutoff)) return true;
  }
  const std::string own = std::string(row_key) + kOwnEntry;
  if (!erase_range(maps.data, own, after_prefix(own), steps)) return false;
  maps.data.erase(row_key);
  return true;
}

}  // namespace cellar
