// The maps of a transaction that keeps indexes and views of the rows that it changes.
//
// In:      what Maps asks for.
// Out:     the same, with the changes of indexes and views that are gathered.
// Refused: what the maps refuse: damaged pages (`file_damaged`), a full disk.
#pragma once

#include "storage/derived/derived_batch.h"
#include "storage/rows/maps.h"

namespace cellar {

struct DerivingMaps : Maps {
  using Maps::Maps;
  /// Observes rows of tables that have indexes or views.
  std::unique_ptr<RowObserver> observe(const TableLayout& layout, std::size_t partition_size) final;
  /// Makes the changes of indexes and views that are gathered.
  void put_derived();

  DerivedBatch derived;
};

}  // namespace cellar
