#include "storage/derived/deriving_maps.h"

#include "storage/derived/derivation.h"

namespace cellar {

std::unique_ptr<RowObserver> DerivingMaps::observe(const TableLayout& layout, std::size_t partition_size) {
  if (!layout.derived) return nullptr;
  return std::make_unique<Derivation>(*this, layout, partition_size);
}

void DerivingMaps::put_derived() {
  LmdbCursor cursor(lmdb, data.database(), &visited.entries);
  const NearWrites near(data, cursor);
  derived.put_into(*this);
}

}  // namespace cellar
